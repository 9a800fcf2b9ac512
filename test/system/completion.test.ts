/** The shells complete the commands, and `man` shows the manual page: the real programs, in a real terminal. */
import { afterAll, beforeAll, describe, expect } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { waitUntil } from "../../scripts/programs/wait-until.ts";
import { Installation } from "../fixtures/executable.ts";
import { debianProgram, testWith } from "../fixtures/needs.ts";

const installation = new Installation();
writeFileSync(join(installation.folder, "only-one.toml"), "prot = 1");

/** How each shell starts without anybody's configuration, and how it loads its script. */
const shells = [
  { command: ["bash", "--norc", "--noprofile", "-i"], file: "script", load: "source ./script" },
  {
    command: ["zsh", "-f", "-i"],
    file: "script",
    load: "autoload -Uz compinit; compinit -D -u; source ./script",
  },
  {
    command: ["zsh", "-f", "-i"],
    file: "_booking-risk",
    load: "fpath=($PWD $fpath); autoload -Uz compinit; compinit -D -u",
  },
  { command: ["fish", "--no-config", "-i"], file: "script", load: "source ./script" },
] as const;

/** A shell in a terminal. */
class Session {
  #seen = "";
  readonly #child: Bun.Subprocess;

  constructor(command: readonly string[]) {
    const decoder = new TextDecoder();
    this.#child = Bun.spawn([...command], {
      cwd: installation.folder,
      env: {
        ...installation.environment,
        PATH: `${installation.folder}:/usr/bin:/bin`,
        HOME: installation.folder,
        TERM: "xterm",
      },
      terminal: {
        cols: 400,
        rows: 50,
        data: (_terminal, bytes) => {
          this.#seen += decoder.decode(bytes, { stream: true });
        },
      },
    });
  }

  /** Types a line, in which a tab asks for a completion, and waits for what the command prints. */
  async enter(line: string, printed: string): Promise<void> {
    this.#seen = "";
    this.#child.terminal!.write(`${line}\r`);
    await waitUntil(`"${printed}" after "${line}"`, () => this.#seen.includes(printed)).catch(
      (error) => {
        throw new Error(`${error} ${JSON.stringify(this.#seen)}`);
      },
    );
  }

  async end(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#child.exited;
  }
}

for (const { command, file, load } of shells) {
  const [name] = command;
  const shell = debianProgram(name);
  describe(`in ${name}, with ${load}`, () => {
    let session: Session | undefined;
    beforeAll(async () => {
      if (!shell.isInstalled) return;
      const { out } = await installation.run("completion", name);
      writeFileSync(join(installation.folder, file), out);
      session = new Session(command);
      await session.enter(`${load}; echo "load"ed`, "loaded");
    });
    afterAll(() => session?.end());

    // What is waited for is printed only if the word was completed: typed characters are echoed, too.
    testWith(shell).each([
      ["a command", "booking-risk key cre\t--help", "Usage: booking-risk key create"],
      ["a flag", "booking-risk serve --ops-ho\t::1", "needs --ops-port"],
      ["an argument", "booking-risk completion fi\t", "# fish completion"],
      ["a flag's value", "booking-risk audit --format nd\t--data ''", "--data must name a folder"],
      ["a file", "booking-risk ready --config only-\t", "only-one.toml: prot is not"],
    ])("%s", (_, line, printed) => session!.enter(line, printed));
  });
}

testWith(debianProgram("man", "man-db"))("man shows all commands, without a warning", async () => {
  const { out: page } = await installation.run("man");
  const file = join(installation.folder, "booking-risk.1");
  writeFileSync(file, page);
  const child = Bun.spawn(["man", "--warnings", "--encoding=UTF-8", "--local-file", file], {
    env: { PATH: "/usr/bin:/bin", MANWIDTH: "100", LC_ALL: "C.UTF-8" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [shown, error] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  expect({ status: await child.exited, error }).toEqual({ status: 0, error: "" });
  expect(shown).toContain("booking-risk key create [options]");
  expect(shown).toContain("--telemetry-collection-limit <number>");
  expect(shown).not.toContain("\\");
});
