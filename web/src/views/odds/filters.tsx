// web/src/views/odds/filters.tsx - the choices that figures are for, and which of them are put side by side.

import type { Option } from "./calls.ts";
import { ALL, type Chosen } from "./choices.ts";

function words(option: Option): string {
  return option.kind === "reading" ? `${option.option} (reading)` : option.option;
}

export function Filter(props: { option: Option; chosen: string; all: boolean; choose: (choice: string) => void }) {
  const { option } = props;
  return (
    <label class="odds-filter" title={option.title}>
      <span>{words(option)}</span>
      <select data-option={option.option} value={props.chosen} onChange={(event) => props.choose(event.currentTarget.value)}>
        {option.choices.map((choice) => (
          <option key={choice.choice} value={choice.choice}>
            {choice.choice}
            {choice.title === "" || choice.title === choice.choice ? "" : ` \u2013 ${choice.title}`}
          </option>
        ))}
        {props.all && <option value={ALL}>all of them</option>}
      </select>
    </label>
  );
}

export function Filters(props: {
  options: readonly Option[];
  chosen: Chosen;
  choose: (option: string, choice: string) => void;
  beside: string;
  setBeside: (option: string) => void;
}) {
  const { options, chosen } = props;
  if (options.length === 0) return <p class="odds-note">This sheet leaves no choice: its figures are the same everywhere.</p>;
  return (
    <div class="odds-filters">
      {options.map((option) =>
        option.option === props.beside ? null : (
          <Filter
            key={option.option}
            option={option}
            chosen={chosen[option.option]!}
            all
            choose={(choice) => props.choose(option.option, choice)}
          />
        ),
      )}
      <label class="odds-filter">
        <span>side by side</span>
        <select data-beside value={props.beside} onChange={(event) => props.setBeside(event.currentTarget.value)}>
          <option value="">nothing</option>
          {options.map((option) => (
            <option key={option.option} value={option.option}>
              {words(option)}: {option.title}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
