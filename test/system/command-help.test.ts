/** Every command's help says what is required and gives an example that it accepts. */
import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Installation, type Ran } from "../fixtures/executable.ts";

const installation = new Installation();

interface Command {
  /** `project create`, for example. */
  name: string;
  /** What the command printed when it was called with `--help`. */
  help: Ran;
}

/** All commands that run, each with its help, which also says what commands are below it. */
async function commandsUnder(words: readonly string[]): Promise<Command[]> {
  const help = await installation.run(...words, "--help");
  const { out } = help;
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

test("version answers as --version does", async () => {
  const { out, status } = await installation.run("version");
  expect(status).toBe(0);
  expect(out).toBe((await installation.run("--version")).out);
  expect(await installation.json("version")).toEqual({ version: out.trim() });
});

test("one project is not `1 projects`", async () => {
  await installation.project();
  const { out } = await installation.run("doctor");
  expect(out).toContain("1 project");
  expect(out).not.toContain("1 projects");
});

test("help is silent about flags that change nothing, which are accepted all the same", async () => {
  for (const name of ["features", "openapi", "version"]) {
    expect((await installation.run(name, "--help")).out).not.toContain("--data");
    expect((await installation.run(name, "--data", "nowhere", "--json")).status).toBe(0);
  }
  expect((await installation.run("ready", "--help")).out).not.toContain("--data");
  expect((await installation.run("serve", "--help")).out).not.toContain("--json");
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
    ...["outcome", "import", "one.ndjson", "--project", projectId],
  );
  expect(error).toContain("1 line rejected; correct it and import");
});
