/** What a person says of a case, and the keys to say it with. */
import type { Verdict } from "../../../decisions/reviews/limits.ts";

export const verdictLabels: Readonly<Record<Verdict, string>> = {
  fraud: "Fraud",
  good: "Good guest",
  later: "Later",
};

export const verdictKeys: Readonly<Record<string, Verdict>> = { f: "fraud", g: "good", l: "later" };
/** Leaves the case without a verdict. */
export const nextKey = "n";
/** Opens the dialog with lists and linked cases. */
export const listKey = "a";
