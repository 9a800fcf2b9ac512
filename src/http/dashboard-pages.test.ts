import { expect, test } from "bun:test";
// @ts-expect-error Written by scripts/build/dashboard.ts.
import built from "../../dist/dashboard/files.js";
import { contentResponse } from "./content.ts";
import { dashboardFile, dashboardPage } from "./dashboard-pages.ts";

const [name, file] = Object.entries(
  (built as { files: Record<string, { type: string; plain: string }> }).files,
)[0]!;
const fileFor = (accepted: string | null) => contentResponse(dashboardFile(name, accepted)!);
const encodingFor = (accepted: string | null) => fileFor(accepted).headers.get("content-encoding");

test("the page is never stored, and runs and loads nothing from elsewhere", async () => {
  const answer = contentResponse(dashboardPage());
  const { headers } = answer;
  expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(headers.get("cache-control")).toBe("no-store");
  const policy = headers.get("content-security-policy")!;
  expect(policy).toStartWith("default-src 'none'; script-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(await answer.text()).toStartWith("<!doctype html>");
});

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

test("a file is the same in each encoding, and caches keep it apart by what was asked for", async () => {
  const plain = new Uint8Array(await Bun.file(file.plain).arrayBuffer());
  const answer = fileFor("gzip");
  expect(Bun.gunzipSync(await answer.arrayBuffer())).toEqual(plain);
  expect(new Uint8Array(await fileFor(null).arrayBuffer())).toEqual(plain);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    ...{ vary: "Accept-Encoding", "content-type": file.type },
    "cache-control": "public, max-age=31536000, immutable",
  });
});

test("there is no file of another name", () => {
  for (const other of ["", "none.js", "toString", "__proto__"]) {
    expect(dashboardFile(other, "br")).toBeNull();
  }
});
