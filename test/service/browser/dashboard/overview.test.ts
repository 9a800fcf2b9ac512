/** The page of the overview in Chromium. */
import { describe, expect } from "bun:test";
import { newPerson } from "../../../../scripts/programs/dashboard-client/account.ts";
import { waitUntil } from "../../../../scripts/programs/wait-until.ts";
import { readView } from "../../../../src/decisions/view.ts";
import { inChromium } from "../../../fixtures/browser.ts";
import { callRisk, Installation } from "../../../fixtures/executable.ts";
import { beforeAllWith, chromium, testWith } from "../../../fixtures/needs.ts";
import { type Booked, book, bookingFlags, bookingOf } from "../../on-both-stores/bookings.ts";

const inBrowser = testWith(chromium);

/** A hotel name with markup. */
const script = '"><img src=x onerror=hacked=1><script>hacked=1</script>';

const installation = new Installation();
const project = await installation.project("Hotel Avenida");
const elsewhere = await installation.project("Another");
const unused = await installation.project("Unused");
const service = await installation.serve(...bookingFlags);
const { url } = service;
const viewer = await newPerson(installation, service, "viewer@example.com", "viewer");

type Shown = Pick<Booked, "riskScore" | "riskLevel" | "suggestedAction">;
let booked: Booked[] = [];
const hostile: Shown[] = [];
let all: Shown[] = [];

beforeAllWith(chromium)(async () => {
  booked = await book(installation, service, project, 60);
  for (let n = 0; n < 2; n++) {
    const body = { ...bookingOf(100 + n), hotel: { name: script, country: "IT" } };
    const answer = await callRisk(url, project.secret.key, body);
    expect(answer.status).toBe(200);
    hostile.push((await answer.json()) as Shown);
  }
  expect((await callRisk(url, elsewhere.secret.key, bookingOf(3))).status).toBe(200);
  all = [...booked, ...hostile];
  await waitUntil("all decisions and outcomes in the figures", async () => {
    const { total } = (await viewer.get(`/projects/${project.projectId}/overview?last=24h`)).body;
    return total.decisions === all.length && total.legitimate === 1;
  });
});

const countWhere = <One>(all: readonly One[], matches: (one: One) => boolean) =>
  all.filter(matches).length;
const isDenied = ({ suggestedAction }: Shown) => suggestedAction === "deny";
const percent = (part: number, of: number) =>
  `${new Intl.NumberFormat("en", { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format((100 * part) / of)}%`;

async function act<Seen>(
  scenario: string,
  more: object = {},
): Promise<Seen & { faults: string[] }> {
  const of = { scenario, url, projectId: project.projectId, email: "viewer@example.com" };
  return inChromium("browser/dashboard/overview.mjs", { ...of, count: all.length, ...more });
}

interface Seen {
  tiles: Record<string, { value: string; more: string | null; to: string | null }>;
  volume: string[][];
  scores: string[][];
  levels: string;
  mark: string;
  telemetry: string;
  outcomes: string[][];
  models: string[][];
  times: string[][];
  drift: string;
  places: Record<string, string[][]>;
  links: string[];
  hacked: boolean;
}

describe("the page", () => {
  inBrowser("shows the right value for each figure", async () => {
    const seen = await act<Seen>("figures");
    expect(seen.faults).toEqual([]);
    const denied = countWhere(all, isDenied);
    const visited = countWhere(booked, ({ visit }) => visit !== null);
    expect(seen.tiles).toMatchObject({
      Decisions: { value: String(all.length) },
      Denied: { value: percent(denied, all.length), more: `${denied} decisions` },
      "With telemetry": { more: `${all.length - visited} without` },
      "Outcome reported": { more: "2 fraud, 1 legitimate" },
    });
    const sum = (column: number) =>
      seen.volume.reduce((total, row) => total + Number(row[column]), 0);
    expect([seen.volume.length, sum(1), sum(2)]).toEqual([24, all.length - denied, denied]);
    expect(seen.scores.map(([, count]) => Number(count))).toEqual(
      Array.from({ length: 100 }, (_, score) =>
        countWhere(all, ({ riskScore }) => riskScore === score),
      ),
    );
    expect(seen.mark).toBe("deny at 75+");
    for (const level of ["low", "medium", "high"]) {
      const part = percent(
        countWhere(all, ({ riskLevel }) => riskLevel === level),
        all.length,
      );
      expect(seen.levels).toContain(`${level} ${part}`);
    }
    expect(seen.telemetry).toContain(percent(visited, all.length));
    expect(seen.drift).toBe(`Too early to detect drift: ${all.length} of 298 live decisions.`);
    expect(seen.times.at(-1)?.slice(1)).toEqual([`${all.length + 1}`, `${all.length + 1}`]);
    expectOutcomes(seen.outcomes);
    expectModels(seen.models);
    expectPlaces(seen.places);
  });

  inBrowser("shows markup in a hotel name as text, and has links to valid views", async () => {
    const { places, hacked, links } = await act<Seen>("figures");
    expect(places.Hotel!.map(([name]) => name)).toContain(script);
    expect(hacked).toBe(false);
    expect(links.length).toBeGreaterThan(20);
    for (const link of links) {
      const { pathname, searchParams } = new URL(link, url);
      expect(pathname).toBe(`/dashboard/p/${project.projectId}/decisions`);
      expect([link, readView(Object.fromEntries(searchParams))]).toEqual([
        link,
        { view: expect.objectContaining({ from: expect.any(Number) }) },
      ]);
    }
  });

  inBrowser("counts a new decision without a reload", async () => {
    const body = bookingOf(200);
    const more = { body, key: project.secret.key };
    expect<object>(await act("live", more)).toEqual({ same: true, badge: "Live", faults: [] });
    all = [...all, all[0]!]; // Its score does not matter: the figures were compared above.
  });

  inBrowser("has its range in the URL, and explains an invalid one", async () => {
    const { seen, bars, refused, faults } = await act<{
      seen: object[];
      bars: number;
      refused: string;
    }>("range");
    expect(faults).toEqual([]);
    expect(seen).toEqual([
      { pressed: ["7 days"] },
      { pressed: ["30 days"], query: "?last=30d" },
      { pressed: ["30 days"], query: "?last=30d" },
      { pressed: ["Custom"], query: "?from=2026-01-01&to=2026-01-02" },
      { pressed: ["90 days"], query: "?last=90d" },
    ]);
    expect(bars).toBe(30);
    expect(refused).toBe("The start date must be a day, as 2026-03-31.");
  });

  inBrowser("has charts that work with the keyboard", async () => {
    const { text, legend, left, opened, faults } = await act<{
      text: string;
      legend: string[];
      left: boolean;
      opened: string;
    }>("keyboard");
    expect(faults).toEqual([]);
    expect(text).toMatch(/: Allow \d+, Deny \d+$/);
    expect(legend).toHaveLength(2);
    expect(left).toBe(true);
    expect(new URL(opened).searchParams.get("from")).toMatch(/^\d{4}-.*:00:00.000Z$/);
  });

  inBrowser("links to Getting started if the project has no decisions", async () => {
    expect<object>(await act("empty", { projectId: unused.projectId })).toEqual({
      opened: `/dashboard/p/${unused.projectId}/start`,
      axe: [],
      faults: [],
    });
  });

  inBrowser(
    "has no axe violation worse than minor in either theme, and fits a small screen",
    async () => {
      const seen = await act<object>("accessible");
      expect<object>(seen).toEqual({ found: {}, wide: false, faults: [] });
    },
  );
});

function expectOutcomes(rows: string[][]): void {
  const known = booked.filter(({ outcome }) => outcome !== null);
  for (const [band = "", decisions, reported, rate] of rows) {
    const [from = 0, to = 0] = band.split("–").map(Number);
    const isIn = ({ riskScore }: Shown) => riskScore >= from && riskScore <= to;
    const here = known.filter(isIn);
    const frauds = countWhere(here, ({ outcome }) => outcome !== "legitimate");
    expect([band, decisions, reported, rate]).toEqual([
      band,
      String(countWhere(all, isIn)),
      String(here.length),
      here.length === 0 ? "–" : percent(frauds, here.length),
    ]);
  }
  expect(rows).toHaveLength(7);
}

/** Only sums are compared, since a promotion takes effect a moment later. */
function expectModels(rows: string[][]): void {
  expect(rows.map(([model]) => model)).toEqual(
    expect.arrayContaining([...new Set(booked.map(({ model }) => model))]),
  );
  expect(rows.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(all.length);
}

function expectPlaces(places: Seen["places"]): void {
  const atHotel = (name: string) =>
    booked.filter(({ body }) => (body.hotel as { name: string }).name === name);
  const row = (name: string, of: readonly Shown[]) => {
    const denied = countWhere(of, isDenied);
    return [name, String(of.length), String(denied), percent(denied, of.length)];
  };
  const hotels = ["Hôtel Ritz", "Hotel Avenida", "The Ritz"].map((name) =>
    row(name, atHotel(name)),
  );
  expect(places.Hotel!.toSorted()).toEqual([...hotels, row(script, hostile)].sort());
  expect(places["Hotel country"]!.map(([name]) => name).sort()).toEqual(
    ["Germany (DE)", "Italy (IT)", "Portugal (PT)", "United States (US)"].sort(),
  );
  expect(places["Phone country"]).toEqual([row("Portugal (PT)", all)]);
  const german = countWhere(booked, ({ n }) => n % 2 === 1) + 1;
  expect(places["Billing country"]!.find(([name]) => name === "Germany (DE)")?.[1]).toBe(
    String(german),
  );
  expect(Object.keys(places)).toHaveLength(5);
}
