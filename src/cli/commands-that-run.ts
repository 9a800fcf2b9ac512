import type { Command } from "commander";

/**
 * A program's commands in the order in which they are declared, without those that only group others.
 * @param below what counts as the commands of a command.
 */
export function commandsThatRun(
  command: Command,
  below: (command: Command) => readonly Command[] = ({ commands }) => commands,
): Command[] {
  const children = below(command);
  const runs = children.length === 0 || command.registeredArguments.length > 0;
  return [
    ...(runs ? [command] : []),
    ...children.flatMap((child) => commandsThatRun(child, below)),
  ];
}
