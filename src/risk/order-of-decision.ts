/**
 * The order of decision, stated once: a one-time pass, then the deny list, then the allow list, then the control
 * group, which lets through a few of those that the model denies, then the model at the project's setting. The first that applies decides the action, and nothing else: the score, the level and the
 * features of a decision are those of the model, whatever decided. Entries of the watch list mark a
 * decision and never decide it.
 */
import type { DecisionRecord } from "../storage/port/decisions.ts";
import { type EntryKind, entryKinds, type ListMatch } from "../storage/port/lists.ts";
import { storedDraw } from "./control-group.ts";
import type { SuggestedAction } from "./score.ts";

/** What each kind of entry makes of an attempt; null where it leaves the action as it is. */
const actions: Readonly<Record<EntryKind, SuggestedAction | null>> = {
  pass: "allow",
  deny: "deny",
  allow: "allow",
  watch: null,
};

/** `entryKinds` are in the order of decision; of one kind, the entry that was added first. */
export function inOrder(matches: readonly ListMatch[]): ListMatch[] {
  const place = ({ kind }: ListMatch) => entryKinds.indexOf(kind);
  return matches.toSorted((a, b) => place(a) - place(b) || a.version - b.version);
}

/** The entry that decided; null where the model did. @param matches in the order of decision. */
export function decidingEntry(matches: readonly ListMatch[]): ListMatch | null {
  return matches.find(({ kind }) => actions[kind] !== null) ?? null;
}

/** @param matches in the order of decision. @param byModel what the model suggests at the project's setting. */
export function actionOf(matches: readonly ListMatch[], byModel: SuggestedAction): SuggestedAction {
  const entry = decidingEntry(matches);
  return (entry && actions[entry.kind]) ?? byModel;
}

/**
 * The entries that a decision is stored with, in the order of decision.
 * @throws SyntaxError where the stored text is not JSON.
 */
export function storedMatches({ listMatches }: { listMatches: string | null }): ListMatch[] {
  return listMatches === null ? [] : (JSON.parse(listMatches) as ListMatch[]);
}

/** What decided the action of a decision. */
export type DecidedAction =
  | { kind: "model" }
  | { kind: "controlGroup" }
  | { kind: EntryKind; entryId: string; listsVersion: number };

/** @throws SyntaxError as `storedMatches`. */
export function decidedAction(
  record: Pick<DecisionRecord, "listMatches" | "controlGroup">,
): DecidedAction {
  const entry = decidingEntry(storedMatches(record));
  if (entry === null) {
    return { kind: storedDraw(record)?.result === "allowed" ? "controlGroup" : "model" };
  }
  const { kind, entryId, version } = entry;
  return { kind, entryId, listsVersion: version };
}
