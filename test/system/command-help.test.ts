/** Every command's help says what is required and gives an example; the documents name the commands and flags. */
import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { commitOf } from "../../scripts/build/commit.ts";
import { Installation, type Ran } from "../fixtures/executable.ts";
import { documents, inlineCodeOf, rowsOf } from "../fixtures/markdown.ts";

const installation = new Installation();

interface Command {
  /** `project create`, for example. */
  name: string;
  /** What the command printed when it was called with `--help`. */
  help: Ran;
}

/** What each command prints with `--help`, those included that only group others. */
const helps = new Map<string, string>();

/** All commands that run, each with its help, which also says what commands are below it. */
async function commandsUnder(words: readonly string[]): Promise<Command[]> {
  const help = await installation.run(...words, "--help");
  const { out } = help;
  helps.set(words.join(" "), out);
  // Each group of commands has a heading of its own.
  const lists = out.split(/\n(?=\S)/).filter((part) => !part.startsWith("Arguments:"));
  const names = lists.flatMap((list) =>
    [...list.matchAll(/^ {2}([a-z][a-z-]*)/gm)].map(([, name]) => name!),
  );
  const children = names.filter((name) => name !== "help");
  if (children.length === 0) return [{ name: words.join(" "), help }];
  const below = await Promise.all(children.map((name) => commandsUnder([...words, name])));
  return below.flat();
}

const commands = await commandsUnder([]);

test("there are dozens of commands", () => {
  expect(commands.length).toBeGreaterThan(25);
});

test.each(commands)("$name --help", ({ name, help: { out, status } }) => {
  expect(status).toBe(0);
  expect(out).toMatch(/\nExamples?:\n {2}\$ booking-risk /);
  expect(out).toContain(`$ booking-risk ${name}`);
});

test("flags without which a command does not run are marked", () => {
  const helpOf = (wanted: string) => {
    const { help } = commands.find(({ name }) => name === wanted)!;
    return help.out.replace(/\s+/g, " ");
  };
  expect(helpOf("key create")).toMatch(/--project <id> [^-]*\(required\)/);
  expect(helpOf("key create")).toMatch(/--kind <kind> [^-]*\(required\)/);
  expect(helpOf("user create")).toMatch(/--email <address> .*?\(required\)/);
});

/** `key create --project ID` as the command's own words and its flags. */
function parsed(code: string): { words: string[]; flags: string[] } {
  const parts = code.split(/\s+/);
  const isWord = (part: string) => /^[a-z]+$/.test(part);
  const end = parts.findIndex((part) => !isWord(part));
  const words = end === -1 ? parts : parts.slice(0, end);
  return { words, flags: parts.filter((part) => part.startsWith("--")) };
}

function faultsOf(words: string[], flags: string[]): string[] {
  const help = helps.get(words.join(" "));
  if (help === undefined) return [`no command: ${words.join(" ")}`];
  return flags
    .filter((flag) => !help.includes(`${flag} `))
    .map((flag) => `no flag: ${words.join(" ")} ${flag}`);
}

const program = "booking-risk ";

test.each(documents)("%s names commands and flags that exist", (path) =>
  expect(commandFaultsIn(path)).toEqual([]),
);

function commandFaultsIn(path: string): string[] {
  const faults: string[] = [];
  for (const code of inlineCodeOf(path)) {
    if (!code.startsWith(program) || code.includes("COMMAND")) continue;
    const { words, flags } = parsed(code.slice(program.length));
    faults.push(...faultsOf(words, flags));
  }
  // In a table, the first cell names the command that the others have subcommands and flags of.
  for (const [[first] = [], ...others] of rowsOf(path)) {
    if (!first?.startsWith(program)) continue;
    const base = parsed(first.slice(program.length)).words;
    for (const code of others.flat()) {
      if (code.startsWith(".") || code.startsWith("booking-risk")) continue;
      const { words, flags } = parsed(code);
      faults.push(...faultsOf([...base, ...words], flags));
    }
  }
  return faults;
}

test("each flag of serve is documented with its variable", () => {
  const help = helps.get("serve")!;
  const documented: string[] = [];
  for (const [[flag] = [], [variable] = []] of rowsOf("docs/configuration.md")) {
    if (flag?.startsWith("--") && variable) documented.push(`${flag} ${variable}`);
  }
  const known = [...help.matchAll(/^ {2}(--[a-z-]+) .*?((?:BOOKING_RISK|OTEL|DATABASE)_\w+)/gm)];
  expect(documented.sort()).toEqual(known.map(([, flag, name]) => `${flag} ${name}`).sort());
});

test("version answers as --version does, and then with the commit of this repository, if it is one", async () => {
  const { out, status } = await installation.run("version");
  expect(status).toBe(0);
  const [version, build] = out.split("\n");
  expect(`${version}\n`).toBe((await installation.run("--version")).out);
  const { commit, ...rest } = await installation.json<Version>("version");
  expect(rest).toEqual({ version: version! });
  if (commitOf(resolve(import.meta.dir, "../..")) === null) {
    expect({ commit, build }).toEqual({ commit: null, build: "built outside a Git repository" });
  } else {
    expect(commit).toMatch(/^[0-9a-f]{40}(-dirty)?$/);
    expect(build).toBe(`commit ${commit}`);
  }
});

interface Version {
  version: string;
  commit: string | null;
}

test("one project is not `1 projects`", async () => {
  const installation = new Installation(); // Without the projects of other tests.
  await installation.project();
  const { out } = await installation.run("doctor");
  expect(out).toContain("1 project");
  expect(out).not.toContain("1 projects");
});

test("help is silent about flags that change nothing, which are accepted all the same", async () => {
  for (const name of ["features", "openapi", "version"]) {
    expect(helps.get(name)).not.toContain("--data");
    expect((await installation.run(name, "--data", "nowhere", "--json")).status).toBe(0);
  }
  expect(helps.get("ready")).not.toContain("--data");
  expect(helps.get("serve")).not.toContain("--json");
});

test("user list says that invitations wait, and lists them", async () => {
  const invite = ["user", "create", "--email", "ana@example.com", "--role", "analyst"];
  await installation.json("user", "create", "--email", "own@example.com");
  await installation.json(...invite);
  expect((await installation.run("user", "list")).out).toContain("2 invitations not accepted yet");
  const pending = await installation.json<Record<string, string>[]>(
    "user",
    "list",
    "--invitations",
  );
  expect(pending.map(({ email, role }) => [email, role]).sort()).toEqual([
    ["ana@example.com", "analyst"],
    ["own@example.com", "owner"],
  ]);
  expect((await installation.run("user", "list", "--invitations")).out).toContain(
    "ana@example.com",
  );
  expect(await installation.json<object[]>("user", "list")).toEqual([]);
});

test.each([
  ["srve", "unknown command 'srve'"],
  ["key mint", "unknown command 'mint'"],
  ["doctor --jsn", "unknown option '--jsn'"],
  ["drift --project", "option '--project <id>' argument missing"],
  ["drift", "required option '--project <id>' not specified"],
  ["audit --format xml", "option '--format <format>' argument 'xml' is invalid"],
  ["backup verify", "missing required argument 'file'"],
  ["doctor now", "too many arguments"],
  ["export --project prj_1 --out rows.txt", "--out must end in"],
])("%s: the error begins with the program's name, whoever finds it", async (line, message) => {
  const { status, out, error } = await installation.run(...line.split(" "));
  expect({ status, out }).toEqual({ status: 2, out: "" });
  expect(error).toStartWith(`booking-risk: ${message}`);
});

test("a file that is missing is named, and no progress is shown", async () => {
  const { projectId } = await installation.project();
  for (const command of ["history", "outcome"]) {
    const args = [command, "import", "none.ndjson", "--project", projectId];
    const { error } = await installation.run(...args);
    expect(error).toBe("booking-risk: none.ndjson cannot be read (ENOENT)\n");
  }
});

test("one rejected line is `it`", async () => {
  const { projectId } = await installation.project();
  writeFileSync(join(installation.folder, "one.ndjson"), "{}\n");
  const { error } = await installation.run(
    "outcome",
    "import",
    "one.ndjson",
    "--project",
    projectId,
  );
  expect(error).toContain("1 line rejected; fix it and import");
});
