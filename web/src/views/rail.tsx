// web/src/views/rail.tsx - what stands beside the table: the round's ledger.

import { gain, money } from "../money.ts";
import { revealing } from "../live.ts";
import { fullName, type Table } from "../table.ts";
import "./rail.css";

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
