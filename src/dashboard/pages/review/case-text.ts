/** What a case says of itself. */
import type { ReviewCase } from "../../../decisions/reviews/reviews.ts";
import type { ReviewSource } from "../../../storage/port/reviews.ts";
import { numberFormat } from "../../components/format.ts";

/** Why a decision is in the queue, as people say it. */
export function sourceText(source: ReviewSource): string {
  switch (source.kind) {
    case "watch":
      return "On the watch list";
    case "band":
      return `Score from ${source.from} to ${source.to}`;
    case "sample":
      return "Chosen at random";
    case "person":
      return `Sent by ${source.name}`;
  }
}

const unitless = numberFormat({ minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** A plain number where the case has no currency. */
export function formatLoss({
  expectedLoss,
  currency,
}: Pick<ReviewCase, "expectedLoss" | "currency">): string {
  if (currency === null) return unitless(expectedLoss);
  return numberFormat({ style: "currency", currency })(expectedLoss);
}
