/** The steps that `npm run check` and `npm test` share: what is built, and what is checked. */
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";

export const root = resolve(import.meta.dir, "../..");
export const workers = availableParallelism();
const bun = process.execPath;
const bin = (name: string) => join(root, "node_modules/.bin", name);

export interface Step {
  name: string;
  command: string[];
}

/**
 * The native compiler, which takes a fifth of the time of version 5. Packages that use the compiler's API
 * import that one, as `typescript`.
 */
const tsc = join(root, "node_modules/typescript7/bin/tsc");

/** A project of the compiler, which checks again only what has changed since it last ran. */
function types(name: string, project: string, record: string): Step {
  const file = join(root, "node_modules/.cache/types", record);
  const remember = ["--incremental", "--tsBuildInfoFile", file];
  return { name, command: ["node", tsc, "--noEmit", "-p", project, ...remember] };
}

/** What the sources import, and so has to be there before they are checked or run. */
export const generated: readonly Step[] = [
  { name: "Browser script", command: [bun, "scripts/build/sdk.ts"] },
  { name: "Dashboard", command: [bun, "scripts/build/dashboard.ts"] },
  { name: "API reference", command: [bun, "scripts/build/api-reference.ts"] },
];

/** The slowest first. */
export const checks: readonly Step[] = [
  types("Types", ".", "all.json"),
  types("Types of the dashboard", "src/dashboard", "dashboard.json"),
  types("Types of the browser script", "sdk", "sdk.json"),
  { name: "Lint", command: [bin("biome"), "ci", "--error-on-warnings", "."] },
  { name: "Layers", command: [bun, "scripts/development/lint/check-layers.ts"] },
];

export const executable: Step = { name: "Executable", command: [bun, "scripts/build/build.ts"] };

/**
 * Runs steps, some at the same time. @returns the names of those that failed.
 * @param without names of steps that are left out.
 */
export async function runSteps(
  steps: readonly Step[],
  atOnce: number,
  without: ReadonlySet<string> = new Set(),
): Promise<string[]> {
  const queue = steps.filter(({ name }) => !without.has(name));
  const failed: string[] = [];
  const worker = async () => {
    for (let step = queue.shift(); step; step = queue.shift()) {
      if (!(await runStep(step))) failed.push(step.name);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return failed;
}

/** Prints one line for a step that succeeds, and all that it printed for one that fails. */
async function runStep({ name, command }: Step): Promise<boolean> {
  const started = performance.now();
  const child = Bun.spawn(command, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  const [out, error] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  const status = await child.exited;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (status === 0) say(`${name}: ok, ${seconds} s`);
  else say(`${name}: failed with status ${status}\n${out}${error}`);
  return status === 0;
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
