/** The strongest reasons, as sentences. */
import type { Summary } from "../../../model/reasons/summary.ts";
import { formatPoints } from "./format.ts";
import { useReasons } from "./use-decision.ts";

export function Facts() {
  const { data, error, isPending } = useReasons();
  // The section below has the error, with a button to try again.
  if (error) return <p className="muted">The reasons are not available.</p>;
  if (isPending) return <Placeholder />;
  const facts = factsOf(data.summary);
  if (facts.length === 0) return <p>{data.summary.sentence}</p>;
  return (
    <ol className="decision-facts" aria-label="Strongest reasons">
      {facts.map(({ text, points }) => (
        <li key={text}>
          <span className={`points ${points < 0 ? "down" : "up"}`}>{formatPoints(points)}</span>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  );
}

/** Of the height of the facts: nothing moves when they are there. */
function Placeholder() {
  return (
    <div className="decision-facts" role="status" aria-label="Loading">
      {["72%", "58%", "66%", "49%"].map((width) => (
        <span className="skeleton" key={width} style={{ width }} />
      ))}
    </div>
  );
}

const factsOf = ({ facts, top }: Summary) =>
  facts ?? top.map(({ text, points }) => ({ text: sentenceOf(text), points }));

const sentenceOf = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
