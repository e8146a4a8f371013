// web/test/workshop.test.ts - sheets in links, and places in texts.
import assert from "node:assert/strict";
import { deflateSync } from "node:zlib";
import { decimal, indexOfLetter, letterAt, share } from "../src/views/workshop/look.ts";
import { LINK_LETTERS_MAX, pack, SHEET_BYTES_MAX, unpack } from "../src/views/workshop/share.ts";
import { test } from "./tap.ts";

/** Letters that no method makes shorter, from a small generator. */
function noise(length: number): string {
  let state = 1;
  let text = "";
  while (text.length < length) {
    state = (state * 16807) % 2147483647;
    text += String.fromCharCode(33 + ((state >> 12) % 90));
  }
  return text;
}

const packed = (text: string) => deflateSync(Buffer.from(text)).toString("base64url");

test("a sheet comes back from its link as it was", async () => {
  for (const text of ["", "x", 'sheet "Für alle 🐸"\ngame craps\n', "wager ".repeat(10000), "a".repeat(SHEET_BYTES_MAX)]) {
    const link = await pack(text);
    assert.match(link, /^[\w-]*$/);
    assert.equal(await unpack(link), text);
  }
  assert.equal(await unpack(packed("by another program")), "by another program");
});

test("links have a size, and so has what they carry", async () => {
  await assert.rejects(pack("a".repeat(SHEET_BYTES_MAX + 1)), /65537 bytes; a link carries 65536 at most/);
  await assert.rejects(pack(noise(40000)), /letters; addresses take 32000/);
  await assert.rejects(unpack("A".repeat(LINK_LETTERS_MAX + 1)), /longer than a sheet makes it/);
  await assert.rejects(unpack(packed("a".repeat(SHEET_BYTES_MAX + 1))), /larger than a sheet may be/);
  await assert.rejects(unpack(packed("a".repeat(10000000))), /larger than a sheet may be/);
});

test("a link that is none says so", async () => {
  const good = await pack("wager after wager after wager, none like the other: 1 2 3 4 5");
  for (const bad of [
    "",
    "!",
    "%",
    good.slice(0, -4),
    good.slice(4),
    `${good.slice(0, 20)}${good[20] === "A" ? "B" : "A"}${good.slice(21)}`,
    "AAAA",
    Buffer.from([0xff, 0xfe]).toString("base64url"),
    deflateSync(Buffer.from([0xff, 0xfe])).toString("base64url"),
  ])
    await assert.rejects(unpack(bad), /carries no sheet/, bad);
});

test("letters are counted as the compiler counts them", () => {
  const line = "ü🐸 pays 3";
  assert.equal(indexOfLetter(line, 1), 0);
  assert.equal(indexOfLetter(line, 3), 3);
  assert.equal(indexOfLetter(line, 9), line.indexOf("3"));
  assert.equal(indexOfLetter(line, 99), line.length);
  for (let letter = 1; letter <= 9; letter++) assert.equal(letterAt(line, indexOfLetter(line, letter)), letter);
});

test("fractions are shown to four decimals with a true minus", () => {
  assert.equal(share(decimal("47209656769/282970916865")), "16.6836 %");
  assert.equal(share(decimal("-1/8")), "\u221212.5000 %");
  assert.equal(decimal("1"), 1);
  assert.ok(Math.abs(decimal(`${"1" + "0".repeat(400)}/${"3" + "0".repeat(400)}`) - 1 / 3) < 1e-14);
});
