// web/src/views/odds/shoe.tsx - a shoe that people take cards out of, rank by rank, and what is left in it.

export const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

export interface Shoe {
  decks: number;
  counts: readonly number[]; // of each rank
}

export function fresh(decks: number): Shoe {
  return { decks, counts: RANKS.map(() => 4 * decks) };
}

export function isFresh(shoe: Shoe): boolean {
  return shoe.counts.every((count) => count === 4 * shoe.decks);
}

/** As `felt odds --shoe` takes it. */
export function shoeText(shoe: Shoe): string {
  return shoe.counts.join();
}

function cardsOf(shoe: Shoe): number {
  return shoe.counts.reduce((sum, count) => sum + count, 0);
}

function Rank(props: { rank: string; count: number; most: number; set: (count: number) => void }) {
  const { rank, count, most } = props;
  const name = { A: "aces", J: "jacks", Q: "queens", K: "kings" }[rank] ?? `${rank}s`;
  const type = (text: string) => {
    const typed = Number(text);
    if (text !== "" && Number.isInteger(typed)) props.set(Math.max(0, Math.min(most, typed)));
  };
  return (
    <div class={`rank ${count === most ? "" : "less"}`} role="group" aria-label={name}>
      <span class="rank-name" aria-hidden="true">
        {rank}
      </span>
      <button aria-label={`Take out one of the ${name}`} data-less={rank} disabled={count === 0} onClick={() => props.set(count - 1)}>
        {"\u2212"}
      </button>
      <input
        type="number"
        inputMode="numeric"
        min={0}
        max={most}
        value={count}
        aria-label={`${name} in the shoe`}
        data-rank={rank}
        onInput={(event) => type(event.currentTarget.value)}
        onBlur={(event) => (event.currentTarget.value = String(count))}
      />
      <button aria-label={`Put back one of the ${name}`} data-more={rank} disabled={count === most} onClick={() => props.set(count + 1)}>
        +
      </button>
    </div>
  );
}

export function ShoeEditor(props: { shoe: Shoe; decks: readonly number[]; set: (shoe: Shoe) => void; said: string; problem: string }) {
  const { shoe, set } = props;
  const out = 52 * shoe.decks - cardsOf(shoe);
  return (
    <div class="shoe">
      <div class="shoe-head">
        <label class="odds-filter">
          <span>decks</span>
          <select data-shoe-decks value={String(shoe.decks)} onChange={(event) => set(fresh(Number(event.currentTarget.value)))}>
            {props.decks.map((decks) => (
              <option key={decks} value={String(decks)}>
                {decks}
              </option>
            ))}
          </select>
        </label>
        <p class="shoe-left">
          <b>{cardsOf(shoe)}</b> cards{out > 0 ? `, ${out} taken out` : ", a fresh shoe"}
        </p>
        <button class="button plain" disabled={isFresh(shoe)} onClick={() => set(fresh(shoe.decks))}>
          Put all back
        </button>
      </div>
      <div class="ranks">
        {RANKS.map((rank, i) => (
          <Rank
            key={rank}
            rank={rank}
            count={shoe.counts[i]!}
            most={4 * shoe.decks}
            set={(count) => set({ ...shoe, counts: shoe.counts.map((each, k) => (k === i ? count : each)) })}
          />
        ))}
      </div>
      {props.problem !== "" && (
        <p class="odds-note bad" role="alert">
          {props.problem}
        </p>
      )}
      <p class="hear" role="status">
        {props.said}
      </p>
    </div>
  );
}
