/** What a case says of itself. */
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

/** In units of the booking's currency, which the case does not have. */
export const formatLoss = numberFormat({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
