// web/src/views/workshop/panels.tsx - beside the text: findings, edges before and after, and the rule card.

import { useState } from "preact/hooks";
import { RuleCard } from "../odds/card.tsx";
import type { Desk } from "./desk.ts";
import { keyOf, share, type CardWager, type Finding, type Look, type Odds } from "./look.ts";

// ---- findings ----

function FindingLine(props: { desk: Desk; finding: Finding }) {
  const { desk, finding } = props;
  return (
    <li class={`finding ${finding.severity}`} data-code={finding.code}>
      <p>
        <strong class="severity">{finding.severity}</strong>{" "}
        {finding.line > 0 && (
          <button class="to-line" onClick={() => desk.editor?.goTo(finding.line, finding.column)}>
            line {finding.line}
          </button>
        )}{" "}
        {finding.message} <code>{finding.code}</code>
      </p>
      {finding.example !== "" && <p class="quiet-ink">For example: {finding.example}</p>}
      {finding.help !== "" && <p class="quiet-ink">{finding.help}</p>}
    </li>
  );
}

function summary(findings: readonly Finding[]): string {
  const count = (severity: string) => findings.filter((each) => each.severity === severity).length;
  const parts = (["error", "warning", "note"] as const)
    .map((severity) => [count(severity), severity] as const)
    .filter(([number]) => number > 0);
  if (parts.length === 0) return "Nothing is wrong with this sheet.";
  return parts.map(([number, severity]) => `${number} ${severity}${number === 1 ? "" : "s"}`).join(", ");
}

export function Findings(props: { desk: Desk }) {
  const { desk } = props;
  const look = desk.look.value;
  const problem = desk.problem.value;
  const open = look?.findings.filter((each) => !each.accepted) ?? [];
  const accepted = look?.findings.filter((each) => each.accepted) ?? [];
  return (
    <section
      class="findings"
      aria-label="Findings"
      tabIndex={0}
      data-current={desk.current.value ? "yes" : "no"}
      data-answers={desk.answered.value}
    >
      {problem !== null && (
        <p class="work-problem" role="alert">
          {problem.words}
        </p>
      )}
      <p class="findings-sum" role="status">
        {look === null ? "Looking …" : desk.text.value!.trim() === "" ? "Write a sheet, or start from one." : summary(open)}
      </p>
      <ul>
        {open.map((finding, i) => (
          <FindingLine key={i} desk={desk} finding={finding} />
        ))}
      </ul>
      {accepted.length > 0 && (
        <details>
          <summary>{accepted.length} accepted</summary>
          <ul>
            {accepted.map((finding, i) => (
              <li key={i} class="finding accepted" data-accepted={finding.code}>
                <p>
                  {finding.message} <code>{finding.code}</code>
                </p>
                <p class="quiet-ink">Accepted: {finding.reason}</p>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

// ---- edges ----

interface Edges {
  key: string;
  name: string;
  line: number;
  now: Odds[];
  was: Odds[];
}

function range(list: readonly Odds[]): string {
  const edges = list.map((odds) => odds.edge_decimal).filter((edge) => edge !== null);
  if (edges.length === 0) return "–";
  const low = Math.min(...edges);
  const high = Math.max(...edges);
  return low === high ? share(low) : `${share(low)} to ${share(high)}`;
}

function sameEdges(edges: Edges): boolean {
  const was = new Map(edges.was.map((odds) => [keyOf(odds), odds.edge]));
  return edges.now.length === edges.was.length && edges.now.every((odds) => was.get(keyOf(odds)) === odds.edge);
}

/** Wagers and their sides, in the order of the sheet as it is now; those that are gone come last. */
function edgesOf(now: Look, before: Look | null): Edges[] {
  const of = (look: Look | null, wager: CardWager) =>
    (look?.odds ?? []).filter((odds) => odds.wager === wager.wager && odds.side === wager.side);
  const seen = new Set<string>();
  const list: Edges[] = [];
  for (const look of [now, before]) {
    for (const wager of look?.card?.wagers ?? []) {
      const key = `${wager.wager} ${wager.side}`;
      if (seen.has(key)) continue;
      seen.add(key);
      list.push({
        key,
        name: wager.name + (wager.side === "" ? "" : ` on ${wager.side}`),
        line: look === now ? wager.line : 0,
        now: of(now, wager),
        was: of(before, wager),
      });
    }
  }
  return list;
}

export function EdgesPanel(props: { desk: Desk }) {
  const { desk } = props;
  const look = desk.whole.value;
  if (look?.card == null) return null;
  const all = edgesOf(look, desk.before.value);
  const changed = all.filter((edges) => !sameEdges(edges)).length;
  return (
    <section class="work-card" aria-label="Edges">
      <header>
        <h2>Edges</h2>
        <span class="quiet-ink">{changed === 0 ? "as in the sheet it started from" : `${changed} of ${all.length} changed`}</span>
      </header>
      <table class="work-edges">
        <thead>
          <tr>
            <th scope="col">wager</th>
            <th scope="col">before</th>
            <th scope="col">now</th>
          </tr>
        </thead>
        <tbody>
          {all.map((edges) => (
            <tr key={edges.key} class={sameEdges(edges) ? "" : "changed"} data-edges={edges.key.trim()}>
              <th scope="row">
                {edges.line === 0 ? (
                  edges.name
                ) : (
                  <button class="to-line" onClick={() => desk.editor?.goTo(edges.line, 1)}>
                    {edges.name}
                  </button>
                )}
              </th>
              <td class="num">{range(edges.was)}</td>
              <td class="num">
                {edges.line === 0 ? "gone" : range(edges.now)}
                {edges.now.some((odds) => (odds.edge_decimal ?? 0) < 0) && <span class="players">player</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

// ---- the rule card ----

export function CardPanel(props: { desk: Desk }) {
  const [open, setOpen] = useState(false);
  const card = props.desk.whole.value?.card;
  if (card == null) return null;
  return (
    <section class="work-card" aria-label="Rule card">
      <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <h2>Rule card</h2>
        </summary>
        {open && <RuleCard card={card} />}
      </details>
    </section>
  );
}
