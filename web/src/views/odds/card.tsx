// web/src/views/odds/card.tsx - the rule card of a sheet: its sources, its options, and every wager row by row with its clauses.

import type { Card, CardWager } from "./calls.ts";
import { sourceWords } from "./source.ts";

/** Rows that share the wager's clause need not repeat it. */
export function RuleRows(props: { wager: CardWager }) {
  const { wager } = props;
  return (
    <table class="card-rows">
      {wager.columns.some((column) => column !== "") && (
        <thead>
          <tr>
            <th scope="col">row</th>
            {wager.columns.map((column) => (
              <th key={column} scope="col" class="figure">
                {column}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {wager.rows.map((row) => (
          <tr key={row.line}>
            <td>
              {row.when}
              {row.cites !== "" && row.cites !== wager.cites && <span class="cites"> {row.cites}</span>}
            </td>
            {row.pays.map((pays, i) => (
              <td key={i} class="figure">
                {pays}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function WagerRules(props: { wager: CardWager }) {
  const { wager } = props;
  return (
    <article class="card-wager" data-card={wager.wager}>
      <h4>
        {wager.name}
        {wager.side !== "" && <span class="side">, {wager.side}</span>}
      </h4>
      {wager.cites !== "" && <p class="cites">{wager.cites}</p>}
      {wager.terms.length > 0 && <p class="terms">{wager.terms.join("; ")}</p>}
      <RuleRows wager={wager} />
    </article>
  );
}

function groupsOf(wagers: readonly CardWager[]): [string, CardWager[]][] {
  const groups: [string, CardWager[]][] = [];
  for (const wager of wagers) {
    const last = groups[groups.length - 1];
    if (last !== undefined && last[0] === wager.group) last[1].push(wager);
    else groups.push([wager.group, [wager]]);
  }
  return groups;
}

export function RuleCard(props: { card: Card }) {
  const { card } = props;
  return (
    <div class="rule-card">
      {card.sources.map((source) => (
        <p key={source.title} class="source">
          {sourceWords(source)}
        </p>
      ))}
      {card.options.map((option) => (
        <section key={option.name + option.title} class="card-option">
          <h3>
            {option.kind === "reading" ? "Reading " : ""}
            {option.name}: {option.title}
          </h3>
          {option.choices.every((choice) => choice.title === "") && <p>{option.choices.map((choice) => choice.name).join(", ")}</p>}
          <ul>
            {option.choices.filter((choice) => choice.title !== "").map((choice) => (
              <li key={choice.name}>
                <b>{choice.name}</b>: {choice.title}
                {choice.cites !== "" && <span class="cites"> {choice.cites}</span>}
              </li>
            ))}
          </ul>
        </section>
      ))}
      {groupsOf(card.wagers).map(([group, wagers], i) => (
        <section key={i} class="card-group">
          {group !== "" && <h3>{group}</h3>}
          <div class="card-wagers">
            {wagers.map((wager, k) => (
              <WagerRules key={k} wager={wager} />
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}
