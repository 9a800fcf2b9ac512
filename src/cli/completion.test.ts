import { expect, test } from "bun:test";
import { Argument, Command, Option } from "commander";
import { completions } from "./completion.ts";

const program = new Command("booking-risk");
const key = program.command("key").description("Keys");
key
  .command("create")
  .description("Create\na key")
  .addOption(new Option("--kind <kind>", "the kind").choices(["secret", "publishable"]))
  .option("--origin <origin...>", "the sites")
  .option("--json", "one JSON value")
  .addOption(new Option("--internal").hideHelp());
key.command("checker", { hidden: true });
program.command("completion").addArgument(new Argument("<shell>").choices(["bash", "zsh"]));
program.command("backup").argument("<file>").command("verify").argument("<file>");

const names = (...words: string[]) => completions(program, words).map(({ name }) => name);

test("commands, and those below them", () => {
  expect(names("")).toEqual(["key", "completion", "backup", "help"]);
  expect(names()).toEqual(names(""));
  expect(names("k")).toEqual(["key"]);
  expect(names("key", "")).toEqual(["create", "help"]);
  expect(names("backup", "v")).toEqual(["verify"]);
  expect(names("x")).toEqual([]);
});

test("flags, but not those that help leaves out", () => {
  const flags = ["--kind", "--origin", "--json", "--help"];
  expect(names("key", "create", "-")).toEqual(flags);
  expect(names("key", "create", "--js")).toEqual(["--json"]);
  expect(names("key", "create", "")).toEqual(flags); // It takes no argument.
  expect(names("completion", "bash", "")).toEqual(["--help"]); // And no second one.
});

test("the values of flags and arguments, or nothing where they are files and free texts", () => {
  expect(names("key", "create", "--kind", "")).toEqual(["secret", "publishable"]);
  expect(names("key", "create", "--kind", "s")).toEqual(["secret"]);
  expect(names("key", "create", "--kind", "secret", "--j")).toEqual(["--json"]);
  expect(names("key", "create", "--origin", "a", "")).toEqual([]);
  expect(names("key", "create", "--json", "--kind", "p")).toEqual(["publishable"]);
  expect(names("completion", "z")).toEqual(["zsh"]);
  expect(names("backup", "verify", "")).toEqual([]);
});

test("each with a description of one line", () => {
  expect(completions(program, ["key", "cre"])).toEqual([
    { name: "create", description: "Create a key" },
  ]);
});
