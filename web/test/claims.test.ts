// web/test/claims.test.ts - the hashes of a making against the published vectors, and what a player was shown against the record.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { hex, unhex } from "../src/verify/bytes.ts";
import { needAsShown, ownParts, type Part } from "../src/verify/claims.ts";
import { clientCommitment, dealing, listHash, Making, serverCommitment } from "../src/verify/shoes.ts";
import { HistoryCheck } from "../src/verify.ts";
import { test } from "./tap.ts";

test("commitments and the closed list are those of docs/fairness.md", () => {
  const bytes = (from: number) => Uint8Array.from({ length: 32 }, (_, i) => from + i);
  const commitment = serverCommitment("baccarat", 7, bytes(0));
  assert.equal(commitment, "371494d438ee50d092918de532260992718c74d183738ab2749dc862af7ce795");
  const clients = [
    { player: 3, commitment: clientCommitment("baccarat", 7, 3, bytes(0x20)) },
    { player: 12, commitment: clientCommitment("baccarat", 7, 12, unhex("ff".repeat(32))) },
  ];
  assert.equal(clients[0]!.commitment, "0d56d3b2656748815d6cbec215d9fae6e975bcadcfd9a56771f06ff7c1f88e67");
  assert.equal(clients[1]!.commitment, "5532712de3c34962e7efa62a58f0786b69e626c4827922d97616d4a3a8a9fe8d");
  const rules = { cut: "always-one-more", burn: "value" };
  const list = listHash("baccarat", { shoe: 7, decks: 8, cut: 14, rules, commitment, clients });
  assert.equal(hex(list), "4c4135ce6fbf9f85a090b7b8ac535bf1727d66c4a5a8e22e484df027d8dfcb11");
});

const published = JSON.parse(readFileSync(new URL("../../tests/fair/vectors.json", import.meta.url), "utf8"));
for (const vector of published.filter((each: { table: string }) => each.table !== "punto")) // it has player 2^53, which is no safe number here
  test(`the making of ${vector.table} is followed, and dealt as published`, () => {
    const records = vector.records.map((record: string) => JSON.parse(record));
    const making = new Making(vector.table, records[0], 0);
    for (const record of records.slice(1)) making.follow(record);
    assert.equal(hex(making.seed), vector.seed);
    const source = dealing({ all_ways: 36 }, making, making.seed);
    if (vector.decks === 0) {
      for (const way of vector.ways) assert.equal(source.next().value, way + 1);
      return;
    }
    const dealt = [...source].map((hands: string[][]) => hands.map((hand) => hand.join(" ")).join(" / "));
    assert.equal(dealt.length, vector.round_count);
    assert.deepEqual(dealt.slice(0, 5), vector.rounds);
    assert.equal(dealt.at(-1), vector.last_round);
  });

test("a shoe whose opening names a rule that is none is refused", () => {
  const open = { felt: "shoe-open", shoe: 1, decks: 8, cut: 14, cut_rule: "one-more", burn: "value", commitment: "" };
  new Making("t", open, 0);
  assert.throws(() => new Making("t", { ...open, cut_rule: "two-more" }, 0));
  assert.throws(() => new Making("t", { ...open, burn: undefined }, 0));
});

const folder = process.env["FELT_HISTORIES"] ?? "";
const lines = (name: string) => readFileSync(`${folder}/${name}`, "utf8").trimEnd().split("\n");

function checked(name: string, round: number): HistoryCheck {
  const check = new HistoryCheck(round);
  for (const line of lines(name)) check.line(line);
  check.finish();
  return check;
}

for (const name of existsSync(folder) ? readdirSync(folder) : [])
  test(`${name}: a round is as the record has it, or fails`, () => {
    const check = checked(name, 3);
    const drawn = check.told!.drawn as string[][] | number;
    const cards = typeof drawn === "number" ? undefined : { player: drawn[0]!, banker: drawn[1]! };
    const dice = typeof drawn === "number" ? [Math.floor((drawn - 1) / 6) + 1, ((drawn - 1) % 6) + 1] : undefined;
    const paid = [...check.told!.paid].map(([bet, net]) => ({ bet, net }));
    const shown = { round: 3, dealt: cards, dice, paid };
    needAsShown(check, shown);
    const otherDice = { ...shown, dice: dice?.map((face) => 7 - face) };
    const wrong = cards === undefined ? otherDice : { ...shown, dealt: { player: cards.banker, banker: cards.player } };
    assert.throws(() => needAsShown(check, wrong), /dealt otherwise/);
    assert.throws(() => needAsShown(check, { ...shown, paid: [...paid, { bet: 1e9, net: 1 }] }), /paid otherwise/);
    assert.throws(() => needAsShown(checked(name, 1e9), { ...shown, round: 1e9 }), /not in the record/);
  });

for (const name of existsSync(folder) ? readdirSync(folder) : [])
  test(`${name}: a part that a player gave is in the record as he gave it, or fails`, () => {
    const check = checked(name, 0);
    const making = [...check.makings.values()].find((each) => each.clients.length > 0 && each.serverSeed !== "");
    assert.ok(making !== undefined, "nobody took part");
    const { player, commitment } = making.clients[0]!;
    const part: Part = { shoe: making.shoe, entropy: making.entropyOf(player), commitment, server: making.commitment, sealed: true };
    assert.equal(ownParts(check, player, [part, { ...part, entropy: "00", sealed: false }]), 1);
    for (const other of [{ entropy: "00" }, { commitment: "00" }, { server: "00" }, { shoe: 1e9 }])
      assert.throws(() => ownParts(check, player, [{ ...part, ...other }]), /number \d+ is not/);
    assert.throws(() => ownParts(check, player + 1e6, [part]), /not as you gave it/);
  });
