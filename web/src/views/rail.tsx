// web/src/views/rail.tsx - what stands beside the table: roads, the round's ledger, fairness.

import { winner } from "../baccarat.ts";
import { gain, money } from "../money.ts";
import { revealing } from "../live.ts";
import { bigRoad, columnsOf, derived, drawBigRoad, place, type Winner } from "../roads.ts";
import { fullName, type Table } from "../table.ts";
import "./rail.css";

const WIDE = 24;

function Grid(props: { label: string; columns: number; rows: number; size: number; children: preact.ComponentChildren }) {
  const { columns, rows, size } = props;
  return (
    <svg class="road" viewBox={`0 0 ${columns * size} ${rows * size}`} role="img" aria-label={props.label}>
      {Array.from({ length: columns - 1 }, (_, i) => (
        <line key={`c${i}`} x1={(i + 1) * size} x2={(i + 1) * size} y1={0} y2={rows * size} />
      ))}
      {Array.from({ length: rows - 1 }, (_, i) => (
        <line key={`r${i}`} y1={(i + 1) * size} y2={(i + 1) * size} x1={0} x2={columns * size} />
      ))}
      {props.children}
    </svg>
  );
}

function BigRoad(props: { results: readonly Winner[] }) {
  const road = bigRoad(props.results);
  const cells = drawBigRoad(road);
  const from = Math.max(0, Math.max(0, ...cells.map((cell) => cell.column)) - WIDE + 1);
  return (
    <Grid label="Big road" columns={WIDE} rows={6} size={12}>
      {cells
        .filter((cell) => cell.column >= from)
        .map((cell) => {
          const x = (cell.column - from) * 12 + 6;
          const y = cell.row * 12 + 6;
          return (
            <g key={`${cell.column},${cell.row}`} class={cell.winner}>
              <circle cx={x} cy={y} r={4.2} />
              {cell.ties > 0 && <line class="tie" x1={x - 4} y1={y + 4} x2={x + 4} y2={y - 4} />}
              {cell.ties > 1 && (
                <text x={x} y={y + 2.4}>
                  {cell.ties}
                </text>
              )}
            </g>
          );
        })}
    </Grid>
  );
}

function Derived(props: { results: readonly Winner[]; skip: 1 | 2 | 3; label: string }) {
  const cells = place(columnsOf(derived(bigRoad(props.results), props.skip)));
  const wide = WIDE;
  const from = Math.max(0, Math.max(0, ...cells.map((cell) => cell.column)) - wide + 1);
  return (
    <Grid label={props.label} columns={wide} rows={6} size={8}>
      {cells
        .filter((cell) => cell.column >= from)
        .map((cell) => {
          const x = (cell.column - from) * 8 + 4;
          const y = cell.row * 8 + 4;
          const key = `${cell.column},${cell.row}`;
          if (props.skip === 1) return <circle key={key} class={`open ${cell.mark}`} cx={x} cy={y} r={2.6} />;
          if (props.skip === 2) return <circle key={key} class={`full ${cell.mark}`} cx={x} cy={y} r={2.8} />;
          return <line key={key} class={`slash ${cell.mark}`} x1={x - 2.6} y1={y + 2.6} x2={x + 2.6} y2={y - 2.6} />;
        })}
    </Grid>
  );
}

function BeadPlate(props: { results: readonly Winner[] }) {
  const all = props.results.slice(-72 + ((6 - (props.results.length % 6)) % 6));
  return (
    <Grid label="Bead plate" columns={12} rows={6} size={16}>
      {all.map((result, i) => (
        <g key={i} class={`bead ${result}`}>
          <circle cx={Math.floor(i / 6) * 16 + 8} cy={(i % 6) * 16 + 8} r={6.6} />
          <text x={Math.floor(i / 6) * 16 + 8} y={(i % 6) * 16 + 10.6}>
            {result.charAt(0).toUpperCase()}
          </text>
        </g>
      ))}
    </Grid>
  );
}

export function Roads(props: { table: Table }) {
  const results = props.table.shoeResults().flatMap((result) => (result.dealt === undefined ? [] : [winner(result.dealt)]));
  return (
    <section class="panel" aria-label="Roads">
      <h2>Big road</h2>
      <BigRoad results={results} />
      <div class="three-roads">
        <div>
          <h3>Big eye boy</h3>
          <Derived results={results} skip={1} label="Big eye boy" />
        </div>
        <div>
          <h3>Small road</h3>
          <Derived results={results} skip={2} label="Small road" />
        </div>
        <div>
          <h3>Cockroach pig</h3>
          <Derived results={results} skip={3} label="Cockroach pig" />
        </div>
      </div>
      <h2>Bead plate</h2>
      <BeadPlate results={results} />
    </section>
  );
}

export function Ledger(props: { table: Table }) {
  const paid = revealing.value ? [] : props.table.ledger.value;
  const sum = paid.reduce((all, each) => all + each.net, 0);
  const name = (short: string) => {
    const wager = props.table.wager(short);
    return wager === undefined ? short : fullName(wager);
  };
  return (
    <section class="panel" aria-label="This round" aria-live="polite">
      <h2>This round</h2>
      {paid.length === 0 ? (
        <p class="quiet">What your bets are paid stands here, with the row that decided.</p>
      ) : (
        <dl class="ledger">
          {paid.map((each) => (
            <div key={each.bet} data-bet={each.bet}>
              <dt>
                {name(each.wager)} · {money(each.stake)}
                <small>
                  {each.returned ? "taken down" : `${each.row}: ${each.pays}`}
                  {each.again && "; it stays up"}
                </small>
                {each.cites !== "" && <small>{each.cites}</small>}
              </dt>
              <dd class={each.net < 0 ? "loss" : ""}>{each.returned ? "back" : gain(each.net)}</dd>
            </div>
          ))}
          <div class="sum">
            <dt>Round</dt>
            <dd class={sum < 0 ? "loss" : ""}>{gain(sum)}</dd>
          </div>
        </dl>
      )}
    </section>
  );
}
