// web/test/pulse.test.ts - a connection that hangs is noticed, one that is slow or a page that slept is not taken for it.
import assert from "node:assert/strict";
import { CHECK_MS, Pulse } from "../src/pulse.ts";
import { test } from "./tap.ts";

/** A clock that is looked at every second; what each look says, up to the first that is not "well". */
function world(patience = 10000) {
  let now = 1000;
  const pulse = new Pulse(patience, () => now);
  const until = (seconds: number) => {
    for (let i = 1; i <= seconds; i++) {
      now += CHECK_MS;
      const says = pulse.check();
      if (says !== "well") return `${says} after ${i}`;
    }
    return "well";
  };
  const sleep = (seconds: number) => (now += 1000 * seconds);
  return { pulse, until, sleep };
}

test("after some silence it is asked, and without an answer nobody is there", () => {
  const { pulse, until } = world();
  pulse.hear();
  assert.equal(until(60), "ask after 6");
  pulse.ask();
  assert.equal(until(60), "gone after 9");
});

test("whatever comes is a sign of life", () => {
  const { pulse, until } = world();
  for (let i = 0; i < 20; i++) {
    pulse.hear();
    pulse.ask();
    assert.equal(until(8), "well");
  }
  pulse.hear();
  assert.equal(until(5), "well");
});

test("a second question does not give the first more time", () => {
  const { pulse, until } = world();
  pulse.hear();
  pulse.ask();
  assert.equal(until(5), "well");
  pulse.ask();
  assert.equal(until(60), "gone after 4");
});

test("in doubt there is less time, until something comes", () => {
  const { pulse, until } = world();
  pulse.hear();
  pulse.ask();
  pulse.doubt();
  assert.equal(until(3), "well");
  pulse.hear();
  pulse.ask();
  assert.equal(until(8), "well");
  pulse.doubt();
  assert.equal(until(60), "gone after 4");
});

test("a connection that is being made has its own time", () => {
  const { until } = world(20000);
  assert.equal(until(60), "gone after 21");
});

test("who has slept reads first what came meanwhile", () => {
  const { pulse, until, sleep } = world();
  pulse.hear();
  pulse.ask();
  sleep(3600);
  assert.equal(until(8), "well");
  assert.equal(until(60), "gone after 2");
  pulse.hear();
  sleep(3600);
  assert.equal(until(1), "ask after 1");
});
