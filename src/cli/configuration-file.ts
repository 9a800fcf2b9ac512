/** `--config`: a file that has values for the flags that nobody gives, neither on the command line nor by a variable. */
import type { Command, Option } from "commander";
import { type FileValueKind, readConfigurationFile } from "../app/config/file.ts";
import {
  type Environment,
  optionalSetting,
  type Setting,
  variablesIn,
} from "../app/config/setting.ts";

/** What commander calls the source of such a value. */
const sourceName = "config";

/**
 * Gives the flags of a command the file's values.
 * @param serve the command whose flags are the settings. Another command shares those that have the same name and a
 *   variable: `--rate-limit` of `key set`, which has none, is no setting.
 * @throws UsageError as `readConfigurationFile`
 */
export function applyConfigurationFile(command: Command, serve: Command, env: Environment): void {
  const file = fileOf(command, env);
  if (file === null) return;
  const kinds = new Map(serve.options.filter(isSetting).map((one) => [one.name(), kindOf(one)]));
  const values = readConfigurationFile(file, kinds);
  for (const option of command.options.filter(isSetting)) {
    const value = values.get(option.name());
    if (value === undefined || isGiven(option, command, env)) continue;
    command.setOptionValueWithSource(option.attributeName(), value, sourceName);
  }
}

/** @returns the message; where it is about flags whose values are the file's, with the file and its keys instead. */
export function namingFile(message: string, command: Command, env: Environment): string {
  const keys = command.options
    .filter((one) => command.getOptionValueSource(one.attributeName()) === sourceName)
    .map((one) => one.name());
  const named = message.replace(/--([a-z-]+)/g, (flag, name) =>
    keys.includes(name) ? name : flag,
  );
  return named === message ? message : `${fileOf(command, env)!.text}: ${named}`;
}

const fileOf = (command: Command, env: Environment): Setting | null =>
  optionalSetting(command.opts<{ config?: string }>(), env, "config");

const isSetting = (option: Option) =>
  option.name() !== "config" && variablesIn(option.description).length > 0;

function kindOf(option: Option): FileValueKind {
  if (option.variadic) return "list";
  return option.isBoolean() ? "switch" : "text";
}

/** By a flag, or by one of its variables; an empty variable gives nothing. */
function isGiven(option: Option, command: Command, env: Environment): boolean {
  if (command.getOptionValueSource(option.attributeName()) !== undefined) return true;
  return variablesIn(option.description).some((name) => env[name]);
}
