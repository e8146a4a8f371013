// web/src/views/house/poll.ts - what the server says, asked again and again while somebody looks.

import { useEffect, useState } from "preact/hooks";
import { ask, Refusal } from "../../api.ts";

export interface Polled<T> {
  data: T | null;
  problem: Refusal | null;
  again: () => void;
}

/** What was there before a failure stays; `problem` says that it may be old. Another `change` asks at once. */
export function usePoll<T>(path: string, every_ms: number, change = 0): Polled<T> {
  const [data, setData] = useState<T | null>(null);
  const [problem, setProblem] = useState<Refusal | null>(null);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let gone = false;
    let loaded = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = async (): Promise<void> => {
      try {
        if (!loaded || !document.hidden) {
          const found = await ask<T>("GET", path);
          if (gone) return;
          loaded = true;
          setData(found);
          setProblem(null);
        }
      } catch (error) {
        if (!gone) setProblem(error as Refusal);
      }
      if (!gone) timer = setTimeout(() => void load(), every_ms);
    };
    void load();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [path, every_ms, turn, change]);
  return { data, problem, again: () => setTurn((before) => before + 1) };
}
