/** Who runs a command: the user of the operating system, for the audit. */
import { readFileSync } from "node:fs";
import { userInfo } from "node:os";
import type { Doing } from "../storage/audit.ts";

export function doing(): Doing {
  return { actor: userName(), at: Date.now() };
}

/** By the number that the system vouches for; the environment may say what it likes. */
function userName(): string {
  const number = process.getuid?.();
  if (number === undefined) return userInfo().username;
  return listedName(number) ?? `user ${number}`;
}

/** Null for users that are not of this machine, as in a container. */
function listedName(number: number): string | null {
  try {
    const users = readFileSync("/etc/passwd", "utf8").split("\n");
    return users.map((line) => line.split(":")).find(([, , id]) => id === `${number}`)?.[0] ?? null;
  } catch {
    return null;
  }
}
