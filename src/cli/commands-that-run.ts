import type { Command } from "commander";

/** A program's commands in the order in which they are declared, without those that only group others. */
export function commandsThatRun(command: Command): Command[] {
  const runs = command.commands.length === 0 || command.registeredArguments.length > 0;
  return [...(runs ? [command] : []), ...command.commands.flatMap(commandsThatRun)];
}
