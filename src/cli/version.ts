/** `booking-risk version`, which people try as often as `--version`. */
import type { Command } from "commander";
import { commit, version } from "../base/version.ts";
import { answer, examples } from "./output.ts";
import type { CommonFlags } from "./with-store.ts";

const commitLine = commit === null ? "built outside a Git repository" : `commit ${commit}`;

export function versionCommand(program: Command): void {
  program
    .command("version")
    .description("Print the version of this executable, and the commit that it was built from")
    .addHelpText(...examples("version --json"))
    .action(({ json }: CommonFlags) =>
      answer(json, { version, commit }, () => [version, commitLine]),
    );
}
