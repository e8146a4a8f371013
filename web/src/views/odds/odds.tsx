// web/src/views/odds/odds.tsx - exact odds: every sheet that the server knows, or one of them. Loaded when somebody asks for it.

import "../paper.css";
import "./wager.css";
import "./odds.css";
import { useEffect, useState } from "preact/hooks";
import { asRefusal, type Refusal } from "../../api.ts";
import { many } from "../../words.ts";
import { known, type SheetHead } from "./calls.ts";
import { Sorry, SheetView } from "./sheet.tsx";

function SheetCard(props: { sheet: SheetHead }) {
  const { sheet } = props;
  const readings = sheet.options.filter((option) => option.kind === "reading").length;
  const facts = [
    sheet.game,
    many(sheet.wager_count, "wager"),
    ...(readings > 0 ? [many(readings, "reading")] : []),
    ...(sheet.tables.length > 0 ? ["dealt here"] : []),
  ];
  return (
    <li class="sheet-card" data-sheet={sheet.sheet}>
      <a href={`#/odds/${sheet.sheet}`}>
        <h2>{sheet.name}</h2>
        <p>{facts.join(" \u00b7 ")}</p>
        <p class="quiet-ink">{sheet.sources.map((each) => each.title).join("; ")}</p>
      </a>
    </li>
  );
}

function SheetList() {
  const [sheets, setSheets] = useState<SheetHead[] | null>(null);
  const [problem, setProblem] = useState<Refusal | null>(null);
  const load = () => {
    setProblem(null);
    known().then(setSheets, (error: unknown) => setProblem(asRefusal(error)));
  };
  useEffect(load, []);
  if (problem !== null) return <Sorry problem={problem} again={load} />;
  if (sheets === null) return <p class="loading ink">Looking for sheets …</p>;
  if (sheets.length === 0)
    return (
      <p class="odds-note">
        This server knows no sheets: it was started without the folder that comes with Felt. <a href="#/">Go to the tables</a>.
      </p>
    );
  return (
    <>
      <h1>Odds</h1>
      <p class="quiet-ink">Every figure is exact: counted over all deals of a shoe, or solved over all rolls, and never sampled.</p>
      <ul class="sheet-list">
        {sheets.map((sheet) => (
          <SheetCard key={sheet.sheet} sheet={sheet} />
        ))}
      </ul>
    </>
  );
}

export function OddsView(props: { sheet: string; wager: string }) {
  return (
    <div class="odds">
      {props.sheet === "" ? <SheetList /> : <SheetView key={props.sheet} name={props.sheet} wager={decodeURIComponent(props.wager)} />}
    </div>
  );
}
