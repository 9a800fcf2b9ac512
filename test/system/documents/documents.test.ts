/** What the documents name exists: links, files, scripts, commands and their flags. */
import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import packageJson from "../../../package.json";
import { layers } from "../../../scripts/lint/layers.ts";
import { Installation } from "../../fixtures/executable.ts";
import {
  anchorsOf,
  documents,
  inlineCodeOf,
  linksOf,
  root,
  rowsOf,
  textOf,
} from "../../fixtures/markdown.ts";

const installation = new Installation();
const readmeWordsMax = 900;

test("the README has at most 900 words, code and tables included", () => {
  const words = textOf("README.md").split(/\s+/).filter(Boolean).length;
  expect(words).toBeLessThanOrEqual(readmeWordsMax);
});

test("the README leads to every document, through others or directly", () => {
  const reached = new Set(["README.md"]);
  for (const path of reached) {
    for (const link of linksOf(path)) {
      const target = normalize(join(dirname(path), link.split("#")[0]!));
      if (documents.includes(target)) reached.add(target);
    }
  }
  const isFixture = (path: string) => path.startsWith("test/fixtures/");
  expect(documents.filter((path) => !reached.has(path) && !isFixture(path))).toEqual([]);
});

describe.each(documents)("%s", (path) => {
  test("links to files and headings that exist", () => {
    const broken = linksOf(path).filter((link) => {
      if (/^https?:/.test(link)) return false;
      const [file = "", anchor] = link.split("#");
      const target = file === "" ? path : normalize(join(dirname(path), file));
      if (!existsSync(join(root, target))) return true;
      return anchor !== undefined && !anchorsOf(target).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  test("names files and npm scripts that exist", () => {
    const missing = inlineCodeOf(path).filter((code) => {
      const script = /^npm (?:run )?([\w:-]+)/.exec(code)?.[1];
      if (script) return !(script in packageJson.scripts);
      const isPath = /^(?:src|scripts|test|sdk|models|docs)\/[\w./-]+$/.test(code);
      const isInFolder = existsSync(join(root, dirname(path), code));
      return isPath && !isInFolder && !existsSync(join(root, code));
    });
    expect(missing).toEqual([]);
  });

  test("has no address of a package registry and no path of one machine", () => {
    const text = textOf(path);
    expect(text).not.toMatch(/registry\.npmjs|npmjs\.(?:org|com)|pypi\.org|pythonhosted|jsr\.io/);
    // The Debian package's folder is the same on every machine.
    const others = text.replaceAll("/var/lib/booking-risk", "");
    expect(others).not.toMatch(/(?:^|[\s("'`=])\/(?:home|root|Users|tmp|work|var|opt)\//m);
  });

  test("has no time that the service would refuse as lying in the future", () => {
    // The oldest clock that may run these documents; a document can only be newer.
    const written = "2026-11-22T00:00:00Z";
    const times = textOf(path).match(/\b20\d\d-\d\d-\d\dT[\d:.]+Z/g) ?? [];
    expect(times.filter((time) => time > written)).toEqual([]);
  });
});

/** The help of each command, asked for once; null where there is no such command. */
const helps = new Map<string, string | null>();
async function helpOf(words: readonly string[]): Promise<string | null> {
  const command = words.join(" ");
  let help = helps.get(command);
  if (help === undefined) {
    const { out } = await installation.run(...words, "--help");
    const usage = `Usage: ${["booking-risk", ...words].join(" ")} `;
    help = out.startsWith(usage) ? out : null;
    helps.set(command, help);
  }
  return help;
}

/** `key create --project ID` as the command's own words and its flags. */
function parsed(code: string): { words: string[]; flags: string[] } {
  const parts = code.split(/\s+/);
  const isWord = (part: string) => /^[a-z]+$/.test(part);
  const end = parts.findIndex((part) => !isWord(part));
  const words = end === -1 ? parts : parts.slice(0, end);
  return { words, flags: parts.filter((part) => part.startsWith("--")) };
}

async function faultsOf(words: string[], flags: string[]): Promise<string[]> {
  const help = await helpOf(words);
  if (help === null) return [`no command: ${words.join(" ")}`];
  return flags
    .filter((flag) => !help.includes(`${flag} `))
    .map((flag) => `no flag: ${words.join(" ")} ${flag}`);
}

const program = "booking-risk ";

test.each(documents)(
  "%s names commands and flags that exist",
  async (path) => expect(await commandFaultsIn(path)).toEqual([]),
  60_000, // It starts the executable once for each command.
);

async function commandFaultsIn(path: string): Promise<string[]> {
  const faults: string[] = [];
  for (const code of inlineCodeOf(path)) {
    if (!code.startsWith(program) || code.includes("COMMAND")) continue;
    const { words, flags } = parsed(code.slice(program.length));
    faults.push(...(await faultsOf(words, flags)));
  }
  // In a table, the first cell names the command that the others have subcommands and flags of.
  for (const [[first] = [], ...others] of rowsOf(path)) {
    if (!first?.startsWith(program)) continue;
    const base = parsed(first.slice(program.length)).words;
    for (const code of others.flat()) {
      if (code.startsWith(".") || code.startsWith("booking-risk")) continue;
      const { words, flags } = parsed(code);
      faults.push(...(await faultsOf([...base, ...words], flags)));
    }
  }
  return faults;
}

test("each flag of serve is documented with its variable", async () => {
  const help = (await helpOf(["serve"]))!;
  const documented: string[] = [];
  for (const [[flag] = [], [variable] = []] of rowsOf("docs/operate.md")) {
    if (flag?.startsWith("--") && variable) documented.push(`${flag} ${variable}`);
  }
  const known = [...help.matchAll(/^ {2}(--[a-z-]+) .*?((?:BOOKING_RISK|OTEL|DATABASE)_\w+)/gm)];
  expect(documented.sort()).toEqual(known.map(([, flag, name]) => `${flag} ${name}`).sort());
});

test("ARCHITECTURE.md lists every module that the layers name", () => {
  const text = textOf("ARCHITECTURE.md");
  const entries = ["config", "main", "shared"]; // Files, or several of them: no folder of their own.
  const folders = Object.keys(layers).filter((name) => existsSync(join(root, "src", name)));
  const missing = folders.filter((name) => !text.includes(`\`src/${name}\``));
  expect(missing.filter((name) => !entries.includes(name))).toEqual([]);
  expect(folders.length).toBeGreaterThan(15);
});
