// web/test/source.test.ts - a document that a sheet was written from, in words.
import assert from "node:assert/strict";
import { sourceWords } from "../src/views/odds/source.ts";
import { test } from "./tap.ts";

const bare = { title: "Rule 1", publisher: "", edition: "", date: "", file: "", sha256: "" };

test("a source says what the sheet says of it, and no more", () => {
  assert.equal(sourceWords(bare), "Rule 1");
  assert.equal(sourceWords({ ...bare, publisher: "Us", date: "2021-05-14" }), "Rule 1, Us, 2021-05-14");
  assert.equal(sourceWords({ ...bare, file: "rule.pdf" }), "Rule 1 (rule.pdf)");
  assert.equal(
    sourceWords({ title: "Rule 1", publisher: "Us", edition: "2", date: "2021", file: "rule.pdf", sha256: "9f86" }),
    "Rule 1, Us, edition 2, 2021 (rule.pdf, SHA-256 9f86)",
  );
});
