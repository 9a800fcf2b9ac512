/**
 * The dashboard's pages in Chromium on PostgreSQL: each is opened, and what it is for is done once, and what it says
 * where there is no data folder is read. Their own files in `../browser/dashboard` run on SQLite.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import manifest from "../../../models/default/manifest.json";
import { newPerson, Person, password } from "../../../scripts/programs/dashboard-client/account.ts";
import { owner } from "../../../scripts/programs/dashboard-client/page-acts.mjs";
import { type Databases, openDatabases, postgresql } from "../../../scripts/programs/postgres.ts";
import { waitUntil } from "../../../scripts/programs/wait-until.ts";
import type { GuestExport } from "../../../src/decisions/privacy/export.ts";
import { confirmedMs } from "../../../src/http/dashboard-api/confirmations.ts";
import { inChromium } from "../../fixtures/browser.ts";
import { callRisk, Installation, type Service } from "../../fixtures/executable.ts";
import { chromium, describeWith } from "../../fixtures/needs.ts";
import { changeStored } from "../../fixtures/stored.ts";
import { bookingFlags, bookingOf } from "../on-both-stores/bookings.ts";
import { guests, storeHostileVisit } from "../on-both-stores/hostile-visit.ts";

const inEnvironment = "with the service’s DATABASE_URL_FILE or DATABASE_URL in the environment";
const emails = { owner: owner.email, second: "second@example.com", old: "old@example.com" };

describeWith(chromium, postgresql)("on PostgreSQL", () => {
  const environment: Record<string, string> = {};
  const installation = new Installation(environment);
  let databases: Databases;
  let service: Service;
  let project: Awaited<ReturnType<Installation["project"]>>;
  let decided: Awaited<ReturnType<typeof storeHostileVisit>>;

  /** A project of its own for what is counted. */
  let counted: typeof project;
  const bookings = [2, 3, 13, 50];
  const countedIds: string[] = [];

  beforeAll(async () => {
    databases = await openDatabases();
    environment.DATABASE_URL = await databases.createDatabase();
    service = await installation.serve(...bookingFlags);
    const { url } = service;
    project = await installation.project("Hotel Mundial");
    counted = await installation.project("Hotel Avenida");
    const person = await newPerson(installation, service, owner.email, "owner");
    const foreign = (await installation.project("Another")).secret;
    decided = await storeHostileVisit({ ...project, url, foreign });
    for (const n of bookings) {
      const answer = await callRisk(url, counted.secret.key, bookingOf(n));
      countedIds.push(((await answer.json()) as { decisionId: string }).decisionId);
    }
    await waitUntil("all decisions in the lists", async () => {
      const path = `/projects/${counted.projectId}/decisions/list`;
      return (await person.post(path, { view: {} })).body.rows.length === bookings.length;
    });
  });

  afterAll(async () => {
    await service.stop();
    await databases.remove();
  });

  /** A scenario of a page's own file, which waits for what the page shows after each step. */
  function act<Seen>(page: string, scenario: string, more: object = {}) {
    const of = { url: service.url, projectId: project.projectId, email: owner.email };
    const argument = { scenario, ...of, ...more };
    return inChromium<Seen & { faults: string[] }>(`browser/dashboard/${page}.mjs`, argument);
  }

  async function linkFor(email: string): Promise<string> {
    const words = ["--email", email, "--role", "owner", "--url", service.url];
    return (await installation.json("user", "create", ...words)).url!;
  }

  test("projects, keys, the team, the activity and the account take what is entered, and show it", async () => {
    const script = "<b>entered</b>";
    const seen = await act<{ seen: string[] }>("drive", "scripts", { script });
    expect(seen.faults).toEqual([]);
    expect(seen.seen).toHaveLength(9);
  });

  test("the overview counts what was decided", async () => {
    const { projectId } = counted;
    const { tiles, places, faults } = await act<{
      tiles: Record<string, { value: string }>;
      places: Record<string, string[][]>;
    }>("overview", "figures", { projectId, count: bookings.length });
    expect(faults).toEqual([]);
    expect(tiles.Decisions!.value).toBe(String(bookings.length));
    const hotels = places.Hotel!.map(([name, count]) => `${name}: ${count}`);
    expect(hotels.toSorted()).toEqual(["Hotel Avenida: 1", "Hôtel Ritz: 1", "The Ritz: 2"]);
  });

  test("the list searches", async () => {
    const { projectId } = counted;
    const [decisionId] = countedIds;
    const seen: object = await act("decision-list", "search", { projectId, decisionId });
    expect(seen).toEqual({
      straight: `/dashboard/p/${projectId}/decisions/${decisionId}`,
      emailRows: "2",
      email: "#find=email%3Aada.3%40example.com",
      palette: "#find=phone%3A%2B351912345672",
      chosen: "#find=booker%3Auser-3",
      noResults: "No results for “nobody@example.com”",
      leaks: "0",
      faults: [],
    });
  });

  test("a decision is explained, verified, and its outcome reported, replaced and withdrawn", async () => {
    const { hostileId, linkedIds } = decided;
    const seen = await act<{ verdict: string; outcome: object; linked: string[] }>(
      ...(["decision-detail", "show", { decisionId: hostileId }] as const),
    );
    expect(seen.faults).toEqual([]);
    expect(seen.verdict).toContain("Identical, bit for bit");
    expect(seen.outcome).toMatchObject({ second: "Chargeback", history: 2, withdrawn: 3 });
    expect(seen.linked.toSorted()).toEqual(linkedIds.toSorted());
  });

  test("money says how to report outcomes while there are none", async () => {
    const { projectId } = counted;
    const seen = await act<Record<"text" | "where", string> & Record<"axe" | "snippets", string[]>>(
      ...(["money", "empty", { projectId }] as const),
    );
    expect([seen.axe, seen.faults]).toEqual([[], []]);
    expect(seen.text).toContain("Not enough outcomes yet");
    expect(seen.where).toBe(`Run this ${inEnvironment}:`);
    expect(seen.snippets.join()).not.toContain("--data");
  });

  test("models shows the active one", async () => {
    const builtIn = `${manifest.name}@${manifest.version}`;
    const link = await linkFor(emails.second);
    const seen = await act<Record<"where" | "text", string> & { commands: string[] }>(
      ...(["models", "singleModel", { link, builtIn }] as const),
    );
    expect(seen.faults).toEqual([]);
    expect(seen.commands.map((text) => text.split(" ").slice(0, 3).join(" "))).toEqual([
      "booking-risk export --project",
      "booking-risk model check",
      "booking-risk model install",
      "booking-risk model install", // For all projects.
    ]);
    expect(seen.where).toBe(`Run the commands ${inEnvironment}.`);
    expect(seen.commands.join()).not.toContain("--data");
    for (const text of [`${installation.data}/models/`, "postgres:"]) {
      expect(seen.text).not.toContain(text);
    }
  });

  test("a passkey is made, signs in as a second factor, and is removed", async () => {
    const { projectId } = await installation.project("With passkeys");
    await installation.json("project", "set", projectId, "--two-factor", "required");
    const url = service.url.replace("127.0.0.1", "localhost");
    const linkOf = async (email: string, role: string) => {
      const words = ["--email", email, "--role", role, "--project", projectId, "--url", url];
      return (await installation.json("user", "create", ...words)).url!;
    };
    const links = {
      link: await linkOf("pia@example.com", "owner"),
      otherLink: await linkOf("ole@example.com", "viewer"),
    };
    const seen: object = await act("second-factor", "passkeys", { url, projectId, ...links });
    expect(seen).toMatchObject({ foreign: "wrong_passkey", violations: [], faults: [] });
  });

  test("a guest is exported as a file", async () => {
    const seen = await act<{ text: string; axe: string[] }>("guests", "export", {
      guest: guests.email,
    });
    expect([seen.axe, seen.faults]).toEqual([[], []]);
    expect((JSON.parse(seen.text) as GuestExport).decisions).toHaveLength(1);
  });

  test("an entry of a list is added, found by another spelling, and archived", async () => {
    const value = "ada@hotel-example.test";
    const seen = await act<{ rows: string[]; axe: string[] }>("lists", "allows", { value });
    expect([seen.axe, seen.faults]).toEqual([[], []]);
    expect(seen.rows).toEqual([expect.stringContaining("Archived")]);
  });

  test("settings are changed, and a project archived and restored, once the password is entered again", async () => {
    const { url } = service;
    const { projectId } = await installation.project("Protected");
    const old = await newPerson(installation, service, emails.old, "owner", projectId);
    await old.post(`/projects/${projectId}/keys`, { kind: "secret", name: "Server" });
    await old.post(`/projects/${projectId}/keys`, { kind: "publishable", name: "Web site" });
    const signedIn = Array.from({ length: 8 }, () => new Person(url));
    for (const one of signedIn) await one.post("/session", { email: emails.old, password });
    const change =
      "UPDATE sessions SET created_at = ? WHERE user_id = (SELECT id FROM users WHERE email = ?)";
    const values = [Date.now() - 2 * confirmedMs, emails.old];
    await changeStored(installation, "control.db", change, values);
    const sessions = signedIn.map(({ cookie }) => cookie);
    const seen: object = await act("second-factor", "protection", { projectId, sessions });
    expect(seen).toEqual({ violations: [], faults: [] });
  });
});
