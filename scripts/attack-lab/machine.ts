/** What the lab needs of the machine, and how it leaves it. */
import { readdirSync, readFileSync } from "node:fs";
import { findChromium } from "../browser/installed.ts";

/** By the Debian package that has them. */
const tools: Readonly<Record<string, string>> = {
  Xvfb: "xvfb",
  xdotool: "xdotool",
  openbox: "openbox",
  xclip: "xclip",
};

/** @returns what to say where something is missing; null where nothing is. */
export function missingTools(): string | null {
  const missing = Object.entries(tools).filter(([tool]) => !Bun.which(tool));
  const packages = missing.map(([, name]) => name);
  if (!findChromium()) packages.unshift("chromium");
  if (packages.length === 0) return null;
  return `Not installed: ${packages.join(", ")}. Try: apt-get install ${packages.join(" ")}`;
}

/** Ends every process that this one started, and those that they did. */
export function endDescendants(): void {
  const parents = new Map<number, number[]>();
  for (const entry of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    const parent = parentOf(entry);
    parents.set(parent, [...(parents.get(parent) ?? []), Number(entry)]);
  }
  const end = (pid: number) => {
    for (const child of parents.get(pid) ?? []) {
      end(child);
      try {
        process.kill(child, "SIGKILL");
      } catch {} // It has ended by itself.
    }
  };
  end(process.pid);
}

/** The fourth word of a process's `stat`; its name, in brackets, may hold blanks. */
function parentOf(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return 0; // It has ended.
  }
}
