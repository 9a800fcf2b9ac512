import { hash } from "node:crypto";

/** A caller's request ID as a number: 52 bits of SHA-256, as the identities have. */
export function requestNumber(projectId: string, requestId: string): number {
  return Number.parseInt(hash("sha256", `${projectId}\0request\0${requestId}`).slice(0, 13), 16);
}
