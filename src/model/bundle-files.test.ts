import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cardBytesMax, readCard } from "./bundle-files.ts";

const folder = mkdtempSync(join(tmpdir(), "card-"));
afterAll(() => rmSync(folder, { recursive: true }));

function bundle(name: string, card?: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  if (card !== undefined) writeFileSync(join(path, "CARD.md"), card);
  return path;
}

test("a card is read unchanged, and a missing one is null", async () => {
  const text = "# mine\n<b>";
  expect(new TextDecoder().decode((await readCard(bundle("with", text)))!)).toBe(text);
  expect(await readCard(bundle("without"))).toBeNull();
});

test("a card may have the maximum size but not more", async () => {
  const longest = "x".repeat(cardBytesMax);
  expect((await readCard(bundle("longest", longest)))?.byteLength).toBe(cardBytesMax);
  expect(readCard(bundle("longer", `${longest}x`))).rejects.toThrow(/CARD.md is over/);
});

test("a card must be a regular file inside its folder", async () => {
  const linked = bundle("linked");
  symlinkSync("/etc/hostname", join(linked, "CARD.md"));
  expect(readCard(linked)).rejects.toThrow(/leaves the folder/);
  const nested = bundle("nested");
  mkdirSync(join(nested, "CARD.md"));
  expect(readCard(nested)).rejects.toThrow(/CARD.md/);
});
