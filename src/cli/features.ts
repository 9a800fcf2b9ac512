/** `booking-risk features`: the catalogue, as a model may name it in its manifest. */
import { type Command, Option } from "commander";
import { formOf, type GroupText, groupTexts, missingOf } from "../risk/features/catalogue-text.ts";
import { catalogue, type Feature } from "../risk/features/index.ts";
import { answer, examples } from "./output.ts";
import type { CommonFlags } from "./with-store.ts";

export function featuresCommand(program: Command): void {
  program
    .command("features")
    .description("List the features that a model can use, each with its exact meaning")
    .addOption(new Option("--markdown", "print Markdown").conflicts("json"))
    .addHelpText(...examples("features --markdown"))
    .action((flags: CommonFlags & { markdown?: true }) => {
      answer(flags.json, catalogue.map(described), flags.markdown ? markdown : lines);
    });
}

/** JSON has no infinity: an end without a bound is null. */
function described(feature: Feature) {
  const { name, group, type, unit, range, meaning, why, source, missing } = feature;
  const [min, max] = range.map((end) => (Number.isFinite(end) ? end : null));
  return { name, group, type, unit, min, max, meaning, why, source, missing };
}

function lines(): string[] {
  return groupTexts().flatMap(({ group, title, features }) => [
    `${group.toUpperCase()}: ${title}`,
    ...features.flatMap(paragraph),
    "",
  ]);
}

function paragraph(feature: Feature): string[] {
  return [
    `  ${feature.name}  (${formOf(feature)})`,
    `    ${feature.meaning}`,
    `    Why: ${feature.why}`,
    `    Source: ${feature.source.join(", ")}`,
    `    Missing: ${missingOf(feature)}`,
  ];
}

function markdown(): string[] {
  return ["# Features", "", ...groupTexts().flatMap(section)];
}

function section({ group, title, features }: GroupText): string[] {
  return [`## ${group}`, "", `${title}.`, "", ...features.flatMap(item)];
}

function item(feature: Feature): string[] {
  return [
    `### \`${feature.name}\``,
    "",
    escaped(feature.meaning),
    "",
    `- Form: ${formOf(feature)}`,
    `- Why: ${escaped(feature.why)}`,
    `- Source: ${feature.source.map((source) => `\`${source}\``).join(", ")}`,
    `- Missing: ${escaped(missingOf(feature))}`,
    "",
  ];
}

/** Names of other features hold underscores, which Markdown would take for emphasis. */
function escaped(text: string): string {
  return text.replace(/[\\`*_<>[\]]/g, "\\$&");
}
