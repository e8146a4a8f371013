// web/test/baccarat.test.ts - totals, the order of cards, and the line that explains a draw, which never speaks of a card that lies face down.
import assert from "node:assert/strict";
import { explain, order, total, winner } from "../src/baccarat.ts";
import { test } from "./tap.ts";

test("cards count as in baccarat", () => {
  assert.equal(total(["KS", "10H", "5C"]), 5);
  assert.equal(total(["9S", "AH"]), 0);
  assert.equal(winner({ player: ["9S", "KD"], banker: ["8S", "KD"] }), "player");
  assert.equal(winner({ player: ["4S", "4D"], banker: ["8S", "KD"] }), "tie");
});

test("cards come in their order", () => {
  const cards = order({ player: ["2S", "3S", "4S"], banker: ["2H", "3H", "4H"] });
  assert.deepEqual(cards.map((card) => card.hand[0]! + card.index).join(" "), "p0 b0 p1 b1 p2 b2");
});

test("a draw is explained by its rule", () => {
  const lines: [string[], string[], RegExp][] = [
    [["9S", "KD"], ["2S", "3D"], /The player has a natural: nobody draws/],
    [["6S", "KD"], ["2S", "3D", "4D"], /stood on 6; the banker drew on 5/],
    [["6S", "KD"], ["3S", "3D"], /stood on 6, and the banker stands on 6/],
    [["2S", "KD", "8D"], ["3S", "KD"], /stood on 3 because .* an 8: on 3 he draws unless it is an 8/],
    [["2S", "KD", "5D"], ["KS", "KH", "9D"], /drew on 0: on 2 or less he always draws/],
    [["2S", "KD", "AD"], ["4S", "KD"], /stood on 4 because .* an ace: on 4 he draws against 2 to 7/],
    [["2S", "KD", "QD"], ["3S", "KD", "2H"], /drew on 3 because .* a queen, which counts 0: on 3/],
    [["2S", "KD", "5D"], ["KS", "7H"], /stands on 7/],
    [["2S", "KD", "6D"], ["KS", "6H", "2H"], /drew on 6 because .* a 6: on 6 he draws against 6 or 7/],
  ];
  for (const [player, banker, wanted] of lines) assert.match(explain({ player, banker }, player.length + banker.length), wanted);
});

test("what lies face down is not given away", () => {
  const hands = (third: string, last: string) => ({ player: ["2S", "KD", third], banker: ["2H", "3H", last] });
  for (let shown = 0; shown < 5; shown++) assert.equal(explain(hands("6D", "4D"), shown), explain(hands("7D", "9C"), shown));
  assert.equal(explain(hands("6D", "4D"), 5), explain(hands("6D", "9C"), 5));
});
