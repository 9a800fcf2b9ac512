/** `booking-risk features`: the catalogue, as a model may name it in its manifest. */
import type { Command } from "commander";
import { catalogue, type Feature } from "../features/index.ts";
import { answer } from "./output.ts";
import type { CommonFlags } from "./with-store.ts";

export function featuresCommand(program: Command): void {
  program
    .command("features")
    .description("List the features that a model can use, each with its exact meaning")
    .action((flags: CommonFlags) => {
      answer(flags.json, catalogue.map(described), lines);
    });
}

/** JSON has no infinity: an end without a bound is null. */
function described({ name, group, type, unit, range, meaning, missing }: Feature) {
  const [min, max] = range.map((end) => (Number.isFinite(end) ? end : null));
  return { name, group, type, unit, min, max, meaning, missing };
}

function lines(): string[] {
  const groups = [...new Set(catalogue.map(({ group }) => group))];
  return groups.flatMap((group) => [
    `${group.toUpperCase()}`,
    ...catalogue.filter((feature) => feature.group === group).flatMap(paragraph),
    "",
  ]);
}

function paragraph(feature: Feature): string[] {
  const { name, type, unit, meaning, missing } = feature;
  return [
    `  ${name}  (${[type, unit].filter(Boolean).join(", ")}; ${rangeOf(feature)})`,
    `    ${meaning}`,
    `    Missing: ${missing ?? "never."}`,
  ];
}

function rangeOf({ range: [min, max] }: Feature): string {
  if (!Number.isFinite(min) && !Number.isFinite(max)) return "any";
  return Number.isFinite(max) ? `${min} to ${max}` : `from ${min}`;
}
