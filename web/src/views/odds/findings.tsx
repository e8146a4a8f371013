// web/src/views/odds/findings.tsx - what the checker says, and what the sheet has accepted of it.

import type { Finding } from "./calls.ts";

const MARKS: Record<Finding["severity"], string> = { error: "Error", warning: "Warning", note: "Note" };

export function FindingList(props: { findings: readonly Finding[]; nothing: string }) {
  if (props.findings.length === 0) return <p class="odds-note">{props.nothing}</p>;
  return (
    <ul class="finding-list">
      {props.findings.map((finding, i) => (
        <li key={i} class={`finding ${finding.accepted ? "accepted" : finding.severity}`} data-code={finding.code}>
          <p>
            <b>{finding.accepted ? "Accepted" : MARKS[finding.severity]}</b> {finding.message}
            {finding.line > 0 && <span class="cites"> line {finding.line}</span>}
          </p>
          {finding.example !== "" && <p class="quiet-ink">For example {finding.example}.</p>}
          {finding.accepted && finding.reason !== undefined && <p class="quiet-ink">The sheet says: {finding.reason}.</p>}
          {!finding.accepted && finding.help !== "" && <p class="quiet-ink">{finding.help}</p>}
        </li>
      ))}
    </ul>
  );
}
