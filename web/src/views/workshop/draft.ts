// web/src/views/workshop/draft.ts - what was written stays while the tab is open: who plays the sheet, or reads elsewhere, finds it again.

export interface Draft {
  name: string;
  original: string;
  text: string;
}

const keyOf = (address: string) => `felt-desk ${address}`;

export function keep(address: string, draft: Draft): void {
  try {
    if (draft.text === draft.original) sessionStorage.removeItem(keyOf(address));
    else sessionStorage.setItem(keyOf(address), JSON.stringify(draft));
  } catch {
    // a browser that keeps nothing: then it is gone with the view
  }
}

export function kept(address: string): Draft | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(keyOf(address)) ?? "null") as Partial<Draft> | null;
    if (typeof draft?.name !== "string" || typeof draft.original !== "string" || typeof draft.text !== "string") return null;
    return { name: draft.name, original: draft.original, text: draft.text };
  } catch {
    return null;
  }
}

/** From which address of the workshop a private table was opened. */
export function rememberDesk(table: string, address: string): void {
  try {
    sessionStorage.setItem(`felt-desk-of ${table}`, address);
  } catch {
    // then the way back leads to the first sheet
  }
}

export function deskOf(table: string): string {
  try {
    return sessionStorage.getItem(`felt-desk-of ${table}`) ?? "#/workshop";
  } catch {
    return "#/workshop";
  }
}
