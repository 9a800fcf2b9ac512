#!/usr/bin/env bun
/** The entry point: parses the command line and runs one file for each command. */
import { Command, CommanderError, Option } from "commander";
import { type DataFlags, dataConfig } from "./app/config/data.ts";
import { UsageError } from "./app/config/setting.ts";
import { refuseUnknownVariables } from "./app/config/unknown-settings.ts";
import { DomainError } from "./base/domain-error.ts";
import { version } from "./base/version.ts";
import { auditCommand } from "./cli/audit.ts";
import { backupCommands } from "./cli/backup.ts";
import { commandsThatRun } from "./cli/commands-that-run.ts";
import { completionCommands } from "./cli/completion.ts";
import { applyConfigurationFile, namingFile } from "./cli/configuration-file.ts";
import { decisionCommands } from "./cli/decision.ts";
import { doctorCommand } from "./cli/doctor.ts";
import { domainMessage } from "./cli/domain-messages.ts";
import { driftCommand } from "./cli/drift.ts";
import { exportCommand } from "./cli/export.ts";
import { featuresCommand } from "./cli/features.ts";
import { guestCommands } from "./cli/guest.ts";
import { historyCommands } from "./cli/history.ts";
import { keyCommands } from "./cli/key.ts";
import { listCommands } from "./cli/list.ts";
import { manualPageCommand } from "./cli/manual-page.ts";
import { migrateCommand } from "./cli/migrate.ts";
import { modelCommands } from "./cli/model.ts";
import { registryCommands } from "./cli/model-registry.ts";
import { openapiCommand } from "./cli/openapi.ts";
import { outcomeCommands } from "./cli/outcome.ts";
import { CommandFailed, examples, printable } from "./cli/output.ts";
import { projectCommands } from "./cli/project.ts";
import { readyCommand } from "./cli/ready.ts";
import { replayCommand } from "./cli/replay.ts";
import { restoreCommand } from "./cli/restore.ts";
import { reviewCommands } from "./cli/review.ts";
import { serveCommand } from "./cli/serve.ts";
import { userCommands } from "./cli/user.ts";
import { versionCommand } from "./cli/version.ts";
import { webhookCommands } from "./cli/webhook.ts";
import { storageErrorKind } from "./storage/port/load.ts";
import { StorageUnavailable } from "./storage/port/store.ts";

/** Commands that read no data: they accept `--data` and `--database-url` like all others, but their help leaves these out. */
const withoutData: ReadonlySet<string> = new Set([
  "completion",
  "features",
  "man",
  "openapi",
  "ready",
  "version",
]);

/** What every error begins with, those of the command line's parser included. */
const prefix = "booking-risk: ";

const program = new Command("booking-risk")
  .description("Scores a hotel booking attempt right before the reservation is committed.")
  .version(version)
  .exitOverride()
  .enablePositionalOptions() // So that flags after `backup verify` are those of `verify`.
  .showHelpAfterError("(use --help for the options)")
  .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, prefix)) })
  .addHelpText(
    "after",
    [
      examples("doctor", 'project create "My hotels"', "serve"),
      "",
      "`booking-risk COMMAND --help` lists the options of a command. In parentheses after an option",
      "are its environment variable and its default.",
    ].join("\n"),
  );
program.commandsGroup("Service:");
const serve = serveCommand(program);
doctorCommand(program);
readyCommand(program);
program.commandsGroup("Projects, keys and people:");
projectCommands(program);
keyCommands(program);
userCommands(program);
auditCommand(program);
program.commandsGroup("Decisions:");
decisionCommands(program);
outcomeCommands(program);
listCommands(program);
webhookCommands(program);
reviewCommands(program);
historyCommands(program);
guestCommands(program);
exportCommand(program);
driftCommand(program);
program.commandsGroup("Models:");
const model = modelCommands(program);
registryCommands(model);
replayCommand(model);
featuresCommand(program);
program.commandsGroup("Data:");
backupCommands(program);
restoreCommand(program);
migrateCommand(program);
program.commandsGroup("About:");
openapiCommand(program);
completionCommands(program);
manualPageCommand(program);
versionCommand(program);
for (const command of commandsThatRun(program)) {
  const name = command.name();
  command
    .addOption(
      new Option("--data <folder>", "the data folder (BOOKING_RISK_DATA; ./data)").hideHelp(
        withoutData.has(name),
      ),
    )
    .addOption(
      new Option(
        "--config <file>",
        "a file of settings, in TOML: the flags of serve, without their dashes " +
          "(BOOKING_RISK_CONFIG; none)",
      ).hideHelp(withoutData.has(name) && name !== "ready"),
    )
    .addOption(
      new Option(
        "--database-url <url>",
        "use this database of PostgreSQL (DATABASE_URL). Put a URL with a password into a file " +
          "(DATABASE_URL_FILE): others on this machine can read a command's flags",
      ).hideHelp(withoutData.has(name)),
    )
    .addOption(
      new Option("--json", "print one JSON value and nothing else").hideHelp(name === "serve"),
    );
  for (const option of command.options) {
    if (option.mandatory) option.description += " (required)";
  }
}

/** The command that runs; null until its flags are read. */
let running: Command | null = null;
program.hook("preAction", (_program, command) => {
  running = command;
  refuseUnknownVariables(process.env, flagDescriptions);
  applyConfigurationFile(command, serve, process.env);
});

/** Why standard output could not be written; null while it can. */
let outputError: NodeJS.ErrnoException | null = null;
process.stdout.on("error", (error) => {
  outputError ??= error;
});

endWith(await program.parseAsync().then(() => 0, failed));

/** A pipe may not have accepted all of the output yet, and a failed import has printed what it did. */
function endWith(status: number): void {
  const exit = () => process.exit(status || outputStatus());
  if (outputError !== null) exit();
  process.stdout.once("error", exit).end(exit); // Where a write fails, nothing says that the stream has ended.
}

/** What a command prints may be all that it was called for. */
function outputStatus(): number {
  // Whoever closed the pipe, such as `head`, has what it wants.
  if (outputError === null || outputError.code === "EPIPE") return 0;
  const reason = outputError.message.replace(/^E[A-Z]+: |, write$/g, "");
  return say(`standard output could not be written: ${reason}`, 1);
}

async function failed(error: unknown): Promise<number> {
  await new Promise((resolve) => setImmediate(resolve)); // A write rejects before its stream has the error.
  return error === outputError ? outputStatus() || 1 : exitStatus(error);
}

function flagDescriptions(): string[] {
  const options = commandsThatRun(program).flatMap((command) => command.options);
  return options.map(({ description }) => description);
}

/** 0 for success, 1 for a failure, 2 for wrong usage. One line on standard error gives the reason. */
function exitStatus(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2; // Commander wrote the message.
  if (error instanceof UsageError) return say(usageMessage(error), 2);
  if (error instanceof CommandFailed) return say(error.message, 1);
  if (error instanceof DomainError) {
    return say(domainMessage(error), error.is("invalid_input") ? 2 : 1);
  }
  if (error instanceof StorageUnavailable) return say(unusableData(error), 1);
  return say(error instanceof Error ? error.message : String(error), 1);
}

function usageMessage({ message }: UsageError): string {
  return running === null ? message : namingFile(message, running, process.env);
}

function unusableData(error: StorageUnavailable): string {
  const flags = running?.opts<DataFlags>() ?? {};
  if (dataConfig(flags, process.env).databaseUrl) {
    return `PostgreSQL cannot be used: ${error.message}`;
  }
  return `the data folder cannot be used: ${error.message}${remedyOf(error)}`;
}

/** Of an error that came up after the folder was opened; one of opening it names its remedy. */
function remedyOf({ message }: StorageUnavailable): string {
  const kind = storageErrorKind(message);
  if (kind === "damaged" && !message.includes(". ")) {
    return "; `booking-risk doctor` says which file is damaged and what to do";
  }
  return kind === "full" ? "; free space on its disk" : "";
}

function say(message: string, status: number): number {
  process.stderr.write(`${prefix}${printable(message.replaceAll("\n", " "))}\n`);
  return status;
}
