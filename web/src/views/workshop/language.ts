// web/src/views/workshop/language.ts - colors of the sheet language. What words mean is the compiler's business.

import { HighlightStyle, StreamLanguage, syntaxHighlighting, type StringStream } from "@codemirror/language";
import { tags } from "@lezer/highlight";

/** Words that begin a line. */
export const STATEMENTS = new Set(
  "sheet source game option reading group wager accept cites offered paytable where placed needs may vig otherwise".split(" "),
);
const OUTCOMES = new Set("pays pushes loses stays undefined unset".split(" "));
const JOINTS = new Set("with over by and or not after is as on to for less where cites".split(" "));

interface State {
  first: boolean;
}

function word(stream: StringStream, state: State): string | null {
  const text = stream.current();
  const first = state.first;
  state.first = false;
  if (first && STATEMENTS.has(text)) return "keyword";
  if (OUTCOMES.has(text)) return "keyword";
  return JOINTS.has(text) ? "operatorKeyword" : null;
}

const language = StreamLanguage.define<State>({
  name: "felt",
  startState: () => ({ first: true }),
  token(stream, state) {
    if (stream.sol()) state.first = true;
    if (stream.eatSpace()) return null;
    if (stream.eat("#")) {
      stream.skipToEnd();
      return "comment";
    }
    if (stream.match(/^"[^"]*"?/)) return "string";
    if (stream.match(/^-?\d+(\.\d+)?%?(?![\w-])/)) return "number";
    if (stream.match(/^[^\s",:()#]+/)) return word(stream, state);
    if (stream.eat(":")) {
      state.first = true; // after `where ...:` a row begins
      return null;
    }
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: "#" } },
});

const colors = HighlightStyle.define([
  { tag: tags.keyword, color: "#0b5a41", fontWeight: "650" },
  { tag: tags.operatorKeyword, color: "#0b5a41" },
  { tag: tags.string, color: "#8a4b00" },
  { tag: tags.number, color: "#1c49a8" },
  { tag: tags.comment, color: "#5c665f", fontStyle: "italic" },
]);

export const sheetLanguage = [language, syntaxHighlighting(colors)];
