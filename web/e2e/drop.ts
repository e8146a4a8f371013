// web/e2e/drop.ts - a connection that drops or hangs: a notice while it is away, and then everything, once.
import assert from "node:assert/strict";
import { connect, createServer, type AddressInfo, type Server as TcpServer, type Socket } from "node:net";
import type { Browser } from "playwright-core";
import { money } from "../src/money.ts";
import { test } from "../test/tap.ts";
import { AWAY, Person } from "./browser.ts";
import { Server } from "./server.ts";

/** A wire to the server that can be cut. */
class Wire {
  private readonly open = new Set<Socket>();
  private readonly listener: TcpServer;
  private whole = true;

  constructor(private readonly server: Server) {
    this.listener = createServer((near) => this.join(near));
  }

  listen(): Promise<void> {
    return new Promise((ready) => this.listener.listen(0, "127.0.0.1", ready));
  }

  get address(): string {
    return `http://127.0.0.1:${(this.listener.address() as AddressInfo).port}`;
  }

  private join(near: Socket): void {
    if (!this.whole) {
      near.destroy();
      return;
    }
    const far = connect(this.server.port, "127.0.0.1");
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.open.add(one);
      one.pipe(other);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        this.open.delete(one);
        other.destroy();
      });
    }
  }

  cut(): void {
    this.whole = false;
    for (const socket of this.open) socket.destroy();
  }

  mend(): void {
    this.whole = true;
  }

  end(): void {
    this.cut();
    this.listener.close();
  }
}

export function testDrop(browser: Browser, server: Server): void {
  test("a connection that drops says so, and comes back with every round and every bet, once", async () => {
    const wire = new Wire(server);
    await wire.listen();
    const near = await Person.come(browser, server);
    const far = await Person.come(browser, { address: wire.address } as Server);
    for (const person of [near, far]) {
      await person.sitAt("golden-dragon");
      await person.bet("player");
    }
    const before = await far.me();
    far.expects(AWAY);
    wire.cut();
    await far.page.waitForSelector(".notice");
    const round = (await near.round()) + 1;
    await near.page.click(".controls .big:enabled"); // the round that the other does not see
    await near.sees(round);
    await far.page.click('[data-wager="banker"] .spot-bet'); // a command that nobody hears yet
    assert.ok(await far.page.isVisible(".notice"), "the notice is gone while the connection is");
    wire.mend();
    await far.page.waitForSelector(".notice", { state: "detached" });
    await far.sees(round);
    await far.seesBet("banker");
    assert.equal(await far.text(".hands"), await near.text(".hands"));
    assert.equal((await far.ledger()).length, 1);
    const { bets } = await far.own("golden-dragon");
    assert.deepEqual(
      bets.map((bet) => bet.wager),
      ["banker"],
    );
    const after = await far.me();
    assert.equal(after.player, before.player);
    await far.page.waitForFunction((wanted) => document.querySelector(".balance")?.textContent === wanted, money(after.balance.available));
    assert.deepEqual([...near.errors, ...far.errors], []);
    await near.context.close();
    await far.context.close();
    wire.end();
  });

  test("a connection that hangs is noticed though nothing closes it, and comes back with every bet, once", async () => {
    const own = new Server(server.felt); // who is at the other one goes on
    await own.start();
    const person = await Person.come(browser, own);
    await person.sitAt("golden-dragon");
    await person.bet("player");
    const before = await person.me();
    person.expects(AWAY);
    own.freeze();
    try {
      await person.page.click('[data-wager="banker"] .spot-bet'); // it is sent, and nobody reads it yet
      await person.page.waitForSelector(".notice");
    } finally {
      own.thaw();
    }
    await person.page.waitForSelector(".notice", { state: "detached" });
    await person.seesBet("banker");
    const bets = (await person.own("golden-dragon")).bets.filter((bet) => bet.stake > 0);
    assert.deepEqual(
      bets.map((bet) => bet.wager),
      ["player", "banker"],
    );
    const after = await person.me();
    assert.equal(after.balance.available, before.balance.available - bets[1]!.stake);
    await person.deal();
    assert.equal((await person.ledger()).length, 2);
    await person.page.waitForFunction((wanted) => document.querySelector(".balance")?.textContent === wanted, money((await person.me()).balance.available));
    assert.deepEqual(person.errors, []);
    await person.context.close();
    await own.end();
  });

  test("who does nothing is told, too, that the connection hangs", async () => {
    const own = new Server(server.felt); // who is at the other one goes on
    await own.start();
    const person = await Person.come(browser, own);
    await person.sitAt("golden-dragon");
    person.expects(AWAY);
    own.freeze();
    try {
      await person.page.waitForSelector(".notice");
    } finally {
      own.thaw();
    }
    await person.page.waitForSelector(".notice", { state: "detached" });
    await person.bet("player");
    await person.deal();
    assert.equal((await person.ledger()).length, 1);
    assert.deepEqual(person.errors, []);
    await person.context.close();
    await own.end();
  });
}
