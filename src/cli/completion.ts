/** `booking-risk completion`: what makes a shell ask `booking-risk complete` for what may follow. */
import { Argument, type Command, type Option } from "commander";
import bash from "./completion/booking-risk.bash" with { type: "text" };
import fish from "./completion/booking-risk.fish" with { type: "text" };
import zsh from "./completion/booking-risk.zsh" with { type: "text" };
import { examples } from "./output.ts";

const scripts: Readonly<Record<string, string>> = { bash, zsh, fish };

export function completionCommands(program: Command): void {
  program
    .command("completion")
    .description("Print the script that makes a shell complete commands and flags")
    .addArgument(new Argument("<shell>", "the shell").choices(Object.keys(scripts)))
    .addHelpText(
      ...examples(
        "completion bash > /etc/bash_completion.d/booking-risk",
        "completion zsh > /usr/local/share/zsh/site-functions/_booking-risk",
        "completion fish > /etc/fish/completions/booking-risk.fish",
      ),
    )
    .action((shell: string) => {
      process.stdout.write(scripts[shell]!);
    });
  program
    .command("complete", { hidden: true })
    .argument("[words...]", "of the command line after the program, up to the one to complete")
    .action((words: string[]) => {
      for (const { name, description } of completions(program, words)) {
        process.stdout.write(`${name}\t${description}\n`);
      }
    });
}

export interface Completion {
  name: string;
  /** One line; empty for a value. */
  description: string;
}

/**
 * @param words of a command line, without the program's name. The last one is to be completed, and may be empty.
 * @returns what it may become: nothing where the name of a file or a free text is expected.
 */
export function completions(program: Command, words: readonly string[]): Completion[] {
  const word = words.at(-1) ?? "";
  const { command, option, operands } = reached(program, words.slice(0, -1));
  const offered = (): Completion[] => {
    if (word.startsWith("-")) return flagsOf(command);
    if (option) return valuesOf(option);
    const below = command.createHelp().visibleCommands(command);
    if (below.length > 0) return below.map((one) => completion(one.name(), one.description()));
    const { registeredArguments } = command;
    const argument = registeredArguments[operands] ?? registeredArguments.at(-1);
    return argument && (argument.variadic || operands < registeredArguments.length)
      ? valuesOf(argument)
      : flagsOf(command);
  };
  return offered().filter(({ name }) => name.startsWith(word));
}

/** Where a command line has got to: the command, the option whose value comes next, and the arguments so far. */
function reached(program: Command, words: readonly string[]) {
  let command = program;
  let option: Option | undefined;
  let operands = 0;
  for (const word of words) {
    if (word.startsWith("-")) {
      option = command.options.find(({ long, short }) => long === word || short === word);
      if (option?.isBoolean()) option = undefined;
    } else if (option) {
      if (!option.variadic) option = undefined;
    } else {
      const child = command.commands.find((one) => one.name() === word);
      if (child) command = child;
      else operands += 1;
    }
  }
  return { command, option, operands };
}

const flagsOf = (command: Command) =>
  command
    .createHelp()
    .visibleOptions(command)
    .map(({ long, description }) => completion(long!, description));

const valuesOf = ({ argChoices = [] }: { argChoices?: readonly string[] }) =>
  argChoices.map((value) => completion(value, ""));

const completion = (name: string, description: string): Completion => ({
  name,
  description: description.replace(/\s+/g, " "),
});
