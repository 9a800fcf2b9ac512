/** How a decision is said: its score with the level's colour and word, what was advised, what came. */

const levelLabels: Readonly<Record<string, string>> = {
  low: "Low",
  medium: "Medium",
  high: "High",
};

/** What became of a booking, in a word. */
export const outcomeLabels: Readonly<Record<string, string>> = {
  chargeback: "Chargeback",
  fraud: "Fraud",
  legitimate: "Legitimate",
};

/** A score of 0 to 99; the colour only repeats the word. */
export function Score({ score, level }: { score: number; level: string }) {
  return (
    <span className={`score ${level in levelLabels ? level : ""}`}>
      <b>{score}</b>
      <span>{levelLabels[level] ?? level}</span>
    </span>
  );
}

export function ActionBadge({ action }: { action: string }) {
  return <span className={`badge ${action === "deny" ? "danger" : ""}`}>{action}</span>;
}

export function OutcomeBadge({ outcome }: { outcome: string }) {
  return (
    <span className={`badge ${outcome === "legitimate" ? "ok" : "danger"}`}>
      {outcomeLabels[outcome] ?? outcome}
    </span>
  );
}
