// web/src/views/odds/sheet.tsx - one sheet: its wagers, its PAR sheet, its rule card, and what the checker says of it.

import { useEffect, useState } from "preact/hooks";
import { asRefusal, Refusal } from "../../api.ts";
import { findingsOf, oddsOf, parOf, sheetOf, type Finding, type Odds, type Sheet } from "./calls.ts";
import { RuleCard } from "./card.tsx";
import { FindingList } from "./findings.tsx";
import { Wagers } from "./wagers.tsx";
import { many } from "../../words.ts";

interface Loaded {
  sheet: Sheet;
  odds: Odds[] | Refusal; // a sheet that is not complete has none
  findings: Finding[];
}

export function Sorry(props: { problem: Refusal; again: () => void }) {
  return (
    <section class="odds-card" role="alert">
      <p class="odds-note bad">{props.problem.words}</p>
      <p class="odds-note">
        <button class="button ink" onClick={props.again}>
          Try again
        </button>{" "}
        <a href="#/odds">All sheets</a>
      </p>
    </section>
  );
}

// ---- the PAR sheet ----

function ParButton(props: { sheet: string }) {
  const [said, setSaid] = useState("");
  const [busy, setBusy] = useState(false);
  const fetchIt = async () => {
    setBusy(true);
    setSaid("Making the PAR sheet …");
    try {
      const answer = await fetch(parOf(props.sheet));
      if (!answer.ok) throw new Error();
      await answer.blob();
      const link = document.createElement("a");
      link.href = parOf(props.sheet);
      link.download = `${props.sheet}.par.pdf`;
      link.click();
      setSaid("");
    } catch {
      setSaid("The PAR sheet could not be made. Try again later, or use felt par.");
    }
    setBusy(false);
  };
  return (
    <>
      <button class="button ink" data-par disabled={busy} onClick={() => void fetchIt()}>
        PAR sheet, PDF
      </button>
      <span class="par-said" role="status">
        {said}
      </span>
    </>
  );
}

// ---- the view ----

function Rest(props: { loaded: Loaded }) {
  const { sheet, findings } = props.loaded;
  const computed = !(props.loaded.odds instanceof Refusal);
  const whole = findings.filter((each) => !computed || each.wager === "");
  return (
    <>
      <section class="odds-card" aria-label="Rule card">
        <header>
          <h2>Rule card</h2>
        </header>
        <RuleCard card={sheet.card} />
      </section>
      <section class="odds-card" aria-label="What the checker says">
        <header>
          <h2>What the checker says of the sheet</h2>
        </header>
        <FindingList findings={whole} nothing={computed ? "Nothing that is not said of one of its wagers." : "Nothing."} />
      </section>
      <details class="odds-card sheet-text">
        <summary>The sheet itself</summary>
        <pre tabIndex={0}>{sheet.text}</pre>
      </details>
    </>
  );
}

export function SheetView(props: { name: string; wager: string }) {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [problem, setProblem] = useState<Refusal | null>(null);
  const load = () => {
    setProblem(null);
    const odds = oddsOf(props.name).catch((error: unknown) => {
      if (error instanceof Refusal && error.code === "sheet") return error;
      throw error;
    });
    Promise.all([sheetOf(props.name), odds, findingsOf(props.name)]).then(
      ([sheet, figures, findings]) => setLoaded({ sheet, odds: figures, findings }),
      (error: unknown) => setProblem(asRefusal(error)),
    );
  };
  useEffect(load, [props.name]);
  if (problem !== null) return <Sorry problem={problem} again={load} />;
  if (loaded === null) return <p class="loading ink">Computing every wager …</p>;
  const { sheet, odds } = loaded;
  return (
    <>
      <div class="odds-title">
        <div>
          <p class="crumb">
            <a href="#/odds">Odds</a>
          </p>
          <h1>{sheet.name}</h1>
          <p class="quiet-ink">
            {sheet.game}, {many(sheet.wager_count, "wager")}. {sheet.sources.map((each) => each.title).join("; ")}
          </p>
        </div>
        <div class="odds-actions">
          {sheet.tables.slice(0, 2).map((table) => (
            <a key={table.table} class="button plain" href={`#/table/${table.table}`}>
              Play {table.name}
            </a>
          ))}
          <a class="button plain" href={`#/workshop/${sheet.sheet}`}>
            Change it
          </a>
          {!(odds instanceof Refusal) && <ParButton sheet={sheet.sheet} />}
        </div>
      </div>
      {odds instanceof Refusal ? (
        <section class="odds-card" role="alert">
          <p class="odds-note bad">This sheet has no odds yet: a wager of it is not complete. Below, the checker says why.</p>
        </section>
      ) : (
        <Wagers sheet={sheet} odds={odds} findings={loaded.findings} wager={props.wager} />
      )}
      <Rest loaded={loaded} />
    </>
  );
}
