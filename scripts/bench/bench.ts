/**
 * `npm run bench -- [SCENARIO] [FLAGS] [--json]`: what the service does in a second, and what that takes. Without a
 * scenario, `servers`. Each scenario's file says what it measures and which flags it takes.
 */
import type { Scenario } from "./scenario.ts";

const scenarios: Readonly<Record<string, () => Promise<{ default: Scenario }>>> = {
  servers: () => import("./servers/scenario.ts"),
  stages: () => import("./stages/scenario.ts"),
  copies: () => import("./copies/scenario.ts"),
  growth: () => import("./growth/scenario.ts"),
  dashboard: () => import("./dashboard/scenario.ts"),
  telemetry: () => import("./telemetry/scenario.ts"),
  overload: () => import("./overload/scenario.ts"),
};

const [first = "", ...rest] = process.argv.slice(2);
const isNamed = first !== "" && !first.startsWith("-");
const load = scenarios[isNamed ? first : "servers"];
try {
  if (!load) throw new Error(`the scenarios are ${Object.keys(scenarios).join(", ")}`);
  const { default: run } = await load();
  await run(isNamed ? rest : process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
