// web/src/views/house/house.tsx - the house's view: which part of it the address asks for. Loaded when somebody asks for it.

import "../paper.css";
import "./house.css";
import type { ComponentChild } from "preact";
import { useState } from "preact/hooks";
import type { Me, TableHead } from "../../api.ts";
import { AlarmsView, standing } from "./alarms.tsx";
import { AuditsView } from "./audits.tsx";
import { HeldView, LogView } from "./books.tsx";
import type { Alarms, Risk } from "./calls.ts";
import { Deed, said } from "./deed.tsx";
import { Desk } from "./desk.tsx";
import { Floor } from "./floor.tsx";
import { LuckView } from "./luck.tsx";
import { OpeningView } from "./opening.tsx";
import { PeopleView } from "./people.tsx";
import { usePoll } from "./poll.ts";
import { Loaded } from "./states.tsx";

const PARTS: [string, string][] = [
  ["", "Floor"],
  ["luck", "Edges"],
  ["held", "Bank"],
  ["alarms", "Alarms"],
  ["audits", "Audits"],
  ["log", "Log"],
  ["people", "Players"],
  ["open", "Open a table"],
];

function Parts(props: { part: string; alarms: number }) {
  return (
    <nav class="house-parts" aria-label="The house">
      {PARTS.map(([part, name]) => (
        <a key={part} href={`#/house${part === "" ? "" : `/${part}`}`} aria-current={props.part === part ? "page" : undefined}>
          {name}
          {part === "alarms" && props.alarms > 0 && (
            <span class="badge">
              {props.alarms}
              <span class="hear"> now</span>
            </span>
          )}
        </a>
      ))}
    </nav>
  );
}

function Inside(props: { part: string; name: string | undefined }) {
  const [turn, setTurn] = useState(0);
  const tables = usePoll<{ tables: TableHead[] }>("/api/tables", 2000);
  const risk = usePoll<{ tables: Risk[] }>("/api/house/risk?bank=0", 2000);
  const alarms = usePoll<Alarms>("/api/house/alarms", 5000);
  const changed = () => {
    tables.again();
    risk.again();
    setTurn((before) => before + 1);
  };
  const table = (data: { tables: TableHead[] }) => {
    const found = data.tables.find((each) => each.table === props.name);
    if (found === undefined) return <p class="house-note">There is no table of that name. The floor has those there are.</p>;
    return <Desk key={found.table} table={found} risk={risk.data?.tables.find((each) => each.table === found.table)} turn={turn} />;
  };
  const views: Record<string, () => ComponentChild> = {
    "": () => <Floor tables={tables} risk={risk} />,
    table: () => (
      <Loaded polled={tables} waiting="Looking at the table …">
        {table}
      </Loaded>
    ),
    luck: () => <LuckView />,
    held: () => <HeldView turn={turn} />,
    alarms: () => <AlarmsView polled={alarms} />,
    audits: () => <AuditsView turn={turn} />,
    log: () => <LogView turn={turn} />,
    people: () => <PeopleView />,
    open: () => <OpeningView tables={tables.data?.tables ?? []} />,
  };
  const view = views[props.part] ?? (() => <p class="house-note">There is no such part of the house. The floor has its tables.</p>);
  const leaves = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest("a") !== null) said.value = ""; // it was of another part
  };
  return (
    <div class="house" onClick={leaves}>
      <h1>The house</h1>
      <Parts part={props.part} alarms={standing(alarms.data)} />
      <p class="house-said" role="status">
        {said.value}
      </p>
      {view()}
      <Deed changed={changed} />
    </div>
  );
}

export function House(props: { me: Me; part: string; name: string | undefined }) {
  if (!props.me.operator)
    return (
      <section class="sorry" role="alert">
        <h1>This is for operators of the house.</h1>
        <p>You are {props.me.name}, who is none. Sign in as one, or go back to the tables.</p>
        <a class="button gold" href="#/account">
          Sign in
        </a>{" "}
        <a class="button" href="#/">
          To the tables
        </a>
      </section>
    );
  return <Inside part={props.part} name={props.name} />;
}
