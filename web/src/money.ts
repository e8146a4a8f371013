// web/src/money.ts - credits for people: two decimals, thousands separated, a true minus sign.

/** Minor units of one credit. */
export const CREDIT = 100;

/** 1234567 is "1,234,567". */
export function thousands(whole: number): string {
  return whole.toString().replace(/\B(?=(\d{3})+$)/g, ",");
}

/** 241750 is "2,417.50". */
export function money(minor: number): string {
  const sign = minor < 0 ? "\u2212" : "";
  const all = Math.abs(minor);
  const whole = thousands(Math.floor(all / CREDIT));
  const cents = (all % CREDIT).toString().padStart(2, "0");
  return `${sign}${whole}.${cents}`;
}

/** The same with a plus where it is more than nothing. */
export function gain(minor: number): string {
  return (minor > 0 ? "+" : "") + money(minor);
}

/** For a chip: 500 is "5", 250 is "2.5". */
export function chipText(minor: number): string {
  const credits = minor / CREDIT;
  if (credits >= 1000 && credits % 100 === 0) return (credits / 1000).toString() + "k";
  return credits.toString();
}

/** "1.0579" as "1.06 %", "-34.7" with a true minus. */
export function percent(text: string, decimals = 2): string {
  if (text === "") return "";
  const value = Number(text);
  if (!Number.isFinite(value)) return text;
  return value.toFixed(decimals).replace("-", "\u2212") + " %";
}

/** So much of an amount as a fraction says, "4/5", exactly, what is less than a minor unit dropped. */
export function share(minor: number, fraction: string): number {
  const [num, den] = fraction.split("/").map(BigInt);
  return Number((BigInt(minor) * num!) / (den ?? 1n));
}
