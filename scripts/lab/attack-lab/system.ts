/** Required system tools, and the termination of leftover processes. */
import { readdirSync, readFileSync } from "node:fs";
import { findChromium } from "../../programs/browser/installed.ts";

/** Commands and the Debian packages that contain them. */
const tools: Readonly<Record<string, string>> = {
  Xvfb: "xvfb",
  xdotool: "xdotool",
  openbox: "openbox",
  xclip: "xclip",
};

/** @returns an error message where a tool is missing; else null. */
export function missingTools(): string | null {
  const missing = Object.entries(tools).filter(([tool]) => !Bun.which(tool));
  const packages = missing.map(([, name]) => name);
  if (!findChromium()) packages.unshift("chromium");
  if (packages.length === 0) return null;
  return `Not installed: ${packages.join(", ")}. Try: apt-get install ${packages.join(" ")}`;
}

/** Kills all descendants of this process. */
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
      } catch {} // It has exited already.
    }
  };
  end(process.pid);
}

/** The fourth field of `/proc/PID/stat`; the second, the name in parentheses, may contain spaces. */
function parentOf(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return 0; // It has exited.
  }
}
