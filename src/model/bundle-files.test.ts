import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CARD_BYTES_MAX, readCard } from "./bundle-files.ts";

const folder = mkdtempSync(join(tmpdir(), "card-"));
afterAll(() => rmSync(folder, { recursive: true }));

function bundle(name: string, card?: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  if (card !== undefined) writeFileSync(join(path, "CARD.md"), card);
  return path;
}

test("a card is read as it is, and none is none", async () => {
  const text = "# mine\n<b>";
  expect(new TextDecoder().decode((await readCard(bundle("with", text)))!)).toBe(text);
  expect(await readCard(bundle("without"))).toBeNull();
});

test("a card may be so long and no longer", async () => {
  const longest = "x".repeat(CARD_BYTES_MAX);
  expect((await readCard(bundle("longest", longest)))?.byteLength).toBe(CARD_BYTES_MAX);
  expect(readCard(bundle("longer", `${longest}x`))).rejects.toThrow(/CARD.md is over/);
});

test("a card is a file of its folder", async () => {
  const linked = bundle("linked");
  symlinkSync("/etc/hostname", join(linked, "CARD.md"));
  expect(readCard(linked)).rejects.toThrow(/leaves the folder/);
  const nested = bundle("nested");
  mkdirSync(join(nested, "CARD.md"));
  expect(readCard(nested)).rejects.toThrow(/CARD.md/);
});
