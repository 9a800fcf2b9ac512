/** Who runs a command: the user of the operating system, for the audit log. */
import { readFileSync } from "node:fs";
import { userInfo } from "node:os";
import type { Actor } from "../storage/port/audit.ts";

export function operatingSystemUser(): Actor {
  return { name: userName() };
}

/** By the user ID, which the system vouches for. The environment can hold any name. */
function userName(): string {
  const userId = process.getuid?.();
  if (userId === undefined) return userInfo().username;
  return nameInPasswd(userId) ?? `user ${userId}`;
}

/** Null for a user who is not listed on this machine, as in a container. */
function nameInPasswd(userId: number): string | null {
  try {
    const users = readFileSync("/etc/passwd", "utf8").split("\n");
    return users.map((line) => line.split(":")).find(([, , id]) => id === `${userId}`)?.[0] ?? null;
  } catch {
    return null;
  }
}
