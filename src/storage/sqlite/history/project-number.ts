/** Projects in `history.db`, where a row is short and written by the million. */
import { hash } from "node:crypto";

const known = new Map<string, number>();

/**
 * 32 bits of SHA-256 over the project's identifier. Two projects with one number share no rows:
 * identities are numbered by project too (velocity/identities.ts).
 */
export function projectNumber(projectId: string): number {
  let number = known.get(projectId);
  if (number === undefined) {
    number = Number.parseInt(hash("sha256", projectId).slice(0, 8), 16);
    known.set(projectId, number);
  }
  return number;
}
