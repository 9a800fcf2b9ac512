/** The page of the list of decisions in Chromium. */
import { describe, expect } from "bun:test";
import { newPerson } from "../../../../scripts/programs/dashboard-client/account.ts";
import { waitUntil } from "../../../../scripts/programs/wait-until.ts";
import { inChromium } from "../../../fixtures/browser.ts";
import { Installation } from "../../../fixtures/executable.ts";
import { beforeAllWith, chromium, testWith } from "../../../fixtures/needs.ts";
import { type Booked, book, bookingFlags, bookingOf } from "../../on-both-stores/bookings.ts";

const inBrowser = testWith(chromium);
const count = 120;

const installation = new Installation();
const project = await installation.project("Hotel Avenida");
const service = await installation.serve(...bookingFlags);
const owner = await newPerson(installation, service, "owner@example.com", "owner");
for (const role of ["analyst", "viewer"] as const) {
  await newPerson(installation, service, `${role}@example.com`, role);
}

let made: Booked[] = [];

beforeAllWith(chromium)(async () => {
  expect((await owner.post(views, taken)).status).toBe(200);
  made = await book(installation, service, project, count);
  await waitUntil("all decisions and outcomes in the list", async () => {
    const sent = { view: { outcome: "legitimate" } };
    const { body } = await owner.post(`/projects/${project.projectId}/decisions/list`, sent);
    return body.rows.length === 1;
  });
});

const views = `/projects/${project.projectId}/views`;
const taken = { name: "Taken", filters: { action: "deny" } };

const idsWhere = (matches: (one: Booked) => boolean) =>
  made
    .filter(matches)
    .map(({ decisionId }) => decisionId)
    .reverse();

describe("the list", () => {
  const act = <Seen>(scenario: string, more: object = {}) =>
    inChromium<Seen & { faults: string[] }>("browser/dashboard/decision-list.mjs", {
      scenario,
      url: service.url,
      projectId: project.projectId,
      email: "owner@example.com",
      ...more,
    });

  inBrowser(
    "a search opens a decision, filters the list, offers several matches, or has no results",
    async () => {
      const seen = await act<Record<string, string>>("search", {
        decisionId: made[4]!.decisionId,
      });
      expect(seen).toEqual({
        faults: [] as never,
        straight: `/dashboard/p/${project.projectId}/decisions/${made[4]!.decisionId}`,
        email: "#find=email%3Aada.3%40example.com",
        emailRows: String(idsWhere(({ n }) => n % 10 === 3).length),
        palette: "#find=phone%3A%2B351912345672",
        chosen: "#find=booker%3Auser-3",
        noResults: "No results for “nobody@example.com”",
        leaks: "0",
      });
    },
  );

  inBrowser("filters are in the URL, and opening the URL again shows the same list", async () => {
    const seen = await act<{ address: string; before: string[]; after: string[] }>("filters");
    expect(seen.faults).toEqual([]);
    expect(seen.address).toBe(
      "?last=30d&level=high&action=deny&hotel=ours-1&telemetry=seen&scoreFrom=80",
    );
    const ids = idsWhere(
      ({ n, riskLevel, visit, riskScore }) =>
        n % 3 === 0 && riskLevel === "high" && visit !== null && riskScore >= 80,
    );
    expect(seen.before.length).toBeGreaterThan(3);
    expect(seen.before).toEqual(ids);
    expect(seen.after).toEqual(ids);
  });

  inBrowser(
    "a laptop's screen has twenty rows, with their reasons at once, and the chosen columns",
    async () => {
      const listed = async () => {
        const path = `/projects/${project.projectId}/decisions/list`;
        const rows: { reason: string | null }[] = (await owner.post(path, { view: {} })).body.rows;
        return rows.map(({ reason }) => reason);
      };
      // They are computed after the answers, by a thread of low priority.
      const isWhole = async () => !(await listed()).includes(null);
      await waitUntil("the reasons", isWhole);
      const seen = await act<Record<string, unknown>>("rows");
      expect(seen.visible).toBeGreaterThanOrEqual(20);
      const byDefault = ["When", "Score", "Action", "Reason", "Guest", "Hotel", "Stay", "Outcome"];
      expect(seen).toEqual({
        faults: [],
        visible: seen.visible,
        reasons: await listed(),
        byDefault,
        chosen: ["When", "Score", "Action", "Reason", "Guest", "Phone", "Hotel", "Outcome"],
        phone: made.at(-1)!.body.booker.phone,
        reset: byDefault,
      });
    },
  );

  inBrowser("reasons that are computed after the rows are added to them", async () => {
    const { projectId, ...keys } = await installation.project("Hotel Central");
    const booked = await book(installation, service, { projectId, ...keys }, 60);
    await waitUntil("the index", async () => {
      const sent = { view: { find: `request:${booked.at(-1)!.body.requestId}` } };
      return (await owner.post(`/projects/${projectId}/decisions/list`, sent)).body.rows.length > 0;
    });
    const seen = await act("reasons", { projectId });
    expect(seen).toEqual({ faults: [], rows: 50, isSameDocument: true } as never);
  });

  inBrowser("paging works in both directions, and an invalid cursor is reported", async () => {
    const seen = await act<{ pages: string[][]; back: string[]; strange: string; first: string }>(
      "paging",
    );
    expect(seen.faults).toEqual([]);
    expect(seen.pages.flat()).toEqual(idsWhere(() => true));
    expect(seen.back).toEqual(seen.pages[1]!);
    expect(seen.strange).toContain("Showing the newest decisions");
    expect(seen.first).toBe(made.at(-1)!.decisionId);
  });

  inBrowser("the page can be used with the keyboard", async () => {
    const seen = await act<Record<string, unknown>>("keyboard");
    expect(seen).toEqual({
      faults: [],
      searching: true,
      third: 2,
      up: 1,
      opened: made.at(-2)!.decisionId,
      backOn: 1,
      suggested: "?hotel=ours-1",
    });
  });

  inBrowser("a decision is prefetched before it is opened", async () => {
    const path = `/dashboard/p/${project.projectId}/decisions`;
    expect(await act<{ path: string }>("prefetches")).toEqual({ path, faults: [] });
  });

  inBrowser(
    "a view is exported, and saved without its search term for everybody in the project",
    async () => {
      const seen = await act<
        Record<"csv" | "saved" | "kept" | "refused", string> & { ids: string[] }
      >("exportAndSave");
      expect(seen.faults).toEqual([]);
      const lines = seen.csv.trimEnd().split("\r\n").slice(1);
      expect(lines.map((line) => line.slice(0, line.indexOf(",")))).toEqual(seen.ids);
      expect(seen.ids.length).toBeGreaterThan(2);
      expect(seen.refused).toContain("has a view of that name");
      expect(seen.saved).toBe("?level=high");
      expect(seen.kept).not.toContain("ada");
      const saved = async () => (await owner.get(views)).body.views;
      const high = { name: "High risk", filters: { level: "high" } };
      expect(await saved()).toMatchObject([{ ...high, createdBy: "owner@example.com" }, taken]);
      const { faults } = await act("shared", { email: "analyst@example.com" });
      expect(faults).toEqual([]);
      expect(await saved()).toMatchObject([taken]);
    },
  );

  inBrowser(
    "selected decisions are reported, listed and sent to review, each with its result",
    async () => {
      // The newest booking has no telemetry, so no device; the second one has.
      const [newest, second, , fourth] = made.toReversed();
      const path = `/dashboard/api/projects/${project.projectId}/decisions/${second!.decisionId}/outcome`;
      const report = { outcome: "legitimate", replaces: null };
      const seen = await act<Record<string, unknown>>("bulk", {
        stolen: { url: `${service.url}${path}`, report },
      });
      expect(seen).toEqual({
        faults: [],
        selected: [newest, second, fourth].map((one) => one!.decisionId),
        outcomes: [
          "2 of 3 done.",
          "Saved",
          expect.stringContaining("Another outcome was reported"),
          "Saved",
        ],
        after: 0,
        shown: "Fraud",
        other: "Legitimate",
        all: 1,
        entries: ["1 of 2 done.", "This booking has none that can be listed.", "Added"],
        reviews: ["1 of 1 done.", "Sent"],
      });
      const { body } = await owner.get(`/projects/${project.projectId}/review/cases`);
      expect(body.cases).toMatchObject([{ decisionId: newest!.decisionId }]);
    },
  );

  inBrowser(
    "what is done with several decisions can be stopped, and says what was done",
    async () => {
      const { projectId, ...keys } = await installation.project("Hotel Miramar");
      await book(installation, service, { projectId, ...keys }, 10);
      const listed = async () =>
        (await owner.post(`/projects/${projectId}/decisions/list`, { view: {} })).body.rows;
      await waitUntil("the index", async () => (await listed()).length === 10);
      expect<object>(await act("stops", { projectId })).toEqual({
        faults: [],
        results: [
          "1 of 3 done.",
          "Saved",
          "Not done, because it was stopped.",
          "Not done, because it was stopped.",
        ],
        sent: 1,
        selected: 0,
      });
      const seen = await act<object>("quickBack", { projectId });
      expect<object>(seen).toEqual({ faults: [], shown: "Fraud" });
    },
  );

  inBrowser("a viewer sees the list without guests", async () => {
    const seen = await act<Record<"text" | "refused" | "views", string> & { heads: string[] }>(
      "viewer",
      { email: "viewer@example.com" },
    );
    expect(seen.faults).toEqual([]);
    expect(seen.heads).not.toContain("Guest");
    expect(seen.text).not.toMatch(/Ada|example\.com/);
    expect(seen.refused).toContain("your role does not allow guests' data");
    expect(seen.views.split("\n")).toEqual(["Taken", "Copy link"]);
  });

  inBrowser("new decisions are announced, and shown on request", async () => {
    const script = '"><img src=x onerror=hacked=1><script>hacked=1</script>';
    const hostile = {
      ...bookingOf(1),
      booker: {
        referenceId: script,
        firstName: script,
        lastName: `\u202e${script}`,
        email: "o'alert+hacked@example.com",
        phone: "+351912345679",
      },
      hotel: { referenceId: script, giataId: script, name: script, country: "PT" },
      requestId: `${script}`,
    };
    const seen = await act<Record<string, unknown>>("announced", {
      key: project.secret.key,
      bodies: [hostile, { ...hostile, booker: bookingOf(2).booker }, bookingOf(3)],
      script,
    });
    expect(seen).toEqual({
      faults: [],
      announced: "Show 3 new decisions",
      jumped: false,
      shown: 3,
      hacked: false,
      images: 0,
      suggested: 1,
      searched:
        "#find=booker%3A%22%3E%3Cimg+src%3Dx+onerror%3Dhacked%3D1%3E%3Cscript%3Ehacked%3D1%3C%2Fscript%3E",
    });
  });

  inBrowser("axe finds nothing worse than minor in either theme", async () => {
    expect<object>(await act("accessible")).toEqual({ checked: 10, faults: [] });
  });
});
