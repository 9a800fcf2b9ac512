/** `booking-risk decision show | reasons | verify` */
import type { Command } from "commander";
import { showReasons } from "./decision/reasons.ts";
import { show } from "./decision/show.ts";
import { verify } from "./decision/verify.ts";

export function decisionCommands(program: Command): void {
  const decision = program.command("decision").description("Look decisions up");
  decision
    .command("show")
    .description("Show a stored decision: the answer, what it was made from, and its features")
    .argument("<decision-id>")
    .option("--reasons", "and why it has its score")
    .action(show);
  decision
    .command("reasons")
    .description(
      "Say why a decision has its score: what each group of features adds to it, in score points, " +
        "by the model that decided. Computed at the first time, and kept",
    )
    .argument("<decision-id>")
    .action(showReasons);
  decision
    .command("verify")
    .description(
      "Recompute decisions from their stored input, each with its own model, and say bit for bit " +
        "whether they are the same: one, those of a project, or all",
    )
    .argument("[decision-id]")
    .option("--project <id>", "all decisions of a project")
    .option("--all", "the decisions of all projects")
    .option("--from <time>", "from this time on, such as 2027-05-01 or 2027-05-01T09:00:00Z")
    .option("--to <time>", "before this time")
    .action(verify);
}
