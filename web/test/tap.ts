// web/test/tap.ts - tests that print TAP, one after the other, with any Node.js.

let queue: Promise<void> = Promise.resolve();
let count = 0;
let failed = 0;

/** One that hangs is a failure, and the others run. */
const LIMIT_MS = 600000;

function within(limit: number, body: () => void | Promise<void>): Promise<void> {
  return new Promise((go, fail) => {
    const timer = setTimeout(() => fail(new Error(`not done after ${limit / 1000} s`)), limit);
    Promise.resolve()
      .then(body)
      .then(go, fail)
      .finally(() => clearTimeout(timer));
  });
}

async function run(name: string, body: () => void | Promise<void>): Promise<void> {
  count++;
  try {
    await within(LIMIT_MS, body);
    console.log(`ok ${count} - ${name}`);
  } catch (problem) {
    failed++;
    console.log(`not ok ${count} - ${name}`);
    const text = problem instanceof Error ? (problem.stack ?? problem.message) : String(problem);
    for (const line of text.split("\n").slice(0, 30)) console.log(`# ${line}`);
  }
}

/** FELT_ONLY: a pattern of the tests to run, for who works on one of them. */
const only = new RegExp(process.env["FELT_ONLY"] ?? "");

export function test(name: string, body: () => void | Promise<void>): Promise<void> {
  if (!only.test(name)) return queue;
  queue = queue.then(() => run(name, body));
  return queue;
}

export async function finish(): Promise<void> {
  await queue;
  console.log(`1..${count}`);
  process.exitCode = failed > 0 ? 1 : 0;
}
