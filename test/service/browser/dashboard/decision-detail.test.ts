/** The decision page in Chromium: with a real visit, and with markup in every text that a caller can set. */
import { expect } from "bun:test";
import { startHotel } from "../../../../scripts/demo/hotel/server.ts";
import { inChromium } from "../../../fixtures/browser.ts";
import { beforeAllWith, chromium, testWith } from "../../../fixtures/needs.ts";
import {
  decide,
  deviceId,
  hostileRequest,
  page,
  sendBatch,
  startWithHostileVisit,
} from "../../on-both-stores/hostile-visit.ts";

const inBrowser = testWith(chromium);

const { url, projectId, secret, publishable, ada, viewer, hostileId, linkedIds, foreignId, at } =
  await startWithHostileVisit();

let visited: { decisionId: string; riskScore: number };

beforeAllWith(chromium)(async () => {
  const site = startHotel({
    port: 0,
    publishableKey: publishable.key,
    showDecision: (id: string) => id,
    risk: { url, secretKey: secret.key },
  });
  visited = await inChromium("browser/book.mjs", { site: site.url, mode: "person" });
  await site.stop();
});

async function act<Seen>(scenario: string, more: object = {}): Promise<Seen> {
  const argument = { scenario, url, projectId, ...more };
  return inChromium<Seen>("browser/dashboard/decision-detail.mjs", argument);
}

inBrowser("a real visit is shown as a timeline from the first page to the decision", async () => {
  const { body } = await ada.get(at(visited.decisionId, "/journey"));
  expect(body.state).toBe("events");
  const paths = body.pages.map(({ path }: { path: string }) => path);
  expect(paths.slice(0, 3)).toEqual(["/", "/rooms", "/checkout"]);
  const seen = await act<{ timeline: string[]; faults: string[] }>("visit", {
    decisionId: visited.decisionId,
  });
  expect(seen.faults).toEqual([]);
  const text = seen.timeline.join("\n");
  for (const expected of [
    "/checkout",
    "E-mail, ",
    " keystrokes",
    "Submitted the form",
    "Decided: ",
  ]) {
    expect(text).toContain(expected);
  }
});

interface Shown {
  group: string;
  parts: string[];
}
const pointsIn = (text: string) => Number(text.replace("−", "-"));

inBrowser(
  "the page shows reasons that add up, linked decisions, the reported outcome and the verdict",
  async () => {
    const seen = await act<Record<string, unknown>>("show", { decisionId: hostileId });
    const { why, facts, heading, title, features, ...shown } = seen as typeof seen & {
      facts: string[];
      features: Shown[];
    };
    expect(why).toMatch(/^(Denied|Allowed)$/);
    const { summary } = (await ada.get(at(hostileId, "/reasons"))).body;
    const wanted = (summary.facts as { text: string }[]).map(({ text }) => text);
    expect(facts.map((line) => line.split("\n").at(-1)!)).toEqual(wanted);
    expect(wanted.length).toBeGreaterThan(0);
    expect(heading).toContain("gFirst");
    expect(title).not.toContain("gFirst");
    for (const { group, parts } of features) {
      // Each is rounded to a tenth by itself.
      const all = parts.reduce((sum, part) => sum + pointsIn(part), 0);
      if (parts.length > 0) expect(Math.abs(all - pointsIn(group))).toBeLessThan(0.31);
    }
    const { points, ending, score, linked, links, verdict, outcome, hacked, ...rest } = shown;
    expect(rest).toEqual({ faults: [] });
    const tenths = (points as string[]).map((text) => Math.round(pointsIn(text) * 10));
    const sum = tenths.slice(0, -1).reduce((all, one) => all + one, 0);
    expect(tenths.at(-1)).toBe(Number(score) * 10);
    expect(Math.min(99, Math.max(0, Math.round(sum / 10)))).toBe(Number(score));
    expect(ending).toStartWith(`The points add up to ${(sum / 10).toFixed(1).replace("-", "−")}`);
    expect((linked as string[]).filter((id) => linkedIds.includes(id)).sort()).toEqual(
      linkedIds.toSorted(),
    );
    expect((links as string[]).toSorted()).toEqual((linked as string[]).toSorted());
    expect(verdict).toContain("Identical, bit for bit");
    expect(outcome).toEqual({
      first: "Fraud",
      asked: true,
      second: "Chargeback",
      history: 2,
      // An undo is a report of its own; and nothing can be saved before something is chosen.
      withdrawn: 3,
      chosen: 0,
      savable: false,
      savableThen: true,
    });
    // Each text of a caller is shown as plain text, and none is interpreted as markup.
    const { images, ran, missing } = hacked as { images: number; ran: boolean; missing: string[] };
    expect({ images, ran, missing }).toEqual({ images: 0, ran: false, missing: [] });
  },
);

inBrowser(
  "the first screen of a laptop and a phone has the verdict, the reasons, what else they did, and what can be done",
  async () => {
    interface Seen {
      ends: Record<string, { bottom: number; height: number; wide: number }>;
      seen: string[][];
      [name: string]: unknown;
    }
    const { ends, seen, ...rest } = await act<Seen>("first", {
      decisionId: linkedIds[1],
    });
    for (const [width, { bottom, height, wide }] of Object.entries(ends)) {
      expect(bottom).toBeLessThanOrEqual(height);
      expect(wide).toBe(Number(width));
    }
    const { identities } = (await ada.get(at(linkedIds[1]!))).body;
    expect(seen.slice(0, -1).map(([, value]) => value)).toEqual(
      identities.map(({ value }: { value: string }) => value),
    );
    expect(seen.find(([label]) => label === "E-mail address")?.at(-1)).toBe("not seen before");
    expect(seen.find(([label]) => label === "Device")?.at(-1)).toMatch(/^[34] others/);
    const others = [hostileId, ...linkedIds].filter((id) => id !== linkedIds[1]);
    expect(rest).toEqual({
      faults: [],
      folded: 0,
      strip: expect.arrayContaining(others),
    });
  },
);

inBrowser("the page can be used with the keyboard only", async () => {
  const seen = await act<object>("keyboard", { decisionId: linkedIds[2] });
  expect(seen).toEqual({
    outcome: "Legitimate",
    verdict: "Identical, bit for bit",
    faults: [],
    graph: { moved: true, opened: true },
  });
});

inBrowser("a viewer sees no guest data and cannot report an outcome", async () => {
  const seen = await act<{ text: string; buttons: string[]; faults: string[] }>("viewer", {
    decisionId: hostileId,
  });
  expect(seen.faults).toEqual([]);
  expect(seen.text).not.toContain("gFirst");
  expect(seen.text).toContain("Only analysts and owners can see guest data");
  expect(seen.buttons).not.toContain("Report outcome");
  expect(seen.buttons).toContain("Verify");
});

inBrowser(
  "an owner marks the device as a kiosk, whose decisions say so, and unmarks it",
  async () => {
    interface Seen {
      text: string;
      listed: string;
      activity: string;
    }
    const clean = { axe: [], faults: [] };
    const { activity, ...marked } = await act<Seen>("kiosk", {
      decisionId: linkedIds[0],
      button: "Mark as kiosk",
    });
    expect(marked).toEqual({ ...clean, listed: deviceId, text: expect.any(String) });
    expect(marked.text).not.toContain("not compared by device and address");
    expect(activity).toContain(`marked as a kiosk: ${deviceId}`);
    const own = "col_atTheKiosk00001";
    await sendBatch({ url, publishable }, own, 0, [page(0, 0, "/rooms")]);
    const decisionId = await decide(url, secret.key, {
      ...hostileRequest("kiosk"),
      collectionId: own,
    });
    const { visitor } = (await viewer.get(at(decisionId))).body;
    expect(visitor).toMatchObject({ atKiosk: true, lastDeviceId: null });
    expect((await viewer.get(`/projects/${projectId}/kiosks`)).status).toBe(403);
    const unmarked = await act<Seen>("kiosk", { decisionId, button: "Unmark kiosk" });
    expect(unmarked).toMatchObject({ ...clean, listed: "" });
    expect(unmarked.text).toContain("not compared by device and address");
    expect(unmarked.activity).toContain(`unmarked as a kiosk: ${deviceId}`);
  },
);

inBrowser("an unknown ID leads to a page that says what to do", async () => {
  const seen = await act<{ message: string; path: string }>("notFound", {
    decisionId: foreignId,
  });
  expect(seen.message).toContain("belongs to another project");
  expect(seen.path).toBe(`/dashboard/p/${projectId}/decisions`);
});

inBrowser("axe finds nothing worse than minor, wide and narrow, in either theme", async () => {
  const ids = [hostileId, visited.decisionId];
  const seen = await act<object>("accessible", { ids });
  expect(seen).toEqual({ checked: 6, found: [], wider: [], faults: [] });
});
