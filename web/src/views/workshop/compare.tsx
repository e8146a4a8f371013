// web/src/views/workshop/compare.tsx - the text beside the one it started from; one above the other where there is no room.

import { MergeView, unifiedMergeView } from "@codemirror/merge";
import { EditorState } from "@codemirror/state";
import { EditorView, lineNumbers } from "@codemirror/view";
import { useEffect, useRef } from "preact/hooks";
import type { Desk } from "./desk.ts";
import { paperTheme } from "./editor.ts";
import { sheetLanguage } from "./language.ts";

const reading = (what: string) => [
  lineNumbers(),
  sheetLanguage,
  paperTheme,
  EditorState.readOnly.of(true),
  EditorView.lineWrapping,
  EditorView.contentAttributes.of({ "aria-label": what, tabindex: "0" }),
];
const folded = { margin: 2, minSize: 6 };

function beside(root: ShadowRoot, before: string, now: string): () => void {
  const view = new MergeView({
    a: { doc: before, extensions: reading("The sheet it started from") },
    b: { doc: now, extensions: reading("The sheet as it is now") },
    parent: root,
    root,
    collapseUnchanged: folded,
  });
  return () => view.destroy();
}

function below(root: ShadowRoot, before: string, now: string): () => void {
  const extensions = [reading("What has changed"), unifiedMergeView({ original: before, mergeControls: false, collapseUnchanged: folded })];
  const view = new EditorView({ state: EditorState.create({ doc: now, extensions }), parent: root, root });
  return () => view.destroy();
}

export function Compare(props: { desk: Desk }) {
  const { desk } = props;
  const host = useRef<HTMLDivElement>(null);
  const text = desk.text.value!;
  useEffect(() => {
    const root = host.current!.shadowRoot ?? host.current!.attachShadow({ mode: "open" });
    const wide = matchMedia("(min-width: 900px)").matches;
    return (wide ? beside : below)(root, desk.original, text);
  }, [text]);
  return (
    <section class="work-card compare" aria-label="Compare">
      <header>
        <h2>{desk.name}: before and now</h2>
        <span class="quiet-ink">{text === desk.original ? "nothing has changed" : ""}</span>
      </header>
      <div ref={host} />
    </section>
  );
}
