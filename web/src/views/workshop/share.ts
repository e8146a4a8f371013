// web/src/views/workshop/share.ts - a sheet in an address: deflated with a checksum, in letters that an address may have.

/** As large as a sheet that the server looks at. */
export const SHEET_BYTES_MAX = 65536;
/** Letters of a link; browsers and chats take so many. */
export const LINK_LETTERS_MAX = 32000;

/** Says what is wrong in a sentence. */
export class LinkError extends Error {}

async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream, most: number): Promise<Uint8Array> {
  const writer = (stream.writable as WritableStream<Uint8Array>).getWriter();
  const written = writer.write(bytes).then(() => writer.close());
  written.catch(() => undefined); // what is wrong is seen by who reads
  const reader = (stream.readable as ReadableStream<Uint8Array>).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      await reader.cancel().catch(() => undefined);
      throw new LinkError(`What this link carries is larger than a sheet may be: ${most} bytes.`);
    }
    parts.push(value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function toLetters(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromLetters(letters: string): Uint8Array {
  const binary = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

/** What stands in the address for a sheet. */
export async function pack(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > SHEET_BYTES_MAX)
    throw new LinkError(`The sheet has ${bytes.length} bytes; a link carries ${SHEET_BYTES_MAX} at most. Download it instead.`);
  const letters = toLetters(await through(bytes, new CompressionStream("deflate"), 2 * SHEET_BYTES_MAX));
  if (letters.length > LINK_LETTERS_MAX)
    throw new LinkError(`The link would have ${letters.length} letters; addresses take ${LINK_LETTERS_MAX}. Download the sheet instead.`);
  return letters;
}

/** The sheet that an address carries. */
export async function unpack(letters: string): Promise<string> {
  if (letters.length > LINK_LETTERS_MAX) throw new LinkError("This link is longer than a sheet makes it.");
  try {
    const bytes = await through(fromLetters(letters), new DecompressionStream("deflate"), SHEET_BYTES_MAX);
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (problem) {
    if (problem instanceof LinkError) throw problem;
    throw new LinkError("This link carries no sheet: a part of it is missing or has changed.");
  }
}
