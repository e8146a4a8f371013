// web/src/verify/bytes.ts - bytes, numbers and hashes as the record has them, and what is said when they differ.

import { blake2b } from "@noble/hashes/blake2.js";

/** Something in the record is not what it should be. */
export class Differs extends Error {}

// What was read is checked where it is used; a member that is missing makes a difference or an exception, and both fail.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Json = any;

export function need(truth: boolean, what: string): asserts truth {
  if (!truth) throw new Differs(what);
}

export const text = new TextEncoder();

export function blake(data: Uint8Array): Uint8Array {
  return blake2b(data, { dkLen: 32 });
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function unhex(digits: string): Uint8Array {
  need(/^([0-9a-f]{2})*$/.test(digits), "what should be hexadecimal digits is not");
  return Uint8Array.from({ length: digits.length / 2 }, (_, i) => parseInt(digits.slice(2 * i, 2 * i + 2), 16));
}

export function join(...parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** A number with its lowest byte first. */
export function number(value: number | bigint, size = 8): Uint8Array {
  need(typeof value === "bigint" || Number.isSafeInteger(value), "a number is not whole, or too large");
  let left = BigInt.asUintN(8 * size, BigInt(value));
  return Uint8Array.from({ length: size }, () => {
    const byte = Number(left & 255n);
    left >>= 8n;
    return byte;
  });
}

export function compact(value: Json): Uint8Array {
  return text.encode(JSON.stringify(value));
}

export function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}
