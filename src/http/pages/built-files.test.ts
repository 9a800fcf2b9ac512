import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { builtContent } from "./built-files.ts";
import { contentResponse } from "./content.ts";

const folder = mkdtempSync(join(tmpdir(), "built-files-"));
afterAll(() => rmSync(folder, { recursive: true }));
const written = (name: string, bytes: Uint8Array) => {
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
};
const text = "const text = 1;".repeat(100);
const gzip = written("a.js.gz", Bun.gzipSync(text));
const brotli = written("a.js.br", brotliCompressSync(text));
const type = "text/javascript; charset=utf-8";
const files = { "both.js": { type, gzip, brotli }, "gzip.js": { type, gzip } };

const fileFor = (accepted: string | null, name = "both.js") =>
  contentResponse(builtContent(files, name, accepted)!);
const encodingFor = (accepted: string | null, name?: string) =>
  fileFor(accepted, name).headers.get("content-encoding");

test.each([
  ["gzip, deflate, br", "br"],
  ["gzip, BR;q=0.8", "br"],
  ["gzip", "gzip"],
  ["gzip;q=0.5", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["br;q=0.0, gzip;q=0", null],
  ["deflate, brotli, x-gzip", null],
  ["identity", null],
  ["", null],
  [null, null],
])("to Accept-Encoding %j a file is answered as %j", (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding);
});

test("to a client that prefers Brotli, a file without it is answered in gzip", () => {
  expect(encodingFor("gzip, deflate, br", "gzip.js")).toBe("gzip");
  expect(encodingFor("br", "gzip.js")).toBeNull();
});

test("a file is the same in each encoding, and caches keep it apart by what was asked for", async () => {
  const answer = fileFor("gzip");
  expect(Buffer.from(Bun.gunzipSync(await answer.arrayBuffer())).toString()).toBe(text);
  // The second time it is not decompressed again.
  for (const _ of [1, 2]) expect(await fileFor(null).text()).toBe(text);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    vary: "Accept-Encoding",
    "content-type": type,
    "cache-control": "public, max-age=31536000, immutable",
  });
});

test("there is no file of another name", () => {
  for (const other of ["", "none.js", "toString", "__proto__"]) {
    expect(builtContent(files, other, "br")).toBeNull();
  }
});
