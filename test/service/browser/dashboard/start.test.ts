/** Getting started in Chromium, with the executable. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { newPerson, password } from "../../../../scripts/programs/dashboard-client/account.ts";
import { freePort } from "../../../../scripts/programs/free-port.ts";
import { readUntil } from "../../../../scripts/programs/wait-until.ts";
import { inChromium } from "../../../fixtures/browser.ts";
import { Installation } from "../../../fixtures/executable.ts";
import { chromium, describeWith, testWith } from "../../../fixtures/needs.ts";

const inBrowser = testWith(chromium);
const root = resolve(import.meta.dir, "../../../..");

const act = <Seen>(scenario: string, more: object) =>
  inChromium<Seen & { faults: string[] }>("browser/dashboard/start.mjs", {
    scenario,
    ...more,
  });

describeWith(chromium)("a newcomer after npm start", () => {
  const data = mkdtempSync(join(tmpdir(), "booking-risk-newcomer-"));
  let demonstration: Bun.Subprocess<"ignore", "pipe", "inherit">;
  let link = "";

  beforeAll(async () => {
    const ports = ["--port", `${await freePort()}`, "--site-port", `${await freePort()}`];
    demonstration = Bun.spawn(
      [process.execPath, "scripts/demo/start.ts", ...ports, "--data", data],
      {
        cwd: root,
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    const printed = await readUntil(demonstration.stdout, "Ctrl+C");
    link = /The dashboard\s+(\S+)/.exec(printed)![1]!;
  });

  afterAll(async () => {
    demonstration.kill("SIGTERM");
    await demonstration.exited;
    rmSync(data, { recursive: true });
  });

  test("gets to a key, a scored booking and its decision in four clicks", async () => {
    const seen = await act<{
      clicks: string[];
      landed: string;
      output: string;
      shown: string;
      reasons: number;
    }>("newcomer", { link });
    expect(seen.faults).toEqual([]);
    expect(seen.landed).toMatch(/^\/dashboard\/p\/prj_\w+\/start$/);
    expect(seen.clicks).toEqual(["Create account", "Create another secret key", "Copy", "See why"]);
    expect(JSON.parse(seen.output)).toMatchObject({ decisionId: seen.shown });
    expect(seen.reasons).toBeGreaterThan(0);
  });
});

describeWith(chromium)("the page", () => {
  const installation = new Installation();
  let url = "";
  let projectId = "";
  let first: {
    projectId: string;
    before: number;
    after: number;
    collectionId: string;
    focused: string;
    pinned: string;
    faults: string[];
  };
  const hostile = `O'Neill's "Grand" </script> $(id) \`x\` \\`;

  beforeAll(async () => {
    ({ url } = await installation.serve());
    const email = "ada@example.com";
    const made = await installation.json("user", "create", "--email", email, "--url", url);
    first = await act("arrivals", { link: made.url, url, name: hostile });
    ({ projectId } = first);
  });

  inBrowser("marks steps as done when data of the script and the request arrive", () => {
    expect(first.faults).toEqual([]);
    expect([first.before, first.after]).toEqual([0, 4]);
    expect(first.collectionId).toMatch(/^col_/);
    expect(first.pinned).toMatch(/^col_/);
    expect(first.focused).toBe("Node.js");
  });

  inBrowser("shows rejected requests and how to fix them", async () => {
    const project = await installation.project("Refused");
    const { publishable, secret } = project;
    const origin = "https://hotel.example";
    await installation.run("key", "set", publishable.keyId, "--origin", origin);
    const batch = (key: string) =>
      JSON.stringify({ ...emptyBatch, key, collectionId: "col_refused1" });
    const json = { "content-type": "application/json" };
    const send = [
      {
        to: "script",
        path: "/sdk/batch",
        body: batch(publishable.key),
        headers: { origin: "https://<b>elsewhere</b>.example" },
        says: "does not allow pages of https://<b>elsewhere</b>.example",
      },
      {
        to: "script",
        path: "/sdk/batch",
        body: batch("pk_wrong"),
        headers: { origin },
        says: "misspelled, incomplete",
      },
      {
        to: "call",
        path: "/v1/risk",
        body: "{}",
        headers: { ...json, "x-service-key": secret.key },
        says: "Check /booker",
      },
      {
        to: "call",
        path: "/v1/risk",
        body: "{}",
        headers: json,
        says: "Send the secret key in the X-Service-Key header",
      },
    ];
    const more = { url, projectId: project.projectId, send };
    const seen = await act<{ seen: string[] }>("refusals", more);
    expect(seen.faults).toEqual([]);
    expect(seen.seen).toHaveLength(send.length);
  });

  inBrowser("offers no key to users who may not create one", async () => {
    const email = "viewer@example.com";
    await newPerson(installation, { url }, email, "viewer", projectId);
    const seen = await act<{ buttons: number }>("reader", {
      url,
      projectId,
      person: { email, password },
    });
    expect<object>(seen).toEqual({ buttons: 0, faults: [] });
  });

  inBrowser("has no axe violation worse than minor, wide or narrow, in either theme", async () => {
    const seen = await act<object>("accessible", { url, projectId });
    expect<object>(seen).toEqual({ found: {}, faults: [] });
  });
});

const emptyBatch = { sequence: 0, startedAt: 0, sentAt: 0, sdkVersion: "1", events: [] };
