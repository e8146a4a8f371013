// web/src/views/house/opening.tsx - opening a table from a sheet: its options as a form, and what the checker says beside each field.

import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { ask, patiently, type Refusal } from "../../api.ts";
import { money, percent } from "../../money.ts";
import { asSentence } from "../../words.ts";
import { wishFor } from "./deed.tsx";
import { chosen, type Draft, EMPTY, type Field, fieldsOf, type Sheet, shortOf, write } from "./opening_text.ts";
import { usePosted } from "./posted.ts";
import { usePoll } from "./poll.ts";
import { Card, Loaded } from "./states.tsx";
import "./opening.css";

const CHECK_MS = 300;

interface Finding {
  in: "table" | "sheet";
  line: number;
  column: number;
  severity: "error" | "warning" | "note";
  code: string;
  message: string;
  example: string;
  help: string;
  wager: string;
}

interface Planned {
  wager: string;
  name: string;
  side: string;
  sheet: string;
  open: boolean;
  status: string;
  reason: string;
  edge_percent: string;
  min: number;
  max: number;
}

interface Checked {
  good: boolean;
  table?: string;
  findings: Finding[];
  wagers: Planned[];
}

interface Asked {
  busy: boolean;
  checked: Checked | null;
  problem: Refusal | null;
}

/** The last answer to a text that has not been changed for a moment. Nothing is asked of an empty one. */
function useCheck(text: string, sheet: string): Asked {
  const [asked, setAsked] = useState<Asked>({ busy: true, checked: null, problem: null });
  useEffect(() => {
    let gone = false;
    if (text === "") return;
    setAsked((before) => ({ ...before, busy: true }));
    const timer = setTimeout(() => {
      const body = sheet === "" ? { text } : { text, sheet };
      patiently(() => ask<Checked>("POST", "/api/house/tables/check", body), () => !gone).then(
        (checked) => !gone && setAsked({ busy: false, checked, problem: null }),
        (problem: Refusal) => !gone && setAsked({ busy: false, checked: null, problem }),
      );
    }, CHECK_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [text, sheet]);
  return asked;
}

// ---- fields ----

interface Form {
  draft: Draft;
  set: (change: Partial<Draft> | ((before: Draft) => Partial<Draft>)) => void;
  findings: Map<string, Finding[]>;
}

function Says(props: { findings: Finding[] | undefined; id: string }) {
  if (props.findings === undefined || props.findings.length === 0) return null;
  return (
    <ul class="finding-list" id={props.id}>
      {props.findings.map((finding, at) => (
        <li key={at} class={finding.severity} data-code={finding.code}>
          <b>{finding.severity === "error" ? "Wrong: " : "Mind: "}</b>
          {finding.wager !== "" && `${finding.wager}: `}
          {asSentence(finding.message)} {finding.example !== "" && asSentence(finding.example)} {finding.help !== "" && asSentence(finding.help)}
        </li>
      ))}
    </ul>
  );
}

/** A label, a field, and what the checker says of its line. */
function Row(props: { form: Form; of: string; label: string; hint?: string; children: ComponentChildren }) {
  const found = props.form.findings.get(props.of);
  const wrong = found?.some((finding) => finding.severity === "error") === true;
  return (
    <div class={wrong ? "form-row wrong" : "form-row"} data-field={props.of}>
      <label>
        <span>{props.label}</span>
        {props.children}
      </label>
      {props.hint !== undefined && <small>{props.hint}</small>}
      <Says findings={found} id={`says-${props.of}`} />
    </div>
  );
}

type TextKey = Exclude<keyof Draft, "choices" | "sheets" | "pace" | "odds">;

function Text(props: { form: Form; of: TextKey; field?: string; label: string; hint?: string; digits?: boolean; place?: string }) {
  const { form, of } = props;
  return (
    <Row form={form} of={props.field ?? of} label={props.label} hint={props.hint}>
      <input
        name={of}
        value={form.draft[of]}
        placeholder={props.place}
        inputMode={props.digits === true ? "numeric" : undefined}
        autocomplete="off"
        onInput={(event) => form.set({ [of]: event.currentTarget.value })}
      />
    </Row>
  );
}

function ChoiceField(props: { form: Form; field: Field }) {
  const { form, field } = props;
  const now = chosen(form.draft, field);
  const choose = (choice: string) => form.set((before) => ({ choices: { ...before.choices, [field.key]: choice } }));
  const cites = field.choices.find((each) => each.choice === now)?.cites ?? "";
  const label = `${field.title.charAt(0).toUpperCase()}${field.title.slice(1)}`;
  const hint = [field.kind === "reading" ? "a reading of the document" : "", cites === "" ? "" : `cites ${cites}`].filter((part) => part !== "");
  return (
    <Row form={form} of={field.key} label={label} hint={hint.length > 0 ? hint.join("; ") : undefined}>
      <select
        name={field.key}
        value={now}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        {field.choices.map(({ choice, title }) => (
          <option key={choice} value={choice}>
            {title === "" || title === choice ? choice : `${choice}: ${title}`}
          </option>
        ))}
      </select>
    </Row>
  );
}

function SheetBoxes(props: { form: Form; all: Sheet[]; used: Sheet[] }) {
  const { form, all } = props;
  const game = props.used[0]?.game;
  const toggle = (name: string, on: boolean) =>
    form.set((before) => ({ sheets: on ? [...before.sheets, name] : before.sheets.filter((each) => each !== name) }));
  return (
    <fieldset class="sheet-boxes" data-field="sheets">
      <legend>Sheets, all of one game</legend>
      {all.map((sheet) => {
        const other = game !== undefined && sheet.game !== game;
        return (
          <label key={sheet.sheet} class={other ? "check off" : "check"}>
            <input
              type="checkbox"
              name={`sheet-${sheet.sheet}`}
              checked={form.draft.sheets.includes(sheet.sheet)}
              disabled={other && !form.draft.sheets.includes(sheet.sheet)}
              onChange={(event) => toggle(sheet.sheet, event.currentTarget.checked)}
            />
            <span>
              {sheet.name} <small>{sheet.game}</small>
            </span>
          </label>
        );
      })}
      <Says findings={form.findings.get("sheets")} id="says-sheets" />
    </fieldset>
  );
}

function Pace(props: { form: Form }) {
  const { form } = props;
  return (
    <>
      <Row form={form} of="pace" label="Pace">
        <select name="pace" value={form.draft.pace} onChange={(event) => form.set({ pace: event.currentTarget.value as Draft["pace"] })}>
          <option value="demand">on demand: a player says when it is dealt</option>
          <option value="timed">by the clock</option>
        </select>
      </Row>
      {form.draft.pace === "timed" && <Text form={form} of="betting" field="pace" label="Seconds to bet" digits />}
      <Text form={form} of="rest" label="Seconds between two rounds" digits />
    </>
  );
}

function Limits(props: { form: Form; shoe: boolean }) {
  const { form } = props;
  return (
    <div class="form-grid">
      <Text form={form} of="seats" label="Seats" digits />
      {props.shoe && <Text form={form} of="cut" label="Cards behind the cut card" digits hint="12 at least" />}
      <Text form={form} of="min" field="stakes" label="Smallest stake" digits hint="credits" />
      <Text form={form} of="max" field="stakes" label="Largest stake" digits hint="credits" />
      <Text form={form} of="chips" label="Chips of" digits hint="every stake is a multiple" />
      <Text form={form} of="event" label="One round or roll may cost" digits hint="credits, at most" />
      <Text form={form} of="seat" label="One seat may have up" digits hint="credits; empty: no limit" />
      <Text form={form} of="round" label="All seats may have up" digits hint="credits; empty: no limit" />
      <Row form={form} of="odds" label="Exact odds for players" hint="live: of the cards that nobody has seen">
        <select name="odds" value={form.draft.odds} onChange={(event) => form.set({ odds: event.currentTarget.value as Draft["odds"] })}>
          <option value="fresh">of a fresh shoe</option>
          <option value="live">live</option>
        </select>
      </Row>
    </div>
  );
}

function More(props: { form: Form }) {
  const { form } = props;
  return (
    <details class="form-more">
      <summary>More lines, and a sheet of your own</summary>
      <Row form={form} of="more" label="Lines of a tables file" hint="such as: stakes 1 to 50 on tie; close tie &quot;quiet night&quot;">
        <textarea name="more" rows={3} spellcheck={false} value={form.draft.more} onInput={(event) => form.set({ more: event.currentTarget.value })} />
      </Row>
      <Row form={form} of="posted" label="A sheet" hint="it is called posted; what may be chosen of it stands above, with the options">
        <textarea name="posted" rows={6} spellcheck={false} value={form.draft.posted} onInput={(event) => form.set({ posted: event.currentTarget.value })} />
      </Row>
    </details>
  );
}

// ---- what it would be ----

function WagerList(props: { wagers: Planned[]; open: boolean }) {
  return (
    <ul class="planned">
      {props.wagers.map((wager) => (
        <li key={`${wager.sheet} ${wager.wager}`} data-planned={wager.wager}>
          <span>
            {wager.name}
            {wager.side !== "" && ` on ${wager.side}`}
            {!props.open && <small>{asSentence(wager.reason === "" ? wager.status : wager.reason)}</small>}
          </span>
          <b>{wager.edge_percent === "" ? "" : percent(wager.edge_percent, 4)}</b>
          {props.open && (
            <small>
              {money(wager.min)} to {money(wager.max)}
            </small>
          )}
        </li>
      ))}
    </ul>
  );
}

function Preview(props: { asked: Asked; general: Finding[]; text: string; ready: string }) {
  const { checked, problem, busy } = props.asked;
  if (props.ready !== "") return <p class="house-note">{props.ready}</p>;
  const closed = checked?.wagers.filter((wager) => !wager.open) ?? [];
  const open = checked?.wagers.filter((wager) => wager.open) ?? [];
  return (
    <>
      <p class="house-note verdict-line" role="status" data-busy={busy}>
        {problem !== null && <span class="loss-ink">{problem.words}</span>}
        {problem === null && checked === null && "The checker reads it …"}
        {checked !== null && open.length === 0 && "It cannot be opened like this: mend what is marked."}
        {checked !== null &&
          open.length > 0 &&
          `${open.length} ${open.length === 1 ? "wager" : "wagers"} would be offered, ${closed.length} closed${checked.good ? "." : ". The checker has something to say."}`}
      </p>
      <Says findings={props.general} id="says-general" />
      {closed.length > 0 && (
        <>
          <h3>Would be closed</h3>
          <WagerList wagers={closed} open={false} />
        </>
      )}
      {open.length > 0 && (
        <>
          <h3>Would be offered, with the house's edge</h3>
          <WagerList wagers={open} open />
        </>
      )}
      <details class="form-more">
        <summary>As a tables file</summary>
        <pre>{props.text}</pre>
      </details>
    </>
  );
}

/** What is wrong before the checker can be asked. */
function notYet(draft: Draft, tables: readonly { table: string }[]): string {
  if (draft.sheets.length === 0 && draft.posted.trim() === "") return "Choose a sheet: then this says which wagers would be offered, and which closed and why.";
  const short = draft.short === "" ? shortOf(draft.name) : draft.short;
  if (short === "") return "Give the table a name.";
  return tables.some((each) => each.table === short) ? `There is a table called ${short}. Give this one another short name.` : "";
}

function byField(checked: Checked | null, fields: readonly string[]): { beside: Map<string, Finding[]>; general: Finding[] } {
  const beside = new Map<string, Finding[]>();
  const general: Finding[] = [];
  for (const finding of checked?.findings ?? []) {
    const field = finding.in === "sheet" ? "posted" : fields[finding.line - 1];
    if (field === undefined || (finding.in === "sheet" && fields.length === 0)) general.push(finding);
    else beside.set(field, [...(beside.get(field) ?? []), finding]);
  }
  return { beside, general };
}

function wishToOpen(draft: Draft, text: string): void {
  const short = draft.short === "" ? shortOf(draft.name) : draft.short;
  wishFor({
    title: `Open ${draft.name}`,
    text: "The table is there for everybody at once, and after every start of the server.",
    button: "Open it",
    done: `${draft.name} is open.`,
    send: async (reason) => {
      await ask("POST", "/api/house/tables", draft.posted.trim() === "" ? { text, reason } : { text, reason, sheet: draft.posted });
      location.hash = `#/house/table/${short}`;
    },
  });
}

function Fields(props: { form: Form; all: Sheet[]; used: Sheet[] }) {
  const { form, all, used } = props;
  const choices = fieldsOf(used);
  return (
    <form class="opening-form" onSubmit={(event) => event.preventDefault()}>
      <Text form={form} of="name" label="Name, as players read it" place="Tiger, eight decks" />
      <Text form={form} of="short" field="name" label="Short name" place={shortOf(form.draft.name) || "tiger-8"} hint="of letters, digits and hyphens; for addresses" />
      <SheetBoxes form={form} all={all} used={used} />
      {choices.length > 0 && <h3>Options and readings</h3>}
      {choices.map((field) => (
        <div key={field.key}>
          {used.length > 1 && field.sheet !== "" && <p class="of-sheet">{field.sheet}</p>}
          <ChoiceField form={form} field={field} />
        </div>
      ))}
      <h3>The table</h3>
      <Pace form={form} />
      <Limits form={form} shoe={used.some((sheet) => sheet.shoe)} />
      <More form={form} />
    </form>
  );
}

function Opening(props: { all: Sheet[]; tables: readonly { table: string }[] }) {
  const [draft, setDraft] = useState<Draft>(EMPTY);
  const posted = usePosted(draft.posted, props.all);
  const used = useMemo(() => {
    const shipped = props.all.filter((sheet) => draft.sheets.includes(sheet.sheet));
    return posted === null ? shipped : [...shipped, posted];
  }, [props.all, draft.sheets, posted?.name, JSON.stringify(posted?.options)]);
  const written = useMemo(() => write(draft, used), [draft, used]);
  const ready = notYet(draft, props.tables);
  const asked = useCheck(ready === "" ? written.text : "", draft.posted);
  const { beside, general } = byField(ready === "" ? asked.checked : null, written.fields);
  const form: Form = { draft, set: (change) => setDraft((before) => ({ ...before, ...(typeof change === "function" ? change(before) : change) })), findings: beside };
  const can = ready === "" && !asked.busy && asked.checked !== null && asked.checked.wagers.some((wager) => wager.open);
  return (
    <div class="opening">
      <Card title="Open a table">
        <Fields form={form} all={props.all} used={used} />
      </Card>
      <Card title="What it would be">
        <Preview asked={asked} general={general} text={written.text} ready={ready} />
        <div class="house-bar">
          <button class="button ink open-it" disabled={!can} onClick={() => wishToOpen(draft, written.text)}>
            Open the table
          </button>
        </div>
      </Card>
    </div>
  );
}

export function OpeningView(props: { tables: readonly { table: string }[] }) {
  const polled = usePoll<{ sheets: Sheet[] }>("/api/sheets", 60000);
  return (
    <Loaded polled={polled} waiting="Looking for sheets …">
      {({ sheets }) =>
        sheets.length === 0 ? (
          <p class="house-note">No sheets come with this server. Start it with its folder of rules.</p>
        ) : (
          <Opening all={sheets} tables={props.tables} />
        )
      }
    </Loaded>
  );
}
