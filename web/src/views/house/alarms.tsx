// web/src/views/house/alarms.tsx - what an operator should look at now.

import { money } from "../../money.ts";
import { asSentence } from "../../words.ts";
import type { Alarm, Alarms } from "./calls.ts";
import { once, share } from "./luck.tsx";
import type { Polled } from "./poll.ts";
import { Card, Loaded, when } from "./states.tsx";

const NAMES: Record<string, string> = {
  drift: "Beyond luck",
  "large-win": "Large win",
  house: "Store or table",
  people: "Accounts",
  backup: "Copy",
  setup: "Setup",
  audit: "Audit",
};

function words(alarm: Alarm): string {
  if (alarm.what === "drift")
    return `${alarm.wager} has kept ${share(alarm.realised)} where ${share(alarm.exact)} are exact: luck goes so far ${once(alarm.chance)}. Look at its rounds, and close it until you know.`;
  if (alarm.what === "large-win") return `Player ${alarm.player} won ${money(alarm.amount ?? 0)}.`;
  return asSentence(alarm.message ?? "");
}

function Line(props: { alarm: Alarm }) {
  const { alarm } = props;
  return (
    <li data-alarm={alarm.what}>
      <span class={`house-status ${alarm.stands ? "bad" : alarm.what === "large-win" ? "early" : "shut"}`}>
        {NAMES[alarm.what] ?? alarm.what}
      </span>
      <span>
        {words(alarm)}
        <small>
          {alarm.stands ? "now" : when(alarm.time ?? 0)}
          {alarm.table !== undefined && (
            <>
              , at <a href={`#/house/table/${alarm.table}`}>{alarm.table}</a>
            </>
          )}
        </small>
      </span>
    </li>
  );
}

/** What stands now: these are counted where the way to here is shown. */
export function standing(alarms: Alarms | null): number {
  if (alarms === null) return 0;
  return alarms.alarms.filter((alarm) => alarm.stands).length + (alarms.keeps ? 0 : 1);
}

export function AlarmsView(props: { polled: Polled<Alarms> }) {
  return (
    <Card title="Alarms">
      <Loaded polled={props.polled} waiting="Looking for alarms …">
        {({ alarms, keeps, since }) => (
          <>
            {!keeps && (
              <p class="house-note bad" role="alert">
                The store does not answer, or keeps nothing: no bet is accepted. Look at the disk and at the server's log.
              </p>
            )}
            {alarms.length === 0 && <p class="house-note">Nothing to look at.</p>}
            <ul class="house-lines">
              {[...alarms]
                .sort((a, b) => (b.time ?? Infinity) - (a.time ?? Infinity))
                .map((alarm, at) => (
                  <Line key={at} alarm={alarm} />
                ))}
            </ul>
            <p class="house-note quiet-ink">Trouble is told since the server was started, {when(since)}; what was before stands in its log.</p>
          </>
        )}
      </Loaded>
    </Card>
  );
}
