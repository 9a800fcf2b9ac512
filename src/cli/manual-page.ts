/** `booking-risk man`: the manual page, from the declarations of the commands and their flags. */
import type { Command, Option } from "commander";
import { version } from "../base/version.ts";
import { commandsThatRun } from "./commands-that-run.ts";
import { examples } from "./output.ts";

export function manualPageCommand(program: Command): void {
  program
    .command("man")
    .description("Print the manual page of all commands")
    .addHelpText(...examples("man | man -l -"))
    .action(() => {
      process.stdout.write(manualPage(program));
    });
}

/** @returns a page of section 1 in roff's macros `man`. It has no date, so that builds can be repeated. */
export function manualPage(program: Command): string {
  const commands = commandsThatRun(program, visibleBelow);
  const isCommon = ({ flags }: Option) =>
    commands.every(({ options }) => options.some((one) => one.flags === flags));
  const own = commands.flatMap((command) => [
    `.SS ${roff(command.createHelp().commandUsage(command))}`,
    sentence(command.description()),
    ...command.options.filter((one) => !one.hidden && !isCommon(one)).flatMap(tagged),
  ]);
  const lines = [
    `.TH BOOKING\\-RISK 1 "" "booking\\-risk ${roff(version)}" "User Commands"`,
    ".SH NAME",
    "booking\\-risk \\- risk score of hotel bookings",
    ".SH SYNOPSIS",
    ".B booking\\-risk",
    ".I command",
    "[options]",
    ".SH DESCRIPTION",
    sentence(program.description()),
    roff("In parentheses after an option are its environment variable and its default."),
    ".SH COMMANDS",
    ...own,
    ".SH COMMON OPTIONS",
    roff("Every command accepts these, and --help."),
    ...commands[0]!.options.filter(isCommon).flatMap(tagged),
    ".SH EXIT STATUS",
    roff("0 for success, 1 for a failure, 2 for wrong usage. Standard error says why."),
  ];
  return `${lines.join("\n")}\n`;
}

/** Commander adds `help` to every group. */
const visibleBelow = (command: Command) =>
  command
    .createHelp()
    .visibleCommands(command)
    .filter((one) => one.name() !== "help");

const tagged = ({ flags, description }: Option) => [
  ".TP",
  `.B ${roff(flags)}`,
  sentence(description),
];

const sentence = (text: string) => roff(text.endsWith(".") ? text : `${text}.`);

const escapes: Readonly<Record<string, string>> = {
  "\\": "\\e",
  "-": "\\-",
  "'": "\\(aq",
  "`": "\\(ga",
  '"': "\\(dq",
};

/** Text that is printed as it is: roff takes a leading dot for a request, and a plain `-` for a hyphen. */
const roff = (text: string) =>
  text.replace(/[\\\-'`"]/g, (character) => escapes[character]!).replace(/^\./gm, "\\&.");
