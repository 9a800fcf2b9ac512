/** `npm start`: what it prints, its site, and its project at the next start. Bookings in a browser: test/long. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareProject } from "../../scripts/demo/project.ts";
import { type Demonstration, root, start, stop } from "../fixtures/demonstration.ts";
import { beforeAllWith, curl, testWith } from "../fixtures/needs.ts";

const data = mkdtempSync(join(tmpdir(), "booking-risk-demo-"));
let demonstration: Demonstration;
/** The answer to the printed curl line, before anybody else has booked. */
let curled = "";

beforeAll(async () => {
  demonstration = await start(data);
});
beforeAllWith(curl)(async () => {
  curled = await Bun.$`sh -c ${curlLine(demonstration)}`.text();
});

afterAll(async () => {
  await stop(demonstration);
  rmSync(data, { recursive: true });
});

const curlLine = ({ printed }: Demonstration) =>
  printed.split("\n").find((text) => text.startsWith("curl "))!;

testWith(curl)("the printed curl line returns a decision", () => {
  const decision = JSON.parse(curled) as Record<string, unknown>;
  expect(decision.decisionId).toStartWith("dec_");
  expect(decision.suggestedAction).toBe("allow");
});

test("the result page links to the decision in the dashboard", async () => {
  const link = await bookedBy("Ana");
  expect(link).toMatch(/\/dashboard\/p\/prj_\w+\/decisions\/dec_[0-9a-f]{32}$/);
  expect((await fetch(link)).status).toBe(200);
});

test("a form that is sent 15 times is 15 attempts, and each of them is counted", async () => {
  const decisions: string[] = [];
  for (let n = 0; n < 15; n++) decisions.push((await bookedBy("Eva")).split("/").at(-1)!);
  expect(new Set(decisions).size).toBe(15);
  const command = ["src/main.ts", "decision", "show", decisions.at(-1)!, "--data", data, "--json"];
  const { features } = await Bun.$`${process.execPath} ${command}`.cwd(root).quiet().json();
  expect(features.email_attempts_24h).toBe(14);
});

test("a booking with a value that cannot be scored is not accepted", async () => {
  const page = await pageAfter({ firstName: "Rui", email: "rui,ferreira@example.com" });
  expect(page).toContain("We could not complete this booking");
  expect(page).toContain("The request has an invalid value, which anyone can send on purpose");
});

/** @returns the decision's page. */
async function bookedBy(firstName: string): Promise<string> {
  const page = await pageAfter({ firstName, email: `${firstName}@example.com` });
  const [, link] = /<a id="decision" href="([^"]+)"/.exec(page)!;
  return link!;
}

/** Sends the hotel's form as a program does, with an attempt's ID of its own. @returns the page that follows. */
async function pageAfter(guest: { firstName: string; email: string }): Promise<string> {
  const form = new URLSearchParams({
    ...guest,
    lastName: "Ferreira",
    phone: "+351912345678",
    country: "PT",
    addressLine: "Rua das Flores 12",
    attempt: "attempt-1",
  });
  return (await fetch(`${demonstration.site}/book`, { method: "POST", body: form })).text();
}

test("the project and its keys are the same at the next start, and its owner's only", async () => {
  const file = join(data, "demonstration.json");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const keyIn = (text: string) => /sk_[0-9A-Za-z]+/.exec(text)![0];
  const key = keyIn(curlLine(demonstration));
  const kept = await prepareProject({ root, data });
  expect(kept.secretKey).toBe(key);

  const { projectId, keyIds } = await Bun.file(file).json();
  const command = ["src/main.ts", "key", "revoke", keyIds[1], "--data", data, "--json"];
  await Bun.$`${process.execPath} ${command}`.cwd(root).quiet();
  await stop(demonstration);
  demonstration = await start(data);
  expect(keyIn(curlLine(demonstration))).not.toBe(key); // A revoked key is replaced.
  expect((await Bun.file(file).json()).projectId).toBe(projectId);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
