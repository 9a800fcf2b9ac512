/** The models page in Chromium, and its API, with the executable. */
import { beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import manifest from "../../../../models/default/manifest.json";
import { writeRecalibrated } from "../../../../scripts/bench/recalibrated.ts";
import { newPerson, Person, password } from "../../../../scripts/dashboard-client/account.ts";
import { waitUntil } from "../../../../scripts/wait-until.ts";
import { percent } from "../../../../src/dashboard/pages/models/report/report-numbers.ts";
import type { LiveDecisions } from "../../../../src/registry/live-evidence.ts";
import { defaultLimits } from "../../../../src/replay/limits.ts";
import type { ShadowReport } from "../../../../src/risk/shadow-report.ts";
import { fullRequest } from "../../../fixtures/booking.ts";
import { inChromium } from "../../../fixtures/browser.ts";
import { distinctGuest } from "../../../fixtures/distinct-guest.ts";
import { callRisk, Installation } from "../../../fixtures/executable.ts";
import { chromium, testWith } from "../../../fixtures/needs.ts";
import { recentSeason } from "../../../fixtures/recent-season.ts";
import { damageModel } from "../../../fixtures/stored.ts";

const inBrowser = testWith(chromium);
const timeoutMs = 180_000;

const builtIn = `${manifest.name}@${manifest.version}`;
const first = "recalibrated@1.0.0";
const second = "recalibrated@2.0.0";
const third = "recalibrated@3.0.0";
const script = '"><img src=x onerror=hacked=1><script>hacked=1</script>';

const card = `# ${script}

<script>hacked=1</script>

<iframe src="/dashboard"></iframe> and <b onclick="hacked=1">bold</b>

[click](javascript:hacked=1) [data](data:text/html,<script>hacked=1</script>) [web](https://example.com/a?b=1&c=2)
![picture](https://elsewhere.example/x.png) <https://example.com/auto>

| a | b |
| - | - |
| 0.5 | <svg onload=hacked=1> |

\`\`\`html
<script>hacked=1</script>
\`\`\`

A harmless end.
`;

const installation = new Installation();
const { projectId, secret } = await installation.project("Hotel");
const other = await installation.project("Other");
const booking = { key: secret.key, request: fullRequest() };
const bundles = {
  [first]: writeRecalibrated(join(installation.folder, "first"), "1.0.0", 0.5),
  [second]: hostileBundle(join(installation.folder, "second")),
  [third]: writeRecalibrated(join(installation.folder, "third"), "3.0.0", 2),
};
const service = await installation.serve();
const { url } = service;

/** A valid bundle with markup in every text that its authors can set. */
function hostileBundle(folder: string): string {
  writeRecalibrated(folder, "2.0.0", 0.1);
  const path = join(folder, "manifest.json");
  const own = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(
    path,
    JSON.stringify({ ...own, trainedOn: script, metrics: { rocAuc: 0.5, [script]: 0.25 } }),
  );
  writeFileSync(join(folder, "CARD.md"), card);
  return folder;
}

interface Replayed {
  command: string;
  verdict: string;
  /** The headings of the report's sections. */
  sections: string[];
  criteria: number;
  links: string[];
  faults: string[];
}

async function act<Seen>(scenario: string, more: object = {}): Promise<Seen> {
  const argument = { scenario, url, projectId, ...more };
  return inChromium<Seen>("on-both-stores/dashboard/models.mjs", argument);
}

/** Runs a copied command in a folder of its own. @returns the names of the files there. */
async function filesOf(command: string): Promise<string[]> {
  const cwd = join(installation.folder, "elsewhere");
  mkdirSync(cwd);
  const PATH = `${installation.folder}:${process.env.PATH}`;
  const env = { ...installation.environment, PATH };
  const ran = Bun.spawn(["sh", "-c", command], { cwd, env, stdout: "ignore", stderr: "pipe" });
  const error = await ran.stderr.text();
  if ((await ran.exited) !== 0) throw new Error(`${command}: ${error}`);
  return readdirSync(cwd);
}

/** As many live decisions as a promotion takes, scored by a model in shadow mode. */
async function shadowed(model: string): Promise<void> {
  const ofModel = ["model", "shadow", model, "--project", projectId];
  await installation.json(...ofModel);
  await waitUntil("the shadow model", async () =>
    (await (await fetch(`${url}/metrics`)).text()).includes('state="shadow"'),
  );
  for (let i = 0; i < defaultLimits.liveDecisionsMin; i++) {
    expect((await callRisk(url, secret.key, distinctGuest(i))).status).toBe(200);
  }
  await waitUntil("all shadow scores", async () => {
    const { live } = await installation.json<{ live: LiveDecisions }>(...ofModel, "--report");
    return live.decisions === live.decisionsMin;
  });
  await installation.json(...ofModel, "--off");
}

async function decidedBy(decisionId: string): Promise<string> {
  const { model } = await installation.json<{ model: { name: string; version: string } }>(
    "decision",
    "show",
    decisionId,
  );
  return `${model.name}@${model.version}`;
}

inBrowser(
  "with a single model, the page shows it as active and how to install another, and its commands find the data",
  async () => {
    const made = await installation.json(
      "user",
      "create",
      "--email",
      "ada@example.com",
      "--url",
      url,
    );
    const seen = await act<{
      commands: string[];
      where: string;
      text: string;
      menus: number;
      faults: string[];
    }>("singleModel", { link: made.url, builtIn });
    const { DATABASE_URL } = installation.environment;
    expect(seen.faults).toEqual([]);
    expect(seen.menus).toBe(0);
    expect(seen.commands.map((text) => text.split(" ").slice(0, 3).join(" "))).toEqual([
      `booking-risk export --project`,
      "booking-risk model check",
      "booking-risk model install",
      ...(DATABASE_URL ? ["booking-risk model install"] : []), // For all projects.
    ]);
    expect(seen.text.includes(`${installation.data}/models/`)).toBe(!DATABASE_URL);
    for (const text of seen.commands) {
      expect(text.endsWith(` --data ${installation.data}`)).toBe(!DATABASE_URL);
    }
    expect(seen.where).toBe(
      DATABASE_URL
        ? "Run the commands with the service’s DATABASE_URL_FILE or DATABASE_URL in the environment."
        : "Run the commands on the machine that runs the service.",
    );
    expect(seen.text).not.toContain("postgres:");
    expect(await filesOf(seen.commands[0]!)).toContain("rows.parquet");
  },
  timeoutMs,
);

describe("with candidates", () => {
  beforeAll(async () => {
    for (const bundle of Object.values(bundles)) {
      await installation.json("model", "install", bundle);
    }
    const file = join(installation.folder, "season.ndjson");
    writeFileSync(file, `${recentSeason().join("\n")}\n`);
    await installation.json("history", "import", file, "--project", projectId);
  }, timeoutMs);

  inBrowser(
    "a model is run in shadow mode, promoted without a replay, rolled back and retired",
    async () => {
      const seen = await act<{
        agreement: string;
        promoted: string;
        effect: string;
        rolledBack: string;
        faults: string[];
      }>("registry", { model: first, builtIn, booking });
      expect(seen.faults).toEqual([]);
      const { settings } = await installation.json<ShadowReport>(
        "model",
        "shadow",
        first,
        "--project",
        projectId,
        "--report",
      );
      const balanced = settings.find(({ riskSetting }) => riskSetting === "balanced")!;
      const { agreement, allowToDeny, denyToAllow } = balanced;
      expect(seen.agreement).toBe(
        `Balancedcurrent${percent(agreement)}${allowToDeny}${denyToAllow}`,
      );
      expect(seen.effect).toContain(`${builtIn} becomes active again for Hotel`);
      expect(await decidedBy(seen.promoted)).toBe(first);
      expect(await decidedBy(seen.rolledBack)).toBe(builtIn);
      const log = await installation.json<{ actor: string; action: string; subject: string }[]>(
        "model",
        "log",
      );
      const actions = log.filter(({ subject }) => subject === first).map((one) => one.action);
      expect(actions).toEqual([
        "model.retire",
        "model.rollback",
        "model.promote",
        "model.shadow",
        "model.install",
      ]);
      expect(log[0]!.actor).toBe("ada@example.com");
    },
    timeoutMs,
  );

  inBrowser(
    "a replay is started on the page, and once it has passed the model can be promoted",
    async () => {
      const seen = await act<Replayed>("replay", { model: second });
      expect(seen.faults).toEqual([]);
      expect(seen.command).toStartWith(
        `booking-risk model replay ${second} --project ${projectId}`,
      );
      expect(seen.verdict).toBe("passed");
      expect(seen.criteria).toBeGreaterThanOrEqual(6);
      expect(seen.sections).toEqual([
        "Passed",
        "Changed actions",
        "Parts of the bookings",
        "Score changes",
        "Score accuracy",
        "Methodology",
      ]);
      const unproven = await act<object>("unproven", { model: second });
      expect(unproven).toEqual({ fields: 1, faults: [] });
      await shadowed(second);
      const proven = await act<object>("proven", { model: second, builtIn });
      expect(proven).toEqual({ fields: 0, faults: [] });
    },
    timeoutMs,
  );

  inBrowser(
    "the report of a replay that did not pass links to the bookings whose action changes",
    async () => {
      const seen = await act<Replayed>("replay", { model: third });
      expect(seen.faults).toEqual([]);
      expect([seen.verdict, seen.sections[0]]).toEqual(["did not pass", "Did not pass"]);
      expect(seen.links.length).toBeGreaterThan(0);
      for (const link of seen.links) {
        expect(link).toMatch(new RegExp(`^/dashboard/p/${projectId}/decisions/dec_\\w+$`));
      }
    },
    timeoutMs,
  );

  inBrowser(
    "markup in a model card, a name or a description is shown as text",
    async () => {
      const seen = await act<{
        text: string;
        links: [string, string][];
        tables: string[];
        facts: string;
        ran: object;
        faults: string[];
      }>("hostile", { model: second });
      expect(seen.faults).toEqual([]);
      expect(seen.ran).toEqual({ hacked: false, elements: 0 });
      expect(seen.text).toContain("<script>hacked=1</script>");
      expect(seen.text).toContain('<iframe src="/dashboard"></iframe>');
      expect(seen.links).toEqual([
        ["https://example.com/a?b=1&c=2", "noopener noreferrer nofollow"],
        ["https://example.com/auto", "noopener noreferrer nofollow"],
      ]);
      expect(seen.tables).toEqual(["0.5", "<svg onload=hacked=1>"]);
      expect(seen.facts).toContain(script);
    },
    timeoutMs,
  );

  inBrowser(
    "the page says whose a model is, and offers a project's own to that project only",
    async () => {
      const owned = await installation.json("model", "set", third, "--project", projectId);
      expect(owned).toMatchObject({ changed: true });
      const { faults, ...seen } = await act<Record<string, object>>("owner", {
        ...{ own: third, shared: second },
      });
      await installation.json("model", "set", third, "--shared");
      expect<object>(faults!).toEqual([]);
      const here = ["Promote for this project", "Run in shadow mode for this project"];
      expect(seen[third]).toEqual({
        whose: "this project’s own",
        actions: [...here, "Retire"],
        fact: "Whose modelHotelno other project sees it",
      });
      expect(seen[second]).toMatchObject({
        whose: "shared",
        fact: "Whose modelSharedall projects see it and can use it",
      });
    },
    timeoutMs,
  );

  describe.each([
    ["light", 1280],
    ["dark", 390],
  ])("axe, %s, %i px wide", (colorScheme, width) => {
    inBrowser(
      "finds no serious or critical violation",
      async () => {
        expect<object>(await act("accessible", { model: second, colorScheme, width })).toEqual({
          checked: 5,
          faults: [],
        });
      },
      timeoutMs,
    );
  });
});

describe("the API", async () => {
  const endpoint = (model: string, rest = "") =>
    `/projects/${projectId}/models/${encodeURIComponent(model)}${rest}`;
  const people: Record<string, Person> = {};
  beforeAll(async () => {
    for (const bundle of Object.values(bundles)) {
      await installation.json("model", "install", bundle);
    }
    const made = [
      ["owner", "owner", undefined],
      ["own", "owner", projectId],
      ["analyst", "analyst", undefined],
      ["viewer", "viewer", projectId],
      ["stranger", "owner", other.projectId],
    ] as const;
    for (const [name, role, where] of made) {
      people[name] = await newPerson(installation, service, `${name}@example.org`, role, where);
    }
  }, timeoutMs);

  /** Without their numbers of decisions, which follow a few seconds after the decisions. */
  const modelsNow = async () => {
    const { body } = await people.owner!.get(`/projects/${projectId}/models`);
    return body.models.map(({ decisions: _, ...model }: { decisions: number }) => model);
  };

  test.each(["analyst", "viewer", "stranger"])("%s cannot change anything", async (name) => {
    const person = people[name]!;
    const before = await modelsNow();
    const requests = [
      ["POST", endpoint(second, "/promote"), { force: true }],
      ["PUT", endpoint(second, "/shadow"), { on: true }],
      ["PUT", endpoint(second, "/challenge"), { on: true, share: 0.1, days: 30, force: true }],
      ["POST", endpoint(second, "/replays"), { days: 30 }],
      ["POST", `/projects/${projectId}/models/rollback`, { from: builtIn }],
      ["POST", `/projects/all/models/${second}/promote`, { force: true }],
      ["POST", `/models/${second}/retire`, undefined],
    ] as const;
    for (const [method, path, body] of requests) {
      const { status, body: answer } = await person.call(method, path, body);
      expect({ method, path, status, code: answer.code }).toEqual({
        method,
        path,
        status: 403,
        code: "forbidden",
      });
    }
    expect(await modelsNow()).toEqual(before);
  });

  test("an owner of one project can change only that project and cannot retire models", async () => {
    const { own } = people;
    expect((await own!.put(endpoint(second, "/shadow"), { on: true })).status).toBe(200);
    expect((await own!.put(endpoint(second, "/shadow"), { on: false })).status).toBe(200);
    const all = `/projects/all/models/${second}/shadow`;
    expect((await own!.put(all, { on: true })).status).toBe(403);
    expect((await own!.post(`/models/${second}/retire`)).status).toBe(403);
  });

  test("a promotion without a passed replay is rejected with advice", async () => {
    const { owner } = people;
    const refused = await owner!.post(endpoint(first, "/promote"), { force: false });
    expect([refused.status, refused.body.code]).toEqual([409, "conflict"]);
    expect(refused.body.detail).toContain("No replay has passed");
    expect(refused.body.detail).not.toContain("--force");
  });

  test("a rollback from another model than the active one is rejected", async () => {
    const path = `/projects/${projectId}/models/rollback`;
    const { owner } = people;
    expect((await owner!.post(path, { from: first })).body.detail).toContain("no model of its own");
    await owner!.post(endpoint(first, "/promote"), { force: true });
    const late = await owner!.post(path, { from: second });
    expect([late.status, late.body.detail]).toEqual([
      409,
      `${first} is now active there. Review it, and try again.`,
    ]);
    expect((await owner!.post(path, { from: first })).body).toEqual({ model: null });
  });

  test("a model in use cannot be retired", async () => {
    const refused = await people.owner!.post(`/models/${builtIn}/retire`);
    expect([refused.status, refused.body.code]).toEqual([409, "conflict"]);
  });

  test.each([
    "none",
    "a@1",
    "default@",
    "@",
    "default@1.1.0@x",
    "..%2f..%2fetc@1",
    "x".repeat(129),
  ])("an unknown model is not found: %s", async (name) => {
    const { status } = await people.owner!.get(`/projects/${projectId}/models/${name}`);
    expect(status).toBe(404);
  });

  test("only owners see actors and the data folder", async () => {
    const seen = async (name: string) => {
      const list = (await people[name]!.get(`/projects/${projectId}/models`)).body;
      const look = (await people[name]!.get(endpoint(builtIn))).body;
      return [list.dataFolder, list.models[0].active[0].by, look.history[0].by];
    };
    expect(await seen("owner")).toEqual([installation.data, "booking-risk", "booking-risk"]);
    expect(await seen("own")).toEqual([null, "booking-risk", "booking-risk"]);
    expect(await seen("viewer")).toEqual([null, null, null]);
  });

  test("a model's state in other projects is hidden from users without a role there", async () => {
    const path = `/projects/${other.projectId}/models/${first}/shadow`;
    expect((await people.owner!.put(path, { on: true })).status).toBe(200);
    const placesOf = async (name: string) => {
      const { models } = (await people[name]!.get(`/projects/${projectId}/models`)).body;
      const one = models.find(({ model }: { model: string }) => model === first);
      return [one.state, one.shadow.length];
    };
    expect(await placesOf("owner")).toEqual(["shadow", 1]);
    expect(await placesOf("viewer")).toEqual(["candidate", 0]);
    const { history } = (await people.viewer!.get(endpoint(first))).body;
    expect(JSON.stringify(history)).not.toContain(other.projectId);
    await people.owner!.put(path, { on: false });
  });

  test("only users with a role in all projects can open a report on all projects", async () => {
    await callRisk(url, secret.key, fullRequest());
    await installation.json("model", "replay", second);
    const { replays } = (await people.viewer!.get(endpoint(second, "/replays"))).body;
    const all = replays.find((one: { projectId: string | null }) => one.projectId === null);
    expect(all).toMatchObject({ passed: true, mayOpen: false });
    const report = endpoint(second, `/replays/${all.replayId}`);
    expect((await people.viewer!.get(report)).status).toBe(404);
    expect((await people.analyst!.get(report)).body.projects).toHaveLength(2);
  });

  test(
    "a model that cannot be loaded is reported with the model that replaces it",
    async () => {
      await people.owner!.post(endpoint(first, "/promote"), { force: true });
      await service.stop();
      await damageModel(installation, first);
      const again = await installation.serve();
      const owner = new Person(again.url);
      await owner.post("/session", { email: "owner@example.org", password });
      const { deciding } = (await owner.get(`/projects/${projectId}/models`)).body;
      expect(deciding).toMatchObject({ model: builtIn, insteadOf: { wanted: first } });
      expect(deciding.insteadOf.reason).toContain("sha256");
      const elsewhere = `/projects/${other.projectId}/models/${first}/promote`;
      const refused = await owner.post(elsewhere, { force: true });
      expect([refused.status, refused.body.code]).toEqual([409, "conflict"]);
      expect(refused.body.detail).toContain("does not load");
    },
    timeoutMs,
  );
});
