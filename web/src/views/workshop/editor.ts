// web/src/views/workshop/editor.ts - CodeMirror for sheets. It lives in a shadow root, where its styles are adopted sheets of the document
// and no <style> elements, so that the policy of the page stays as strict as it is.

import { autocompletion, completionKeymap, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { indentUnit } from "@codemirror/language";
import { lintKeymap, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { EditorState, type Text, type Transaction } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { ask } from "../../api.ts";
import { sheetLanguage } from "./language.ts";
import { indexOfLetter, letterAt, type Finding, type PayPlace } from "./look.ts";

export const paperTheme = EditorView.theme({
  "&": { color: "var(--ink)", backgroundColor: "#fffdf7", fontSize: "13.5px", height: "100%" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: 'ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace', lineHeight: "1.65" },
  ".cm-gutters": { backgroundColor: "#fffdf7", color: "#6b6a5c", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "#f3eddb" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-lintRange-error, .cm-lintRange-warning, .cm-lintRange-info": {
    backgroundImage: "none",
    textDecoration: "underline wavy 1.5px",
    textUnderlineOffset: "4px",
  },
  ".cm-lintRange-error": { textDecorationColor: "#c0281d" },
  ".cm-lintRange-warning": { textDecorationColor: "#b07a00" },
  ".cm-lintRange-info": { textDecorationColor: "#2f6fb5" },
  ".cm-tooltip": { backgroundColor: "#fffdf7", border: "1px solid #b9b7a6", borderRadius: "8px", color: "var(--ink)", overflow: "hidden" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "3px 10px" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { background: "var(--felt-2)", color: "var(--ivory)" },
  ".cm-completionDetail": { fontStyle: "normal", opacity: "0.85", marginLeft: "1em" },
  ".cm-diagnostic": {
    padding: "8px 12px",
    maxWidth: "46ch",
    whiteSpace: "pre-wrap",
    fontFamily: '"Inter Variable", system-ui, sans-serif',
    fontSize: "13.5px",
  },
  ".cm-diagnostic-error": { borderLeft: "4px solid #c0281d" },
  ".cm-diagnostic-warning": { borderLeft: "4px solid #b07a00" },
  ".cm-diagnostic-info": { borderLeft: "4px solid #2f6fb5" },
});

/** From where to where in the text, of a line and letters in it; the whole line where it has fewer. */
export function rangeOf(text: Text, line: number, column: number, width: number): { from: number; to: number } {
  if (line < 1 || line > text.lines) return { from: 0, to: 0 };
  const found = text.line(line);
  const begin = indexOfLetter(found.text, column);
  const end = indexOfLetter(found.text, column + width);
  return { from: found.from + begin, to: found.from + Math.max(begin, end) };
}

function diagnostic(text: Text, finding: Finding): Diagnostic {
  const { from, to } = rangeOf(text, finding.line, finding.column, finding.width);
  const more = [finding.example && `For example: ${finding.example}`, finding.help && `Help: ${finding.help}`].filter(
    (part) => part !== "",
  );
  return {
    from,
    to,
    severity: finding.severity === "note" ? "info" : finding.severity,
    message: [`${finding.message} [${finding.code}]`, ...more].join("\n"),
    markClass: `finding-${finding.code}`,
  };
}

/** What may stand where somebody writes: the server asks the compiler. */
async function complete(context: CompletionContext): Promise<CompletionResult | null> {
  const word = context.matchBefore(/[\w/-]*/);
  if (word === null || (word.from === word.to && !context.explicit)) return null;
  const line = context.state.doc.lineAt(word.from);
  const place = { line: line.number, column: letterAt(line.text, word.from - line.from) };
  try {
    const { words } = await ask<{ words: { word: string; meaning: string }[] }>("POST", "/api/sheets/words", {
      text: context.state.doc.toString(),
      ...place,
    });
    if (words.length === 0) return null;
    return {
      from: word.from,
      options: words.map((each, i) => ({
        label: each.word,
        detail: each.meaning === "" ? undefined : each.meaning,
        boost: -Math.min(i, 98),
      })),
      validFor: /^[\w/-]*$/,
    };
  } catch {
    return null; // who types goes on typing
  }
}

/** A pay of which it is known where it stands, whatever has been written elsewhere since. */
export interface Pay extends PayPlace {
  from: number;
  to: number;
}

export class SheetEditor {
  readonly view: EditorView;
  /** Those of the last look, moved along with the text. */
  pays: Pay[] = [];

  constructor(
    host: HTMLElement,
    text: string,
    private readonly changed: (text: string) => void,
    moved: (line: number) => void,
  ) {
    const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
    const state = EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        indentUnit.of("  "),
        sheetLanguage,
        paperTheme,
        autocompletion({ override: [complete], icons: false }),
        keymap.of([...completionKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap]),
        EditorView.contentAttributes.of({
          "aria-label": "Text of the sheet",
          tabindex: "0",
          spellcheck: "false",
          autocapitalize: "off",
          autocorrect: "off",
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) for (const transaction of update.transactions) this.follow(transaction);
          if (update.docChanged) this.changed(this.text);
          if (update.docChanged || update.selectionSet) moved(update.state.doc.lineAt(update.state.selection.main.head).number);
        }),
      ],
    });
    this.view = new EditorView({ state, parent: root, root });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  private follow(transaction: Transaction): void {
    this.pays = this.pays.map((pay) => ({
      ...pay,
      from: transaction.changes.mapPos(pay.from, -1),
      to: transaction.changes.mapPos(pay.to, 1),
    }));
  }

  show(findings: readonly Finding[], pays: readonly PayPlace[] | null): void {
    const text = this.view.state.doc;
    if (pays !== null) this.pays = pays.map((pay) => ({ ...pay, ...rangeOf(text, pay.line, pay.column, pay.width) }));
    this.view.dispatch(
      setDiagnostics(
        this.view.state,
        findings.filter((each) => !each.accepted).map((each) => diagnostic(text, each)),
      ),
    );
  }

  /** What stands at a pay now; null where the text has become something else. */
  payText(pay: Pay): string | null {
    const text = this.view.state.sliceDoc(pay.from, pay.to);
    return /^(-?\d+|unset)$/.test(text) ? text : null;
  }

  /** Writes another number in the place of a pay. */
  setPay(pay: Pay, number: number): void {
    if (this.payText(pay) === null) return;
    this.view.dispatch({ changes: { from: pay.from, to: pay.to, insert: String(number) }, userEvent: "input.pay" });
  }

  /** Another text as a whole, as one step that can be undone; what is the same stays where it is. */
  replace(text: string): void {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
  }

  /** Other text in some lines, as one step that can be undone; the cursor stays where it is. */
  setLines(lines: readonly number[], texts: readonly string[]): void {
    const { doc } = this.view.state;
    const changes = lines.flatMap((number, i) => {
      const line = doc.line(number);
      return line.text === texts[i] ? [] : [{ from: line.from, to: line.to, insert: texts[i]! }];
    });
    this.view.dispatch({ changes, userEvent: "input.pay" });
  }

  goTo(line: number, column: number): void {
    const { from } = rangeOf(this.view.state.doc, line, column, 0);
    this.view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
    this.view.focus();
  }

  close(): void {
    this.view.destroy();
  }
}
