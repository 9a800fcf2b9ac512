/** `booking-risk decision show` */
import type { Command } from "commander";
import { parseDecisionId } from "../risk/decision.ts";
import { type StoredDecision, storedDecision } from "../risk/stored-decision.ts";
import { answer, CommandFailed, table } from "./output.ts";
import { type CommonFlags, withStore } from "./with-store.ts";

export function decisionCommands(program: Command): void {
  const decision = program.command("decision").description("Look decisions up");
  decision
    .command("show")
    .description("Show a stored decision: the answer, what it was made from, and its features")
    .argument("<decision-id>")
    .action((id: string, flags: CommonFlags) => show(id, flags));
}

async function show(id: string, flags: CommonFlags): Promise<void> {
  if (!parseDecisionId(id)) {
    throw new CommandFailed(`${id} is no decision's identifier; one begins with dec_`);
  }
  const stored = await withStore(flags, (store) => storedDecision(id, store));
  if (!stored) throw new CommandFailed(`there is no decision ${id} in this data folder`);
  answer(flags.json, stored, () => lines(stored));
}

function lines(stored: StoredDecision): string[] {
  const { model } = stored;
  const facts: [string, string][] = [
    ["Decision", stored.decisionId],
    ["Project", `${stored.projectName} (${stored.projectId})`],
    ["Request", stored.requestId],
    ["Decided", stored.decidedAt],
    [
      "Score",
      `${stored.riskScore} (${stored.riskLevel}), probability ${shortened(stored.probability)}`,
    ],
    ["Action", `${stored.suggestedAction} under ${stored.riskSetting}`],
    ["Model", `${model.name}@${model.version} ${model.sha256.slice(0, 12)}`],
    ["Collection", stored.collectionId ?? "none was sent"],
    ["Outcome", lastOutcome(stored)],
  ];
  const width = Math.max(...facts.map(([name]) => name.length)) + 2;
  const features = Object.entries(stored.features).map(([name, value]) => [
    name,
    value === null ? "missing" : shortened(value),
  ]);
  return [
    ...facts.map(([name, value]) => name.padEnd(width) + value),
    "",
    ...table(["FEATURE", "VALUE"], features),
    "",
    "The request and what was known of the tab and its history: --json",
  ];
}

function lastOutcome({ outcomes }: StoredDecision): string {
  const last = outcomes.at(-1);
  return last ? `${last.outcome}, reported ${last.reportedAt}` : "none was reported";
}

/** For reading; --json has every digit. */
function shortened(value: number): string {
  return String(Number(value.toPrecision(6)));
}
