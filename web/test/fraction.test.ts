// web/test/fraction.test.ts - decimals of exact fractions.
import assert from "node:assert/strict";
import { compare, decimal, fraction, minus, net, percent, roughly, signedPercent, written } from "../src/fraction.ts";
import { test } from "./tap.ts";

const NB = "\u00a0";

test("fractions: decimals are rounded to the nearest, halves away from nothing", () => {
  const cases: [string, number, string][] = [
    ["1/3", 4, "0.3333"],
    ["2/3", 4, "0.6667"],
    ["1/8", 2, "0.13"],
    ["-1/8", 2, "\u22120.13"],
    ["-1/1000", 2, "0.00"],
    ["12345678/1", 0, "12,345,678"],
    ["123456789012345678901234567890/7", 3, "17,636,684,144,620,811,271,604,938,270.000"],
    ["999999/1000000", 4, "1.0000"],
  ];
  for (const [text, places, wanted] of cases) assert.equal(decimal(fraction(text), places), wanted, text);
});

test("fractions: edges, net wins, and themselves", () => {
  assert.equal(percent(fraction("241149546272/19524993263685")), `1.2351${NB}%`);
  assert.equal(percent(fraction("-66274384744/6508331087895")), `\u22121.0183${NB}%`);
  assert.equal(signedPercent(fraction("1/100")), `+1.0000${NB}%`);
  assert.equal(signedPercent(fraction("1/1000000000")), `0.0000${NB}%`);
  assert.equal(net(fraction("12/1")), "+12");
  assert.equal(net(fraction("-83/6")), "\u221213.83");
  assert.equal(net(fraction("0/1")), "0");
  assert.equal(written("-1769445112/47506066335"), "\u22121,769,445,112 / 47,506,066,335");
  assert.equal(written("5/1"), "5");
});

test("fractions: compared and taken from each other exactly", () => {
  const [a, b] = [fraction("10000000000000000/10000000000000001"), fraction("10000000000000001/10000000000000002")];
  assert.equal(compare(a, b), -1);
  assert.equal(compare(b, a), 1);
  assert.equal(compare(a, a), 0);
  assert.equal(minus(a, a).above, 0n);
  assert.equal(roughly(fraction("-3/4")), -0.75);
});
