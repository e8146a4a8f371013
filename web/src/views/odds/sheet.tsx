// web/src/views/odds/sheet.tsx - one sheet: its wagers under the choices that are looked at, a shoe to take cards out of, its rule card.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Refusal } from "../../api.ts";
import { fraction, percent } from "../../fraction.ts";
import { compute, findingsOf, keyOf, nameOf, oddsOf, parOf, sheetOf, type Finding, type Odds, type Sheet } from "./calls.ts";
import { RuleCard } from "./card.tsx";
import { ALL, optionsOf, sameBut, under, usual, type Chosen } from "./choices.ts";
import { Filters } from "./filters.tsx";
import { FindingList } from "./findings.tsx";
import { fresh, isFresh, shoeText, ShoeEditor, type Shoe } from "./shoe.tsx";
import { OddsTable } from "./table.tsx";
import { WagerDetail } from "./wager.tsx";

interface Loaded {
  sheet: Sheet;
  odds: Odds[] | Refusal; // a sheet that is not complete has none
  findings: Finding[];
}

export function Sorry(props: { problem: Refusal; again: () => void }) {
  return (
    <section class="odds-card" role="alert">
      <p class="odds-note bad">
        {props.problem.message}. {props.problem.advice}.
      </p>
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

// ---- the shoe ----

interface Dealt {
  odds: Odds[] | null; // from the shoe as it is; null: it is fresh, or nobody knows yet
  problem: string;
}

function useShoe(sheet: Sheet, shoe: Shoe | null): Dealt {
  const [dealt, setDealt] = useState<Dealt>({ odds: null, problem: "" });
  const text = shoe === null || isFresh(shoe) ? "" : shoeText(shoe);
  useEffect(() => {
    let current = true;
    if (text === "") {
      setDealt({ odds: null, problem: "" });
      return;
    }
    const failed = (problem: unknown) => {
      const said = problem instanceof Refusal ? `${problem.message}. ${problem.advice}.` : "The server does not answer. Try again.";
      if (current) setDealt((before) => ({ ...before, problem: said }));
    };
    const timer = setTimeout(() => {
      compute({ text: sheet.text, shoe: text }).then((odds) => current && setDealt({ odds, problem: "" }), failed);
    }, 80);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [sheet, text]);
  return dealt;
}

function decksOf(sheet: Sheet): number[] {
  return sheet.options.find((each) => each.kind === "decks")?.choices.map((choice) => Number(choice.choice)) ?? [];
}

// ---- the view ----

/** Where list and wager take turns, whoever goes from one to the other is taken along. */
function useFocus(wager: string): void {
  const before = useRef(wager);
  useEffect(() => {
    const left = before.current;
    before.current = wager;
    if (left === wager || matchMedia("(min-width: 1000px)").matches) return;
    const target = wager === "" ? `[data-wager="${CSS.escape(left)}"] a` : ".wager-detail h2";
    document.querySelector<HTMLElement>(target)?.focus();
  }, [wager]);
}

function Wagers(props: { sheet: Sheet; odds: Odds[]; findings: Finding[]; wager: string }) {
  const { sheet, odds, findings } = props;
  const options = useMemo(() => optionsOf(sheet, odds), [odds]);
  const decks = useMemo(() => decksOf(sheet), [sheet]);
  const [chosen, setChosen] = useState<Chosen>(() => usual(options));
  const [beside, setBeside] = useState("");
  const [fractions, setFractions] = useState(false);
  const [shoe, setShoe] = useState<Shoe | null>(sheet.shoe && decks.length > 0 ? fresh(decks[decks.length - 1]!) : null);
  const dealt = useShoe(sheet, shoe);
  const moved = dealt.odds !== null && shoe !== null;

  const column = options.find((option) => option.option === beside);
  const looked = column === undefined ? chosen : { ...chosen, [beside]: ALL };
  const shown = useMemo(() => under(moved ? dealt.odds! : odds, looked), [odds, dealt, chosen, beside]);
  const was = (now: Odds) => odds.find((each) => sameBut(each, now, ["decks"]) && (each.options["decks"] ?? "") === String(shoe?.decks ?? ""));
  const named = options.filter((option) => looked[option.option] === ALL).map((option) => option.option);
  const href = (each: Odds) => `#/odds/${sheet.sheet}/${encodeURIComponent(keyOf(each))}`;
  const detail = shown.find((each) => keyOf(each) === props.wager) ?? (props.wager === "" ? shown[0] : undefined);
  const choose = (option: string, choice: string) => {
    setChosen((before) => ({ ...before, [option]: choice }));
    if (option === "decks" && choice !== ALL && shoe !== null) setShoe(fresh(Number(choice)));
  };
  const change = (next: Shoe) => {
    if (next.decks !== shoe?.decks) setChosen((before) => ("decks" in before ? { ...before, decks: String(next.decks) } : before));
    setShoe(next);
  };
  useFocus(props.wager);
  return (
    <div class={`odds-columns ${props.wager === "" ? "" : "has-wager"}`}>
      <div class="odds-left">
        <section class="odds-card" aria-label="Wagers">
          <header>
            <h2>Wagers{moved ? ", from this shoe" : ""}</h2>
            <button class="chip-button" data-fractions aria-pressed={fractions} onClick={() => setFractions(!fractions)}>
              Fractions
            </button>
          </header>
          <Filters options={moved ? options.filter((option) => option.kind !== "decks") : options} chosen={chosen} choose={choose} beside={beside} setBeside={setBeside} />
          {column !== undefined && <p class="odds-note">{column.title}:</p>}
          <OddsTable
            odds={shown}
            beside={column}
            named={named}
            before={moved && column === undefined ? was : undefined}
            fractions={fractions}
            chosen={detail === undefined ? "" : keyOf(detail)}
            href={href}
            label={`Wagers of ${sheet.name}`}
          />
        </section>
        {shoe !== null && (
          <section class="odds-card" aria-label="Shoe">
            <header>
              <h2>Shoe</h2>
            </header>
            <ShoeEditor
              shoe={shoe}
              decks={decks}
              set={change}
              problem={dealt.problem}
              said={moved ? `Edges are those of a shoe of ${shoe.counts.reduce((sum, count) => sum + count, 0)} cards.` : ""}
            />
          </section>
        )}
      </div>
      <div class="odds-right">
        <p class="hear" role="status">
          {detail === undefined ? "" : `Beside the list: ${nameOf(detail)}, ${detail.edge === null ? "no edge" : `house edge ${percent(fraction(detail.edge))}`}`}
        </p>
        {detail === undefined ? (
          <section class="odds-card">
            <p class="odds-note">
              This wager is not offered under these choices. <a href={`#/odds/${sheet.sheet}`}>All wagers</a>
            </p>
          </section>
        ) : (
          <WagerDetail
            sheet={sheet}
            odds={detail}
            findings={findings}
            shoe={moved ? shoeText(shoe) : undefined}
            back={`#/odds/${sheet.sheet}`}
          />
        )}
      </div>
    </div>
  );
}

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
      (error: unknown) => setProblem(error instanceof Refusal ? error : new Refusal(0, "error", String(error), "Load the page again")),
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
            {sheet.game}, {sheet.wager_count} wagers. {sheet.sources.map((each) => each.title).join("; ")}
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
