// web/src/views/house/states.tsx - nothing yet, nothing at all, nothing any more: each a sentence and a way on.

import type { ComponentChildren } from "preact";
import type { Polled } from "./poll.ts";

export function Card(props: { title: string; id?: string; side?: ComponentChildren; children: ComponentChildren }) {
  return (
    <section class="house-card" aria-label={props.title} id={props.id}>
      <header>
        <h2>{props.title}</h2>
        {props.side}
      </header>
      {props.children}
    </section>
  );
}

export interface Figure {
  name: string;
  figure: ComponentChildren;
  words: ComponentChildren;
}

/** Large figures, each with what it is. */
export function Figures(props: { all: readonly Figure[] }) {
  return (
    <dl class="figures">
      {props.all.map(({ name, figure, words }) => (
        <div key={name} data-figure={name}>
          <dd>{figure}</dd>
          <dt>{words}</dt>
        </div>
      ))}
    </dl>
  );
}

/** The data, or why it is not there. What is old is shown with a line that says so. */
export function Loaded<T>(props: { polled: Polled<T>; waiting: string; children: (data: T) => ComponentChildren }) {
  const { data, problem, again } = props.polled;
  return (
    <>
      {problem !== null && (
        <p class="house-note bad" role="alert">
          {problem.words}{" "}
          {data !== null && "What stands below was true before that. "}
          <button class="link" onClick={again}>
            Try again
          </button>
        </p>
      )}
      {data === null && problem === null && <p class="house-note">{props.waiting}</p>}
      {data !== null && props.children(data)}
    </>
  );
}

export function when(ms: number): string {
  return new Date(ms).toISOString().replace("T", " ").slice(0, 19);
}
