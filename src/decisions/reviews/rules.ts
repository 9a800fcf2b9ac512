/** Which decisions of a project go to review by themselves. */
import { FieldFault, FieldReader } from "../../base/domain-error.ts";
import { changeChoices, getChoices } from "../../projects/choices.ts";
import { isChange } from "../../projects/setting-change.ts";
import { scoreMax } from "../../risk/score.ts";
import { type Actor, auditEntry } from "../../storage/port/audit.ts";
import type { ReviewRules } from "../../storage/port/reviews.ts";
import type { Store } from "../../storage/port/store.ts";

export interface RuleDeps {
  store: Pick<Store, "projects">;
  now: () => number;
}

/** None by themselves. */
export const noRules: ReviewRules = { band: null, share: 0 };

/** @throws DomainError project_not_found */
export async function getReviewRules(
  { store }: Pick<RuleDeps, "store">,
  projectId: string,
): Promise<ReviewRules> {
  return (await getChoices({ store }, projectId)).reviewRules ?? noRules;
}

/**
 * They hold from the next request on; earlier decisions stay where they are.
 * @param rules `band`: the first and the last score, 0 to 99, or null; `share`: 0 to 1.
 * @param replaces the rules that were shown; undefined: whatever is stored.
 * @throws DomainError invalid_input, project_not_found, setting_changed
 */
export async function setReviewRules(
  deps: RuleDeps,
  actor: Actor,
  {
    projectId,
    rules,
    replaces,
  }: {
    projectId: string;
    rules: { band: unknown; share: unknown };
    replaces?: ReviewRules | undefined;
  },
): Promise<ReviewRules> {
  const fields = new FieldReader();
  const band = fields.read("band", () => readBand(rules.band));
  const share = fields.read("share", () => readShare(rules.share));
  fields.assertRead();
  const wanted: ReviewRules = { band, share: share! };
  await changeChoices(deps, projectId, (choices) => {
    const before = choices.reviewRules ?? noRules;
    if (!isChange(wanted, before, { replaces, stored: before })) return null;
    const reviewRules = isNone(wanted) ? null : wanted;
    const detail = { rules: reviewRules, before: isNone(before) ? null : before };
    const about = { subject: projectId, projectId, detail };
    const audit = auditEntry(actor, deps.now(), "project.review-rules", about);
    return { choices: { reviewRules }, audit };
  });
  return wanted;
}

/** Stored as none, so that a request compares one value. */
const isNone = ({ band, share }: ReviewRules) => band === null && share === 0;

function readBand(given: unknown): ReviewRules["band"] {
  if (given === null || given === undefined) return null;
  const { from, to } = Object(given) as { from?: unknown; to?: unknown };
  if (isScore(from) && isScore(to) && from <= to) return { from, to };
  throw new FieldFault(
    `must be the first and the last score, whole numbers from 0 to ${scoreMax}, or null`,
  );
}

const isScore = (given: unknown): given is number =>
  Number.isInteger(given) && (given as number) >= 0 && (given as number) <= scoreMax;

function readShare(given: unknown): number {
  if (typeof given === "number" && given >= 0 && given <= 1) return given;
  throw new FieldFault("must be a number from 0 to 1");
}
