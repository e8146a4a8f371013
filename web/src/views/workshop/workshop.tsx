// web/src/views/workshop/workshop.tsx - the workshop: write a sheet, turn its pays and see what becomes of the edge.

import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { ask, Refusal } from "../../api.ts";
import { Compare } from "./compare.tsx";
import { Desk, FIRST } from "./desk.ts";
import { keep, kept, rememberDesk, type Draft } from "./draft.ts";
import { keyOf } from "./look.ts";
import { CardPanel, EdgesPanel, Findings } from "./panels.tsx";
import { WagerPanel } from "./pays.tsx";
import { LinkError, pack, unpack } from "./share.ts";
import { TargetPanel } from "./target.tsx";
import "../paper.css";
import "./workshop.css";

function begin(name: string, text: string): Draft {
  return { name, original: text, text };
}

/** What the address asks for: what was written here before, a sheet of the server's, one that the address carries, or a first one. */
async function startOf(what: string, rest: string): Promise<Draft> {
  const draft = kept(`${what}/${rest}`);
  if (draft !== null) return draft;
  if (what === "link") return begin("Shared sheet", await unpack(rest));
  if (what === "") return begin("My Tiger", FIRST);
  const { name, text } = await ask<{ name: string; text: string }>("GET", `/api/sheets/${encodeURIComponent(what)}`);
  return begin(name, text);
}

function sentence(problem: unknown): string {
  if (problem instanceof Refusal && problem.code === "no-sheet") return "The house knows no sheet of that name.";
  if (problem instanceof Refusal) return problem.words;
  return problem instanceof LinkError ? problem.message : "The sheet could not be opened.";
}

/** The printed name of a sheet as the name of a file. */
export function fileName(text: string): string {
  const name = /^\s*sheet\s+"([^"]*)"/m.exec(text)?.[1] ?? "";
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return `${plain === "" ? "sheet" : plain}.felt`;
}

function download(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName(text);
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

// ---- what can be done with the sheet ----

let calls: Promise<Set<string>> | null = null;

/** Whether the server has a call: not every one lends tables or shows its sheets. */
function useCall(path: string): boolean {
  const [there, setThere] = useState(false);
  useEffect(() => {
    calls ??= ask<{ calls: { path: string }[] }>("GET", "/api").then((answer) => new Set(answer.calls.map((call) => call.path)));
    calls.then(
      (paths) => setThere(paths.has(path)),
      () => (calls = null),
    );
  }, [path]);
  return there;
}

function StartFrom() {
  const [sheets, setSheets] = useState<{ sheet: string; name: string }[]>([]);
  const there = useCall("/api/sheets");
  useEffect(() => {
    if (!there) return;
    ask<{ sheets: { sheet: string; name: string }[] }>("GET", "/api/sheets").then(
      (answer) => setSheets(answer.sheets),
      () => setSheets([]),
    );
  }, [there]);
  if (sheets.length === 0) return null;
  return (
    <select
      class="button"
      aria-label="Start from another sheet"
      value=""
      onChange={(event) => {
        if (event.currentTarget.value !== "") location.hash = `#/workshop/${event.currentTarget.value}`;
      }}
    >
      <option value="">Start from …</option>
      {sheets.map((each) => (
        <option key={each.sheet} value={each.sheet}>
          {each.name}
        </option>
      ))}
    </select>
  );
}

/** The table that is asked for: the sheet, what it needs beside it, and the choices under which it is looked at. */
function tableOf(desk: Desk): { text: string; beside?: string; set?: string[] } {
  const chosen = desk.look.value?.odds?.find((odds) => keyOf(odds) === desk.chosen.value);
  const beside = desk.look.value?.beside?.[0];
  return {
    text: desk.text.value!,
    ...(beside === undefined ? {} : { beside }),
    ...(chosen === undefined ? {} : { set: Object.entries(chosen.options).map(([option, choice]) => `${option}=${choice}`) }),
  };
}

function Play(props: { desk: Desk; say: (text: string) => void }) {
  const there = useCall("/api/workshop/tables");
  const [busy, setBusy] = useState(false);
  if (!there) return null;
  const play = async () => {
    setBusy(true);
    try {
      const { table } = await ask<{ table: string }>("POST", "/api/workshop/tables", tableOf(props.desk));
      rememberDesk(table, location.hash);
      location.hash = `#/table/${table}`;
    } catch (problem) {
      props.say(sentence(problem));
      setBusy(false);
    }
  };
  return (
    <button class="button gold" onClick={() => void play()} disabled={busy || props.desk.look.value?.compiles !== true}>
      Play it
    </button>
  );
}

function Shared(props: { link: string }) {
  return (
    <p class="shared">
      <label>
        This link carries the whole sheet. Nothing is kept by the server.
        <input readOnly value={props.link} onFocus={(event) => event.currentTarget.select()} />
      </label>
    </p>
  );
}

function Bar(props: { desk: Desk; comparing: boolean; compare: () => void }) {
  const { desk } = props;
  const said = useSignal("");
  const link = useSignal("");
  const share = async () => {
    try {
      const address = `${location.origin}${location.pathname}#/workshop/link/${await pack(desk.text.value!)}`;
      link.value = address;
      said.value = await navigator.clipboard.writeText(address).then(
        () => "The link is copied.",
        () => "Copy the link below.",
      );
    } catch (problem) {
      link.value = "";
      said.value = sentence(problem);
    }
  };
  const format = () =>
    desk.format().then(
      () => (said.value = "Laid out."),
      (problem: unknown) => (said.value = sentence(problem)),
    );
  return (
    <>
      <div class="work-bar" role="group" aria-label="The sheet">
        <h1>
          Workshop <span class="quiet-ink">{desk.text.value === desk.original ? desk.name : `${desk.name}, changed`}</span>
        </h1>
        <StartFrom />
        {desk.text.value !== desk.original && (
          <button class="button" onClick={() => desk.editor?.replace(desk.original)}>
            Start again
          </button>
        )}
        <button class="button" onClick={() => void format()}>
          Format
        </button>
        <button class="button" aria-pressed={props.comparing} onClick={props.compare}>
          Compare
        </button>
        <button class="button" onClick={() => void share()}>
          Share
        </button>
        <button class="button" onClick={() => download(desk.text.value!)}>
          Download
        </button>
        <Play desk={desk} say={(text) => (said.value = text)} />
      </div>
      <p class="work-said" role="status">
        {said.value}
      </p>
      {link.value !== "" && <Shared link={link.value} />}
    </>
  );
}

// ---- the view ----

function Opened(props: { start: Draft; address: string }) {
  const { start, address } = props;
  const desk = useMemo(() => new Desk(start.name, start.original, start.text, (text) => keep(address, { ...start, text })), [start]);
  const host = useRef<HTMLDivElement>(null);
  const [comparing, setComparing] = useState(false);
  useEffect(() => {
    desk.open(host.current!);
    return () => desk.close();
  }, [desk]);
  return (
    <div class="workshop">
      <Bar desk={desk} comparing={comparing} compare={() => setComparing(!comparing)} />
      {comparing && <Compare desk={desk} />}
      <div class="work-both">
        <section class="work-card work-text" aria-label="Sheet">
          <header>
            <h2>Sheet</h2>
            <span class="quiet-ink">ctrl space completes</span>
          </header>
          <div class="work-editor" ref={host} />
          <Findings desk={desk} />
        </section>
        <div class="work-side">
          <WagerPanel desk={desk} />
          <TargetPanel desk={desk} />
          <EdgesPanel desk={desk} />
          <CardPanel desk={desk} />
        </div>
      </div>
    </div>
  );
}

/** Another address is another desk. */
export function Workshop(props: { what: string; rest: string }) {
  return <At key={`${props.what}/${props.rest}`} what={props.what} rest={props.rest} />;
}

function At(props: { what: string; rest: string }) {
  const [start, setStart] = useState<Draft | null>(null);
  const [wrong, setWrong] = useState("");
  useEffect(() => {
    let here = true;
    startOf(props.what, props.rest).then(
      (found) => here && setStart(found),
      (problem: unknown) => here && setWrong(sentence(problem)),
    );
    return () => {
      here = false;
    };
  }, [props.what, props.rest]);
  if (wrong !== "") {
    return (
      <section class="sorry" role="alert">
        <h1>{wrong}</h1>
        <p>
          <a class="button gold" href="#/workshop">
            Open the workshop with a first sheet
          </a>
        </p>
      </section>
    );
  }
  return start === null ? <p class="loading">Opening the workshop …</p> : <Opened start={start} address={`${props.what}/${props.rest}`} />;
}
