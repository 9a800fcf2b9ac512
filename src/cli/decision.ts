/** `booking-risk decision show | reasons | verify | pass` */
import type { Command } from "commander";
import { passHours } from "../decisions/lists/limits.ts";
import { pass } from "./decision/pass.ts";
import { showReasons } from "./decision/reasons.ts";
import { show } from "./decision/show.ts";
import { verify } from "./decision/verify.ts";
import { examples } from "./output.ts";

export function decisionCommands(program: Command): void {
  const decision = program.command("decision").description("Show, explain and verify decisions");
  decision
    .command("show")
    .description("Show a stored decision: the response, its input and its features")
    .argument("<decision-id>")
    .option("--reasons", "also show the reasons for its score")
    .addHelpText(...examples("decision show dec_0198c0ffee7a4b21a0c3d4e5f6071829"))
    .action(show);
  decision
    .command("reasons")
    .description(
      "Explain the score of a decision: what each group of features adds to it, in score points, " +
        "by the model that decided. Computed the first time, and then stored",
    )
    .argument("<decision-id>")
    .addHelpText(...examples("decision reasons dec_0198c0ffee7a4b21a0c3d4e5f6071829"))
    .action(showReasons);
  decision
    .command("verify")
    .description(
      "Recompute decisions from their stored input, each with its own model, and check that the " +
        "results are the same, bit for bit: one decision, those of a project, or all",
    )
    .argument("[decision-id]")
    .option("--project <id>", "verify all decisions of a project")
    .option("--all", "verify the decisions of all projects")
    .option(
      "--from <time>",
      "decided at this time or later, such as 2026-05-01 or 2026-05-01T09:00:00Z",
    )
    .option("--to <time>", "decided before this time")
    .addHelpText(
      ...examples(
        "decision verify dec_0198c0ffee7a4b21a0c3d4e5f6071829",
        "decision verify --all --from 2026-05-01",
      ),
    )
    .action(verify);
  decision
    .command("pass")
    .description(
      "Let the guest of a denied booking through once: their next attempt within " +
        `${passHours} hours, with the same e-mail address, is allowed whatever its score is`,
    )
    .argument("<decision-id>")
    .requiredOption("--reason <text>", "why, for whoever reads it later")
    .addHelpText(
      ...examples(
        'decision pass dec_0198c0ffee7a4b21a0c3d4e5f6071829 --reason "known to the front desk"',
      ),
    )
    .action(pass);
}
