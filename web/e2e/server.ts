// web/e2e/server.ts - a felt serve of the test's own, in a folder of its own, that can be killed and started again.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const ROOT = resolve(process.cwd(), "..");

const CRAPS = `  sheets craps
  with odds-working is off
  with dont-odds-working is working
  with place-come-out is off
  with hard-come-out is working
  with lay-come-out is working
  with vig is on-win
  with field-12 is triple
  with odds-limit is 3-4-5
`;

/** Beside the tables that come with Felt: a sheet of one's own, and a shoe that soon ends. */
const MORE = `
table "House special" as special
  sheets house-special
  with boxcars is plain
  with paytable is tight
  seats 7
  pace on demand
  rest 0 seconds
  stakes 1 to 100
  limit event 1000000

table "Craps for one" as craps-alone
${CRAPS}  seats 1
  pace on demand
  rest 0 seconds
  stakes 1 to 500
  chips 6 on place on 6, place on 8
  limit event 1000000

table "Craps to be paid" as craps-paid
${CRAPS}  seats 1
  bets 64
  pace on demand
  rest 0 seconds
  stakes 1 to 500
  chips 6 on place on 6, place on 8
  limit event 1000000

table "By the clock" as clock
  sheets baccarat
  with decks is 8
  with banker-pay is commission
  with tie-pay is 8
  seats 7
  pace 8 seconds
  rest 0 seconds
  cut 14
  stakes 1 to 500
  limit event 1000000

table "Whole shoes" as whole
  sheets baccarat
  with decks is 8
  with banker-pay is commission
  with tie-pay is 8
  seats 7
  pace on demand
  rest 0 seconds
  cut 14
  stakes 1 to 500
  limit event 1000000

table "Shortest shoe" as short
  sheets baccarat
  with decks is 8
  with banker-pay is commission
  with tie-pay is 8
  seats 7
  pace on demand
  rest 0 seconds
  cut 400
  stakes 1 to 500
  limit event 1000000
`;

/** Who runs the house; made before the first start, as an operator is. */
export const BOSS = { name: "Boss", passphrase: "a desk by the door" };

/** A sheet that compiles, and says nothing of ties. */
const UNFINISHED = `sheet "Unfinished"
game baccarat with 8 decks

wager "Half" as half
  player wins                                   pays 1 to 1
  banker wins                                   loses
`;

/** Room for bets that go on and on while the dice are against a decision, and for everybody whom a test leaves behind in a seat; and one table that is dealt by the clock, the one above. */
function forTests(shipped: string): string {
  const roomy = shipped.replaceAll("bets 64", "bets 256").replace(/^( {2}seats) \d+$/gm, "$1 64");
  return roomy.replace(/pace \d+ seconds\n {2}rest \d+ seconds/g, "pace on demand\n  rest 0 seconds") + MORE;
}

export class Server {
  readonly folder = mkdtempSync(join(tmpdir(), "felt-page-"));
  port = 0;
  private process: ChildProcess | null = null;

  readonly tables: string; // the tables file
  readonly environment: NodeJS.ProcessEnv;

  /** `shipped`: the tables that come with Felt, as they are. */
  constructor(
    readonly felt: string,
    kind: "for tests" | "shipped" = "for tests",
  ) {
    cpSync(join(ROOT, "rules"), join(this.folder, "rules"), { recursive: true });
    cpSync(join(ROOT, "examples/house-special.felt"), join(this.folder, "rules/house-special.felt"));
    writeFileSync(join(this.folder, "rules/unfinished.felt"), UNFINISHED);
    this.environment = { ...process.env, FELT_RULES: join(this.folder, "rules") };
    const shipped = readFileSync(join(ROOT, "tables/felt.tables"), "utf8");
    this.tables = kind === "shipped" ? shipped : forTests(shipped);
    writeFileSync(join(this.folder, "tables"), this.tables);
    execFileSync(felt, ["operator", "add", BOSS.name, "--store", this.store], { input: `${BOSS.passphrase}\n`, stdio: "pipe" });
  }

  private get store(): string {
    return `sqlite:${join(this.folder, "felt.db")}`;
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const words = ["serve", "--listen", `127.0.0.1:${this.port}`, "--store", this.store, "--tables", join(this.folder, "tables")];
    const more = ["--guest", "5000", "--guest-cap", "1000000", "--large-win", "1", "--web", join(process.cwd(), "dist")];
    const child = spawn(this.felt, [...words, ...more], {
      stdio: ["ignore", "pipe", "pipe"],
      env: this.environment,
    });
    this.process = child;
    let said = "";
    child.stderr!.on("data", (bytes: Buffer) => (said += bytes.toString()));
    await new Promise<void>((ready, failed) => {
      child.stdout!.on("data", (bytes: Buffer) => {
        const found = /http:\/\/127\.0\.0\.1:(\d+)/.exec(bytes.toString());
        if (found === null) return;
        this.port = Number(found[1]);
        ready();
      });
      child.on("exit", (code) => failed(new Error(`felt serve ended with ${code}: ${said.slice(-2000)}`)));
    });
  }

  async kill(signal: "SIGKILL" | "SIGTERM" = "SIGKILL"): Promise<void> {
    const child = this.process;
    if (child === null) return;
    this.process = null;
    const gone = new Promise((done) => child.on("exit", done));
    child.kill(signal);
    await gone;
  }

  /** It hangs: connections stay, and nothing is answered. */
  freeze(): void {
    this.process?.kill("SIGSTOP");
  }

  thaw(): void {
    this.process?.kill("SIGCONT");
  }

  /** The chain of a table as a file, which felt verify and felt audit have accepted; its lines. */
  async audited(table: string): Promise<Record<string, unknown>[]> {
    let next: string | undefined = `/api/tables/${table}/history`;
    let whole = "";
    while (next !== undefined) {
      const answer: Response = await fetch(this.address + next);
      whole += await answer.text();
      next = /<([^>]+)>; rel="next"/.exec(answer.headers.get("Link") ?? "")?.[1];
    }
    const file = join(this.folder, `${table}.jsonl`);
    writeFileSync(file, whole);
    for (const verb of ["verify", "audit"]) execFileSync(this.felt, [verb, file], { stdio: "pipe" });
    return whole
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  async end(): Promise<void> {
    await this.kill("SIGTERM");
    rmSync(this.folder, { recursive: true, force: true });
  }
}
