/** The models page in Chromium. */
import { describe, expect } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import manifest from "../../../../models/default/manifest.json";
import { writeRecalibrated } from "../../../../scripts/bench/recalibrated.ts";
import { waitUntil } from "../../../../scripts/programs/wait-until.ts";
import { percent } from "../../../../src/dashboard/pages/models/report/report-numbers.ts";
import { defaultLimits } from "../../../../src/evaluation/replay/limits.ts";
import type { LiveDecisions } from "../../../../src/model/registry/live-evidence.ts";
import type { ShadowReport } from "../../../../src/risk/shadow-report.ts";
import { fullRequest } from "../../../fixtures/booking.ts";
import { inChromium } from "../../../fixtures/browser.ts";
import { distinctGuest } from "../../../fixtures/distinct-guest.ts";
import { callRisk, Installation } from "../../../fixtures/executable.ts";
import { beforeAllWith, chromium, testWith } from "../../../fixtures/needs.ts";
import { recentSeason } from "../../../fixtures/recent-season.ts";

const inBrowser = testWith(chromium);

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
await installation.project("Other");
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
  axe: string[];
}

async function act<Seen>(scenario: string, more: object = {}): Promise<Seen> {
  const argument = { scenario, url, projectId, pictures: process.env.PICTURES, ...more };
  return inChromium<Seen>("browser/dashboard/models.mjs", argument);
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
    expect(seen.faults).toEqual([]);
    expect(seen.menus).toBe(0);
    expect(seen.commands.map((text) => text.split(" ").slice(0, 3).join(" "))).toEqual([
      `booking-risk export --project`,
      "booking-risk model check",
      "booking-risk model install",
    ]);
    expect(seen.text).toContain(`${installation.data}/models/`);
    for (const text of seen.commands) expect(text).toEndWith(` --data ${installation.data}`);
    expect(seen.where).toBe("Run the commands on the machine that runs the service.");
    expect(await filesOf(seen.commands[0]!)).toContain("rows.parquet");
  },
);

describe("with candidates", () => {
  beforeAllWith(chromium)(async () => {
    for (const bundle of Object.values(bundles)) {
      await installation.json("model", "install", bundle);
    }
    const file = join(installation.folder, "season.ndjson");
    writeFileSync(file, `${recentSeason().join("\n")}\n`);
    await installation.json("history", "import", file, "--project", projectId);
  });

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
  );

  inBrowser(
    "a replay is started on the page, and once it has passed the model can be promoted",
    async () => {
      const seen = await act<Replayed>("replay", { model: second });
      expect([seen.axe, seen.faults]).toEqual([[], []]);
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
  );

  inBrowser("markup in a model card, a name or a description is shown as text", async () => {
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
  });

  inBrowser(
    "the page says whose a model is, and offers a project's own to that project only",
    async () => {
      const owned = await installation.json("model", "set", third, "--project", projectId);
      expect(owned).toMatchObject({ changed: true });
      const { faults, ...seen } = await act<Record<string, object>>("owner", {
        own: third,
        shared: second,
      });
      await installation.json("model", "set", third, "--shared");
      expect<object>(faults!).toEqual([]);
      const here = [
        "Promote for this project",
        "Run in shadow mode for this project",
        "Start a challenge",
      ];
      expect(seen[third]).toEqual({
        whose: "this project’s own",
        actions: [...here, "Retire"],
        fact: "OwnerHotelvisible to this project only",
      });
      expect(seen[second]).toMatchObject({
        whose: "shared",
        fact: "OwnerSharedvisible to all projects",
      });
    },
  );

  inBrowser.each([1280, 390])(
    "axe finds nothing worse than minor in either theme, %i px wide",
    async (width) => {
      const seen = await act<object>("accessible", { model: second, width });
      expect(seen).toEqual({ checked: 5, faults: [] });
    },
  );
});

inBrowser(
  "a bundle is uploaded, and is a candidate of the project once its check has passed",
  async () => {
    const model = "recalibrated@4.0.0";
    const folder = writeRecalibrated(join(installation.folder, "fourth"), "4.0.0", 0.5);
    const seen = await act<object>("upload", { model, folder });
    expect(seen).toEqual({ refusal: "The file model.onnx is missing.", axe: [], faults: [] });
    expect(await installation.json<object[]>("model", "list")).toContainEqual(
      expect.objectContaining({ version: "4.0.0", ownerProjectId: projectId }),
    );
  },
);
