// web/test/verify.test.ts - the verifier of the page on histories that Felt wrote: they verify, and no change to them does.
//
// FELT_HISTORIES is a folder of histories of one table each, with shoes whose seeds are shown (tests/page.sh makes them).
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { hex, HistoryCheck, recordHash, type Found } from "../src/verify.ts";
import { test } from "./tap.ts";

function verify(lines: readonly string[]): Found {
  const check = new HistoryCheck();
  for (const line of lines) check.line(line);
  return check.finish();
}

function fails(lines: readonly string[]): void {
  assert.throws(() => verify(lines));
}

/** Each line that fits, changed, in turn: as many of them as `most`. */
function changed(lines: readonly string[], fits: (line: string) => boolean, change: (line: string) => string, most = 5): void {
  const places = lines.flatMap((line, i) => (fits(line) ? [i] : []));
  assert.ok(places.length > 0, "there is nothing to change");
  const every = Math.max(1, Math.floor(places.length / most));
  for (let k = 0; k < places.length; k += every) {
    const at = places[k]!;
    const other = change(lines[at]!);
    assert.notEqual(other, lines[at]);
    fails([...lines.slice(0, at), other, ...lines.slice(at + 1)]);
  }
}

/** All hashes of the chain made anew, as one would who could change the whole record: only what was dealt and paid can tell. */
function forged(lines: readonly string[], at: number, change: (line: string) => string): string[] {
  const whole = [...lines];
  whole[at] = change(whole[at]!);
  assert.notEqual(whole[at], lines[at]);
  const read = whole.map((line) => JSON.parse(line));
  const head = read.find((line) => line.felt === "table");
  let hash = new Uint8Array(32);
  for (const line of read.filter((each) => each.felt === "record")) {
    hash = recordHash(hash, head.number, line);
    line.hash = hex(hash);
  }
  head.head = hex(hash);
  return read.map((line) => JSON.stringify(line));
}

const folder = process.env["FELT_HISTORIES"] ?? "";
const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".jsonl")) : [];

for (const name of files) {
  const lines = readFileSync(`${folder}/${name}`, "utf8").trimEnd().split("\n");
  test(`${name}: every shoe is dealt again and every bet settled again`, () => {
    const found = verify(lines);
    assert.ok(found.shoes > 0 && found.bets > 0 && found.covered > 0, JSON.stringify(found));
    assert.equal(found.records, lines.filter((line) => line.startsWith('{"felt":"record"')).length);
  });
  test(`${name}: a pay that was changed fails`, () => {
    changed(lines, (line) => line.includes('"kind":"paid"'), (line) => line.replace(/"back":(\d+)/, (_, n) => `"back":${Number(n) + 1}`));
  });
  test(`${name}: a result that was changed fails`, () => {
    changed(
      lines,
      (line) => line.includes('"kind":"dealt"'),
      (line) => line.replace(/"way":(\d+),"dealt":\[(\[")?(..)?/, (_, way, open, card) =>
        open === undefined ? `"way":${(Number(way) % 36) + 1},"dealt":[` : `"way":${way},"dealt":[["${card === "2S" ? "3S" : "2S"}`,
      ),
    );
  });
  test(`${name}: a seed, a commitment or a hash that was changed fails`, () => {
    const turn = (digit: string) => (digit === "0" ? "1" : "0");
    changed(lines, (line) => line.includes('"shoe-seed"'), (line) => line.replace(/"seed":"(.)/, (_, d) => `"seed":"${turn(d)}`));
    changed(lines, (line) => line.includes('"shoe-open"'), (line) => line.replace(/"commitment":"(.)/, (_, d) => `"commitment":"${turn(d)}`));
    changed(lines, (line) => line.includes('"felt":"record"'), (line) => line.replace(/"hash":"(.)/, (_, d) => `"hash":"${turn(d)}`));
    changed(lines, (line) => line.includes('"form":{'), (line) => line.replace(/"win":\[(\d+)/, (_, n) => `"win":[${Number(n) + 1}`));
  });
  test(`${name}: whoever makes every hash anew is found out by the seed and by the sheets`, () => {
    const last = (word: string) => lines.map((line) => line.includes(word)).lastIndexOf(true, lines.length - 20);
    assert.doesNotThrow(() => verify(forged([...lines.slice(0, 1), lines[1]! + " ", ...lines.slice(2)], 1, (line) => line.trimEnd())));
    fails(forged(lines, last('"kind":"paid"'), (line) => line.replace(/"winnings":(\d+)/, (_, n) => `"winnings":${Number(n) + 1}`)));
    fails(forged(lines, last('"kind":"placed"'), (line) => line.replace(/"held":(\d+)/, (_, n) => `"held":${Number(n) + 1}`)));
    fails(forged(lines, last('"shoe-seed"'), (line) => line.replace(/"seed":"./, (found) => `${found.slice(0, -1)}${found.endsWith("0") ? "1" : "0"}`)));
  });
  test(`${name}: records that are left out, moved or cut off fail`, () => {
    const first = lines.findIndex((line) => line.startsWith('{"felt":"record"'));
    fails([...lines.slice(0, first + 3), ...lines.slice(first + 4)]);
    fails([...lines.slice(0, first + 3), lines[first + 4]!, lines[first + 3]!, ...lines.slice(first + 5)]);
    fails(lines.slice(0, -1));
    fails([...lines.slice(0, -2), lines[lines.length - 1]!]);
    fails([...lines, lines[lines.length - 1]!]);
  });
}

/** The first line after which no bet is up, and no shoe in play. */
function firstFloor(lines: readonly string[]): number {
  const up = new Set<number>();
  return lines.findIndex((line) => {
    const read = JSON.parse(line);
    for (const event of read.events ?? []) {
      if (event.kind === "placed") up.add(event.bet);
      if (event.kind === "paid" || (event.kind === "changed" && event.held === 0 && ["take-down", "lower"].includes(event.action))) up.delete(event.bet);
    }
    return read.json?.felt === "shoe-seed" && up.size === 0;
  });
}

/** The file as it is when everything up to a line was retired: nothing is up there, and no shoe is made or in play. */
function retired(lines: readonly string[], at: number): string[] {
  const read = lines.map((line) => JSON.parse(line));
  const gone = read.slice(0, at + 1).filter((line) => line.felt === "record");
  const events = gone.flatMap((line) => line.events ?? []);
  const last = (field: string) => Math.max(0, ...events.map((event) => event[field] ?? 0));
  const setup = gone.filter((line) => line.json?.felt === "setup").pop()!;
  const opening = { felt: "opening", setup_record: setup.sequence, setup: setup.json, events: events.length, round: last("round"), bet: last("bet"), shoe: last("shoe") };
  const floor = { sequence: gone.length, hash: gone[gone.length - 1]!.hash, opening: { ...opening, phase: 0, hand_events: 0 } };
  const left = read.filter((line, i) => line.felt === "record" && i > at).length;
  const kinds = ["history", "game", "document", "table", "record", "end"]; // what a floor names stands before it
  return read
    .filter((line, i) => line.felt !== "record" || i > at)
    .sort((one, other) => kinds.indexOf(one.felt) - kinds.indexOf(other.felt))
    .map((line) => JSON.stringify(line.felt === "table" ? { ...line, records: left, floor } : line.felt === "end" ? { ...line, records: left } : line));
}

for (const name of existsSync(folder) ? readdirSync(folder) : [])
  test(`${name}: a chain that has lost its beginning is verified from its floor on`, () => {
    const lines = readFileSync(`${folder}/${name}`, "utf8").trimEnd().split("\n");
    const at = firstFloor(lines);
    if (at < 0) return assert.match(name, /craps/); // somebody there always leaves a bet that is off
    const whole = verify(lines);
    const rest = retired(lines, at);
    const found = verify(rest);
    assert.equal(found.before + found.records, whole.records);
    assert.ok(found.rounds > 0 && found.rounds < whole.rounds);
    const table = (change: (line: string) => string) => rest.map((line) => (line.includes('"felt":"table"') ? change(line) : line));
    fails(table((line) => line.replace(/"sequence":(\d+)/, (_, n) => `"sequence":${Number(n) + 1}`)));
    fails(table((line) => line.replace(/"hash":"(.)/, (_, digit) => `"hash":"${digit === "0" ? "1" : "0"}`)));
    fails(table((line) => line.replace(/"bet":(\d+)/, (_, n) => `"bet":${Number(n) + 1}`)));
  });
