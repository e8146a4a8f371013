// web/src/views/hands.tsx - what was dealt: cards in their order with totals, or dice with the puck.

import { card, explain, order, total, winner } from "../baccarat.ts";
import { revealing } from "../live.ts";
import type { Table } from "../table.ts";
import "./hands.css";

const SUITS = { S: "\u2660", H: "\u2665", D: "\u2666", C: "\u2663" };
const SUIT_NAMES = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };

function PlayingCard(props: { text: string; third: boolean; up: boolean }) {
  const { rank, suit } = card(props.text);
  const red = suit === "H" || suit === "D";
  if (!props.up) return <span class={`card down ${props.third ? "third" : ""}`} aria-hidden="true" />;
  return (
    <span class={`card ${red ? "red" : "black"} ${props.third ? "third" : ""}`} role="img" aria-label={`${rank} of ${SUIT_NAMES[suit]}`}>
      <b>{rank === "T" ? "10" : rank}</b>
      <i>{SUITS[suit]}</i>
    </span>
  );
}

export function Hand(props: { name: "player" | "banker"; dealt: Record<string, string[]>; shown: number }) {
  const cards = props.dealt[props.name] ?? [];
  const places = order(props.dealt);
  const up = (index: number) => places.findIndex((place) => place.hand === props.name && place.index === index) < props.shown;
  const visible = cards.filter((_, index) => up(index));
  return (
    <div class={`hand ${props.name}`}>
      <h2>{props.name}</h2>
      <div class="cards">
        {cards.map((text, index) => (index < 2 || up(index)) && <PlayingCard key={index} text={text} third={index === 2} up={up(index)} />)}
      </div>
      <output class="total">{visible.length === 0 ? "\u00a0" : total(visible)}</output>
    </div>
  );
}

export function Cards(props: { table: Table }) {
  const dealt = props.table.last.value;
  const shown = props.table.shown.value;
  if (dealt === null || dealt.dealt === undefined)
    return <div class="stage empty-stage">Place a chip, then deal.</div>;
  const all = order(dealt.dealt).length;
  const over = shown >= all && !revealing.value;
  const who = winner(dealt.dealt);
  const by = Math.abs(total(dealt.dealt["player"] ?? []) - total(dealt.dealt["banker"] ?? []));
  const text = who === "tie" ? "Tie" : `${who === "player" ? "Player" : "Banker"} wins`;
  return (
    <div class="stage" data-round={over ? dealt.round : undefined}>
      <div class="hands">
        <Hand name="player" dealt={dealt.dealt} shown={shown} />
        <p class="outcome" aria-live="polite">
          {over && (
            <>
              <b>{text}</b>
              {who !== "tie" && <small>by {by}</small>}
            </>
          )}
        </p>
        <Hand name="banker" dealt={dealt.dealt} shown={shown} />
      </div>
      <p class="why" aria-live="polite">
        {explain(dealt.dealt, shown) || "\u00a0"}
      </p>
    </div>
  );
}

const PIPS: Record<number, [number, number][]> = {
  1: [[1, 1]],
  2: [[0, 0], [2, 2]],
  3: [[0, 0], [1, 1], [2, 2]],
  4: [[0, 0], [0, 2], [2, 0], [2, 2]],
  5: [[0, 0], [0, 2], [1, 1], [2, 0], [2, 2]],
  6: [[0, 0], [0, 2], [1, 0], [1, 2], [2, 0], [2, 2]],
};

export function Die(props: { face: number; rolling: boolean }) {
  return (
    <svg class={`die ${props.rolling ? "rolling" : ""}`} viewBox="0 0 66 66" role="img" aria-label={String(props.face)}>
      <rect x="1" y="1" width="64" height="64" rx="9" />
      {PIPS[props.face]!.map(([row, column]) => (
        <circle key={`${row}${column}`} cx={17 + column * 16} cy={17 + row * 16} r="5.2" />
      ))}
    </svg>
  );
}

export function Dice(props: { table: Table }) {
  const state = props.table.now.value;
  const last = props.table.last.value;
  const dice = last?.dice;
  const sum = dice === undefined ? 0 : dice.reduce((all, face) => all + face, 0);
  const rolls = props.table.results.list.value.slice(-10);
  const point = state?.point ?? 0;
  return (
    <div class="stage" data-round={revealing.value ? undefined : last?.round}>
      <div class="dice">
        {dice === undefined ? (
          <p class="empty-stage">Place a chip, then roll.</p>
        ) : (
          <>
            {dice.map((face, i) => (
              <Die key={i} face={face} rolling={revealing.value} />
            ))}
            <p class="sum" aria-live="polite">
              <b>{revealing.value ? "\u00a0" : sum}</b>
              <small>{revealing.value ? "\u00a0" : last!.result}</small>
            </p>
          </>
        )}
        <p class={`puck ${point > 0 ? "on" : ""}`} aria-live="polite">
          <b>{point > 0 ? "ON" : "OFF"}</b>
          {point > 0 && <span>{point}</span>}
        </p>
      </div>
      <ol class="rolls" aria-label="The last rolls">
        {rolls.map((roll) => (
          <li key={roll.round}>{roll.dice?.reduce((all, face) => all + face, 0)}</li>
        ))}
      </ol>
    </div>
  );
}
