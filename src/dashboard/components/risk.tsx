/** How decisions are displayed: score with risk level, recommended action, and reported outcome. */

const levelLabels: Readonly<Record<string, string>> = {
  low: "Low",
  medium: "Medium",
  high: "High",
};

export const outcomeLabels: Readonly<Record<string, string>> = {
  chargeback: "Chargeback",
  fraud: "Fraud",
  legitimate: "Legitimate",
  withdrawn: "Withdrawn",
};

/**
 * A score of 0 to 99. The colour repeats what the level says in words.
 * @param isBrief leaves the words to screen readers.
 */
export function Score({
  score,
  level,
  isBrief = false,
}: {
  score: number;
  level: string;
  isBrief?: boolean;
}) {
  return (
    <span className={`score ${level in levelLabels ? level : ""}`}>
      <b>{score}</b>
      <span className={isBrief ? "visually-hidden" : undefined}>{levelLabels[level] ?? level}</span>
    </span>
  );
}

export function ActionBadge({ action }: { action: string }) {
  return <span className={`badge ${action === "deny" ? "danger" : ""}`}>{action}</span>;
}

const outcomeTones: Readonly<Record<string, string>> = { legitimate: "ok", withdrawn: "" };

export function OutcomeBadge({ outcome }: { outcome: string }) {
  return (
    <span className={`badge ${outcomeTones[outcome] ?? "danger"}`}>
      {outcomeLabels[outcome] ?? outcome}
    </span>
  );
}
