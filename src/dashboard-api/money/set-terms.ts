import { keptTerms, type MoneyTerms, readTerms } from "../../decisions/money-terms.ts";
import { Problem } from "../../http/problem.ts";
import { auditLine } from "../../storage/audit.ts";
import type { Caller } from "../admit.ts";
import type { Parts } from "../parts.ts";
import { changedProject } from "../projects/changed.ts";

/** What changes nothing is not in the audit. @throws Problem not_found, validation_failed with every issue */
export async function setMoneyTerms(
  { store }: Parts,
  { doing }: Caller,
  projectId: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<MoneyTerms> {
  await changedProject(projectId, store);
  const read = readTerms(fields);
  if ("issues" in read) {
    throw new Problem("validation_failed", "Numbers are missing or malformed.", {
      errors: read.issues,
    });
  }
  const before = keptTerms((await store.projects.choices(projectId))?.moneyTerms ?? null);
  if (JSON.stringify(before) === JSON.stringify(read.terms)) return read.terms;
  const line = auditLine(doing(), "project.money", projectId, projectId, { ...read, before });
  await store.projects.setMoneyTerms(projectId, JSON.stringify(read.terms), line);
  return read.terms;
}
