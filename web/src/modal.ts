// web/src/modal.ts - a dialog that is open while something is asked for.

import type { Signal } from "@preact/signals";
import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** The dialog is drawn always, its content while something is asked for: a new object each time. A browser says that it closed a dialog a
 *  moment after it did, and by then the next may be asked for, the same as before perhaps: that one is not forgotten. */
export function useModal<T extends object>(asked: Signal<T | null>): { dialog: RefObject<HTMLDialogElement | null>; closed: () => void } {
  const dialog = useRef<HTMLDialogElement>(null);
  const shown = useRef<T | null>(null);
  const now = asked.value;
  useLayoutEffect(() => {
    shown.current = now;
    if (now !== null && dialog.current?.open === false) dialog.current.showModal();
    if (now === null) dialog.current?.close();
  }, [now]);
  const closed = () => {
    if (dialog.current?.open !== true && asked.value === shown.current) asked.value = null;
  };
  return { dialog, closed };
}
