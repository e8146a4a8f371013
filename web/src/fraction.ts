// web/src/fraction.ts - exact fractions as the server writes them, "p/q", and their decimals. Nothing here is computed in floating point.

export interface Fraction {
  above: bigint;
  below: bigint; // more than nothing
}

const MINUS = "\u2212";

export function fraction(text: string): Fraction {
  const [above, below] = text.split("/");
  return { above: BigInt(above!), below: BigInt(below ?? "1") };
}

export function minus(a: Fraction, b: Fraction): Fraction {
  return { above: a.above * b.below - b.above * a.below, below: a.below * b.below };
}

export function times(a: Fraction, factor: number): Fraction {
  return { above: a.above * BigInt(factor), below: a.below };
}

/** Below 0 where `a` is less. */
export function compare(a: Fraction, b: Fraction): number {
  const [left, right] = [a.above * b.below, b.above * a.below];
  return left < right ? -1 : left > right ? 1 : 0;
}

function thousands(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ",");
}

/** Rounded to the nearest at `places`, halves away from 0, with a true minus sign and thousands separated. */
export function decimal(value: Fraction, places: number): string {
  const sign = value.above < 0n ? MINUS : "";
  const scaled = (value.above < 0n ? -value.above : value.above) * 10n ** BigInt(places);
  const rounded = (2n * scaled + value.below) / (2n * value.below);
  const digits = rounded.toString().padStart(places + 1, "0");
  const whole = thousands(digits.slice(0, digits.length - places));
  const shown = places === 0 ? whole : `${whole}.${digits.slice(-places)}`;
  return (/[1-9]/.test(shown) ? sign : "") + shown;
}

/** 0.0105 is "1.0500 %", which is never broken. */
export function percent(value: Fraction, places = 4): string {
  return `${decimal(times(value, 100), places)}\u00a0%`;
}

/** The same with a plus where it is more than nothing. */
export function signedPercent(value: Fraction, places = 4): string {
  const shown = percent(value, places);
  return value.above > 0n && /[1-9]/.test(shown) ? `+${shown}` : shown;
}

/** A net win: whole where it is whole, with a sign. */
export function net(value: Fraction): string {
  const shown = value.above % value.below === 0n ? decimal(value, 0) : decimal(value, 2);
  return value.above > 0n ? `+${shown}` : shown;
}

/** The fraction itself, for people: a true minus, thousands separated, no denominator where it is 1. */
export function written(text: string): string {
  const [above, below] = text.split("/");
  const sign = above!.startsWith("-") ? MINUS : "";
  const shown = sign + thousands(above!.replace("-", ""));
  return below === undefined || below === "1" ? shown : `${shown} / ${thousands(below)}`;
}

/** For where a mark stands in a picture, and nothing else. */
export function roughly(value: Fraction): number {
  const scale = 10n ** 9n;
  return Number((value.above * scale) / value.below) / 1e9;
}
