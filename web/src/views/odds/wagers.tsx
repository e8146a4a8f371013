// web/src/views/odds/wagers.tsx - the wagers of a sheet under some choices, a shoe to take cards out of, and one wager whole.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { asRefusal } from "../../api.ts";
import { fraction, percent } from "../../fraction.ts";
import { many } from "../../words.ts";
import { compute, keyOf, nameOf, type Finding, type Odds, type Option, type Sheet } from "./calls.ts";
import { ALL, optionsOf, sameBut, under, usual, type Chosen } from "./choices.ts";
import { Filters } from "./filters.tsx";
import { fresh, isFresh, shoeText, ShoeEditor, type Shoe } from "./shoe.tsx";
import { OddsTable } from "./table.tsx";
import { WagerDetail } from "./wager.tsx";

// ---- the shoe ----

interface Dealt {
  shoe: string; // that the odds are of; empty: it is fresh
  odds: Odds[];
  problem: string;
}

const NOTHING: Dealt = { shoe: "", odds: [], problem: "" };

/** The odds of a shoe that cards were taken out of. */
function useShoe(sheet: Sheet, shoe: Shoe | null): Dealt {
  const [dealt, setDealt] = useState<Dealt>(NOTHING);
  const text = shoe === null || isFresh(shoe) ? "" : shoeText(shoe);
  useEffect(() => {
    let current = true;
    if (text === "") {
      setDealt(NOTHING);
      return;
    }
    const failed = (problem: unknown) => {
      const said = asRefusal(problem).words;
      if (current) setDealt((before) => ({ ...before, problem: said }));
    };
    const timer = setTimeout(() => {
      compute({ text: sheet.text, shoe: text }, () => current).then((odds) => current && setDealt({ shoe: text, odds, problem: "" }), failed);
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

// ---- what is looked at ----

/** The choices, and the shoe, which has its own number of decks: one goes with the other. */
function useLook(sheet: Sheet, odds: Odds[]) {
  const options = useMemo(() => optionsOf(sheet, odds), [odds]);
  const decks = useMemo(() => decksOf(sheet), [sheet]);
  const [chosen, setChosen] = useState<Chosen>(() => usual(options));
  const [beside, setBeside] = useState("");
  const [shoe, setShoe] = useState<Shoe | null>(sheet.shoe && decks.length > 0 ? fresh(decks[decks.length - 1]!) : null);
  const dealt = useShoe(sheet, shoe);
  const moved = dealt.shoe !== "";
  const left = moved ? options.filter((option) => option.kind !== "decks") : options;
  const column = left.find((option) => option.option === beside);
  const looked = column === undefined ? chosen : { ...chosen, [beside]: ALL };
  const shown = useMemo(() => under(moved ? dealt.odds : odds, looked), [odds, dealt, chosen, beside]);
  const choose = (option: string, choice: string) => {
    setChosen((before) => ({ ...before, [option]: choice }));
    if (option === "decks" && choice !== ALL && shoe !== null) setShoe(fresh(Number(choice)));
  };
  const change = (next: Shoe) => {
    if (next.decks !== shoe?.decks) setChosen((before) => ("decks" in before ? { ...before, decks: String(next.decks) } : before));
    setShoe(next);
  };
  const named = left.filter((option) => looked[option.option] === ALL).map((option) => option.option);
  return { options: left, decks, chosen, choose, beside, setBeside, column, shoe, change, dealt, moved, shown, named };
}

type Look = ReturnType<typeof useLook>;

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

// ---- the view ----

function ColumnWords(props: { column: Option | undefined }) {
  return props.column === undefined ? null : <p class="odds-note">{props.column.title}:</p>;
}

function List(props: { sheet: Sheet; odds: Odds[]; look: Look; detail: Odds | undefined }) {
  const { sheet, odds, look } = props;
  const [fractions, setFractions] = useState(false);
  const decks = String(look.shoe?.decks ?? "");
  const was = (now: Odds) => odds.find((each) => sameBut(each, now, ["decks"]) && (each.options["decks"] ?? decks) === decks);
  return (
    <section class="odds-card" aria-label="Wagers">
      <header>
        <h2>Wagers{look.moved ? ", from this shoe" : ""}</h2>
        <button class="chip-button" data-fractions aria-pressed={fractions} onClick={() => setFractions(!fractions)}>
          Fractions
        </button>
      </header>
      <Filters options={look.options} chosen={look.chosen} choose={look.choose} beside={look.beside} setBeside={look.setBeside} />
      <ColumnWords column={look.column} />
      <OddsTable
        odds={look.shown}
        beside={look.column}
        named={look.named}
        before={look.moved && look.column === undefined ? was : undefined}
        fractions={fractions}
        chosen={props.detail === undefined ? "" : keyOf(props.detail)}
        href={(each) => `#/odds/${sheet.sheet}/${encodeURIComponent(keyOf(each))}`}
        label={`Wagers of ${sheet.name}`}
      />
    </section>
  );
}

function ShoeCard(props: { look: Look; shoe: Shoe }) {
  const { look, shoe } = props;
  const cards = shoe.counts.reduce((sum, count) => sum + count, 0);
  return (
    <section class="odds-card" aria-label="Shoe">
      <header>
        <h2>Shoe</h2>
      </header>
      <ShoeEditor
        shoe={shoe}
        decks={look.decks}
        set={look.change}
        problem={look.dealt.problem}
        said={look.moved ? `Edges are those of a shoe of ${many(cards, "card")}.` : ""}
      />
    </section>
  );
}

function spoken(odds: Odds | undefined): string {
  if (odds === undefined) return "";
  return `Beside the list: ${nameOf(odds)}, ${odds.edge === null ? "no edge" : `house edge ${percent(fraction(odds.edge))}`}`;
}

export function Wagers(props: { sheet: Sheet; odds: Odds[]; findings: Finding[]; wager: string }) {
  const { sheet, odds } = props;
  const look = useLook(sheet, odds);
  const detail = look.shown.find((each) => keyOf(each) === props.wager) ?? (props.wager === "" ? look.shown[0] : undefined);
  const back = `#/odds/${sheet.sheet}`;
  useFocus(props.wager);
  return (
    <div class={`odds-columns ${props.wager === "" ? "" : "has-wager"}`}>
      <div class="odds-left">
        <List sheet={sheet} odds={odds} look={look} detail={detail} />
        {look.shoe !== null && <ShoeCard look={look} shoe={look.shoe} />}
      </div>
      <div class="odds-right">
        <p class="hear" role="status">
          {spoken(detail)}
        </p>
        {detail === undefined ? (
          <section class="odds-card">
            <p class="odds-note">
              This wager is not offered under these choices. <a href={back}>All wagers</a>
            </p>
          </section>
        ) : (
          <WagerDetail sheet={sheet} odds={detail} findings={props.findings} shoe={look.moved ? look.dealt.shoe : undefined} back={back} />
        )}
      </div>
    </div>
  );
}
