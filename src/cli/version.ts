/** `booking-risk version`, which people try as often as `--version`. */
import type { Command } from "commander";
import { version } from "../version.ts";
import { answer, examples } from "./output.ts";
import type { CommonFlags } from "./with-store.ts";

export function versionCommand(program: Command): void {
  program
    .command("version")
    .description("Print the version of this executable")
    .addHelpText("after", examples("version --json"))
    .action(({ json }: CommonFlags) => answer(json, { version }, () => [version]));
}
