/** What the documents name exists: links, files and scripts; commands and flags are in ../command-help.test.ts. */
import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import packageJson from "../../../package.json";
import { modules, scripts } from "../../../scripts/development/lint/layers.ts";
import {
  anchorsOf,
  documents,
  inlineCodeOf,
  linksOf,
  root,
  textOf,
} from "../../fixtures/markdown.ts";

const readmeWordsMax = 900;
/** Commands of npm itself that documents name. */
const ofNpm = ["install", "pack"];

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
      if (script) return !(script in packageJson.scripts || ofNpm.includes(script));
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
    const written = "2026-11-30T00:00:00Z";
    const times = textOf(path).match(/\b20\d\d-\d\d-\d\dT[\d:.]+Z/g) ?? [];
    expect(times.filter((time) => time > written)).toEqual([]);
  });
});

test("ARCHITECTURE.md lists every folder that the layers name", () => {
  const text = textOf("ARCHITECTURE.md");
  const missing = modules.filter((name) => !text.includes(`\`src/${name}\``));
  expect(missing).toEqual([]);
  expect(modules.length).toBeGreaterThan(15);
  for (const name of modules) expect(existsSync(join(root, "src", name))).toBe(true);
});

test("scripts/README.md lists every folder of scripts", () => {
  const rows = [...textOf("scripts/README.md").matchAll(/^\| `([\w-]+)` /gm)].map(
    ([, name]) => name,
  );
  const folders = readdirSync(join(root, "scripts"), { withFileTypes: true });
  expect(rows.toSorted()).toEqual(
    folders
      .filter((one) => one.isDirectory())
      .map(({ name }) => name)
      .toSorted(),
  );
  expect(rows).toEqual([...scripts, "bootstrap"]);
});
