/** Callers' own identifiers of a call, among the identities of `history.db`. */
import { hash } from "node:crypto";

/** 52 bits of SHA-256, as of the identities, and as unlikely to be another's of the project. */
export function requestNumber(projectId: string, requestId: string): number {
  return Number.parseInt(hash("sha256", `${projectId}\0request\0${requestId}`).slice(0, 13), 16);
}
