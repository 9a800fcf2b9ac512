/**
 * What the command line and the dashboard both do, done once through each: the stored rows and the
 * audit entries are the same, but for who did it and when, and both refuse the same.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { resolve } from "node:path";
import { newPerson } from "../../scripts/programs/dashboard-client/account.ts";
import { openStore } from "../../src/app/open.ts";
import type { Store } from "../../src/storage/port/store.ts";
import { fullRequest } from "../fixtures/booking.ts";
import { callRisk, Installation } from "../fixtures/executable.ts";

const installation = new Installation();
const service = await installation.serve();
const owner = await newPerson(installation, service, "owner@example.com", "owner");

const adapters = ["command line", "dashboard"] as const;
type Adapter = (typeof adapters)[number];

/** Reads what other processes have stored, and makes the projects of each use case. */
let store: Store;
beforeAll(async () => {
  store = await openStore({ dataFolder: installation.data });
});
afterAll(() => store.close());

/** What an adapter answers: null where it did what was asked, else that it refused. */
type Refusal = "refused" | null;

async function byCommand(...args: string[]): Promise<Refusal> {
  return (await installation.run(...args)).status === 0 ? null : "refused";
}

async function byCall(method: string, path: string, body?: unknown): Promise<Refusal> {
  const { status } = await owner.call(method, path, body);
  return status === 200 ? null : "refused";
}

async function createProject(adapter: Adapter, name: string): Promise<{ projectId: string }> {
  if (adapter === "dashboard") {
    return (await owner.post("/projects", { name, riskSetting: "balanced" })).body;
  }
  return installation.json<{ projectId: string }>("project", "create", name);
}

const models = await installBundles();

async function installBundles() {
  const folder = resolve(import.meta.dir, "../fixtures/models/toolkits/lightgbm");
  const { name, version } = await installation.json("model", "install", folder);
  return { one: `${name}@${version}` };
}

type Project = Awaited<ReturnType<typeof installation.project>>;

interface UseCase {
  "command line": (project: Project) => Promise<Refusal>;
  dashboard: (project: Project) => Promise<Refusal>;
  /** Prepares the project, the same for both. */
  before?: (project: Project) => Promise<unknown>;
  refused?: true;
}

const path = ({ projectId }: Project, rest: string) => `/projects/${projectId}${rest}`;
const archive = (project: Project) => byCall("PUT", path(project, "/archived"), { archived: true });
const startShadow = ({ projectId }: Project) =>
  byCommand("model", "shadow", models.one, "--project", projectId);
const promote = ({ projectId }: Project) =>
  byCommand("model", "promote", models.one, "--force", "--project", projectId);

const createKey = (name: string | undefined, kind = "secret", origins?: string[]) => ({
  "command line": ({ projectId }: Project) =>
    byCommand(
      "key",
      "create",
      "--project",
      projectId,
      "--kind",
      kind,
      ...(name === undefined ? [] : ["--name", name]),
      ...(origins ? ["--origin", ...origins] : []),
    ),
  dashboard: (project: Project) =>
    byCall("POST", path(project, "/keys"), { kind, name, allowedOrigins: origins }),
});
const setOrigins = (allowedOrigins: string[] | null, kind: "secret" | "publishable") => ({
  "command line": ({ [kind]: { keyId } }: Project) =>
    byCommand(
      "key",
      "set",
      keyId,
      ...(allowedOrigins ? ["--origin", ...allowedOrigins] : ["--any-origin"]),
    ),
  dashboard: (project: Project) =>
    byCall("PUT", path(project, `/keys/${project[kind].keyId}/origins`), { allowedOrigins }),
});
const restrictKey = (
  flags: string[],
  body: Record<string, unknown>,
  kind: "secret" | "publishable" = "secret",
) => ({
  "command line": ({ [kind]: { keyId } }: Project) => byCommand("key", "set", keyId, ...flags),
  dashboard: (project: Project) =>
    byCall("PUT", path(project, `/keys/${project[kind].keyId}/restrictions`), body),
});
const setRiskSetting = (riskSetting: string) => ({
  "command line": ({ projectId }: Project) =>
    byCommand("project", "set", projectId, "--risk-setting", riskSetting),
  dashboard: (project: Project) => byCall("PUT", path(project, "/risk-setting"), { riskSetting }),
});
const setBaseRate = (rate: string | null) => ({
  "command line": ({ projectId }: Project) =>
    byCommand("project", "set", projectId, "--base-rate", rate ?? "none"),
  dashboard: (project: Project) => byCall("PUT", path(project, "/base-rate"), { rate }),
});
const setRetention = (days: string) => ({
  "command line": ({ projectId }: Project) =>
    byCommand("project", "set", projectId, "--telemetry-retention", days),
  dashboard: (project: Project) =>
    byCall("PUT", path(project, "/retention"), { days: days === "default" ? null : days }),
});
const invite = (email: string, role: string) => ({
  "command line": ({ projectId }: Project) =>
    byCommand("user", "create", "--email", email, "--role", role, "--project", projectId),
  dashboard: ({ projectId }: Project) =>
    byCall("POST", `/people/${projectId}/invitations`, { email, role }),
});

const setWelcomeAgents = (agents: string[]) => ({
  "command line": ({ projectId }: Project) =>
    byCommand("project", "set", projectId, "--welcome-agent", ...(agents[0] ? agents : ["none"])),
  dashboard: (project: Project) => byCall("PUT", path(project, "/agents"), { agents }),
});

const setKiosks = (kiosks: string[]) => ({
  "command line": ({ projectId }: Project) =>
    byCommand("project", "set", projectId, "--kiosk", ...(kiosks[0] ? kiosks : ["none"])),
  dashboard: (project: Project) => byCall("PUT", path(project, "/kiosks"), { kiosks }),
});

const terms = {
  currency: "eur",
  bookingValue: "300",
  fraudValue: "520.5",
  marginPercent: "15",
  chargebackFee: "25",
  fraudLossPercent: "100",
  lifetimeValue: "40",
};
/** The flag of each term is its name: bookingValue, --booking-value. */
const setTerms = (sent: Partial<typeof terms>, all: object = sent) => ({
  "command line": ({ projectId }: Project) =>
    byCommand(
      "project",
      "money",
      "set",
      "--project",
      projectId,
      ...Object.entries(sent).flatMap(([name, value]) => [
        `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
        value,
      ]),
    ),
  dashboard: (project: Project) => byCall("PUT", path(project, "/money/terms"), all),
});
const enterTerms = (project: Project) => setTerms(terms)["command line"](project);

const useCases: Readonly<Record<string, UseCase>> = {
  "create a key": createKey("checkout"),
  "create a publishable key with origins": createKey("web", "publishable", [
    "https://HOTEL.example:443",
  ]),
  "create a key with space around its name": createKey("  checkout "),
  "create a key with a line break in its name": { ...createKey("a\nb"), refused: true },
  "create a key with a bidirectional control": { ...createKey("a\u202eb"), refused: true },
  "create a key with a long name": { ...createKey("x".repeat(101)), refused: true },
  "create a key of an unknown kind": { ...createKey("n", "gold"), refused: true },
  "create a secret key with origins": {
    ...createKey("n", "secret", ["https://a.example"]),
    refused: true,
  },
  "create a key with 21 origins": {
    ...createKey(
      "n",
      "publishable",
      Array.from({ length: 21 }, (_, i) => `https://h${i}.example`),
    ),
    refused: true,
  },
  "create a key in an archived project": { ...createKey("n"), before: archive, refused: true },
  "set a key's origins": setOrigins(["https://*.hotel.example"], "publishable"),
  "allow any origin": {
    ...setOrigins(null, "publishable"),
    before: setOrigins(["https://a.example"], "publishable").dashboard,
  },
  "set a secret key's origins": { ...setOrigins(null, "secret"), refused: true },
  "set an origin with a path": {
    ...setOrigins(["https://a.example/x"], "publishable"),
    refused: true,
  },
  "restrict a key": restrictKey(
    ["--expires", "2999-01-01", "--address", "203.0.113.7/24", "2001:db8::1", "--rate-limit", "5"],
    { expiresAt: "2999-01-01", allowedAddresses: ["203.0.113.7/24", "2001:db8::1"], rateLimit: 5 },
  ),
  "lift a key's restrictions": {
    ...restrictKey(["--expires", "never", "--any-address", "--rate-limit", "0"], {
      expiresAt: null,
      allowedAddresses: null,
      rateLimit: null,
    }),
    before: restrictKey([], {
      expiresAt: "2999-01-01",
      allowedAddresses: ["203.0.113.7/24"],
      rateLimit: 5,
    }).dashboard,
  },
  "let a key expire in the past": {
    ...restrictKey(["--expires", "2020-01-01"], { expiresAt: "2020-01-01" }),
    refused: true,
  },
  "allow a name as an address": {
    ...restrictKey(["--address", "hotel.example"], { allowedAddresses: ["hotel.example"] }),
    refused: true,
  },
  "restrict a publishable key to addresses": {
    ...restrictKey(["--address", "10.0.0.1"], { allowedAddresses: ["10.0.0.1"] }, "publishable"),
    refused: true,
  },
  "revoke a key": {
    "command line": ({ secret: { keyId } }) => byCommand("key", "revoke", keyId),
    dashboard: (project) => byCall("POST", path(project, `/keys/${project.secret.keyId}/revoke`)),
  },
  "set the risk setting": setRiskSetting("maximizeRevenue"),
  "set the fraud rate": setBaseRate("0.4"),
  "set the fraud rate in percent": setBaseRate(" 0.4 % "),
  "set a fraud rate of no fraud": { ...setBaseRate("0"), refused: true },
  "set a fraud rate in words": { ...setBaseRate("low"), refused: true },
  "unset the fraud rate": {
    ...setBaseRate(null),
    before: ({ projectId }) => byCommand("project", "set", projectId, "--base-rate", "0.4"),
  },
  "welcome agents": setWelcomeAgents(["B.example", "a.example:8443", "b.example"]),
  "welcome no agent": {
    ...setWelcomeAgents([]),
    before: ({ projectId }) =>
      byCommand("project", "set", projectId, "--welcome-agent", "a.example"),
  },
  "welcome an agent with a path": { ...setWelcomeAgents(["a.example/x"]), refused: true },
  "mark kiosks": setKiosks(["dev_lobby00002", "dev_lobby00001", "dev_lobby00002"]),
  "unmark all kiosks": {
    ...setKiosks([]),
    before: ({ projectId }) => byCommand("project", "set", projectId, "--kiosk", "dev_lobby00001"),
  },
  "mark a kiosk without a device ID": { ...setKiosks(["lobby"]), refused: true },
  "enter terms of money": setTerms(terms),
  "change a term of money": {
    ...setTerms({ marginPercent: "20" }, { ...terms, marginPercent: "20" }),
    before: enterTerms,
  },
  "take back the value of fraud": {
    ...setTerms({ fraudValue: "none" }, { ...terms, fraudValue: null }),
    before: enterTerms,
  },
  "enter too few terms of money": {
    ...setTerms({ currency: "EUR", bookingValue: "300" }),
    refused: true,
  },
  "enter a margin of 101 percent": {
    ...setTerms({ ...terms, marginPercent: "101" }),
    refused: true,
  },
  "enter amounts in an unknown currency": {
    ...setTerms({ ...terms, currency: "EUX" }),
    refused: true,
  },
  "set an unknown risk setting": { ...setRiskSetting("brave"), refused: true },
  "set the retention": setRetention("30"),
  "set the retention to the service's": setRetention("default"),
  "set a retention of -1 days": { ...setRetention("-1"), refused: true },
  "invite an account": invite("new@example.com", "analyst"),
  "invite as an unknown role": { ...invite("new@example.com", "king"), refused: true },
  "invite what is not an e-mail address": { ...invite("nobody", "viewer"), refused: true },
  "promote without a replay": {
    "command line": ({ projectId }) =>
      byCommand("model", "promote", models.one, "--project", projectId),
    dashboard: (project) =>
      byCall("POST", path(project, `/models/${models.one}/promote`), { force: false }),
    refused: true,
  },
  "promote by force": {
    "command line": promote,
    dashboard: (project) =>
      byCall("POST", path(project, `/models/${models.one}/promote`), { force: true }),
  },
  "roll back": {
    before: promote,
    "command line": ({ projectId }) => byCommand("model", "rollback", "--project", projectId),
    dashboard: (project) => byCall("POST", path(project, "/models/rollback"), { from: models.one }),
  },
  "roll back without a model of one's own": {
    "command line": ({ projectId }) => byCommand("model", "rollback", "--project", projectId),
    dashboard: (project) => byCall("POST", path(project, "/models/rollback"), { from: models.one }),
    refused: true,
  },
  "start a shadow": {
    "command line": startShadow,
    dashboard: (project) =>
      byCall("PUT", path(project, `/models/${models.one}/shadow`), { on: true }),
  },
  "end a shadow": {
    before: startShadow,
    "command line": ({ projectId }) =>
      byCommand("model", "shadow", models.one, "--off", "--project", projectId),
    dashboard: (project) =>
      byCall("PUT", path(project, `/models/${models.one}/shadow`), { on: false }),
  },
  "end a shadow that there is not": {
    "command line": ({ projectId }) =>
      byCommand("model", "shadow", models.one, "--off", "--project", projectId),
    dashboard: (project) =>
      byCall("PUT", path(project, `/models/${models.one}/shadow`), { on: false }),
    refused: true,
  },
};

describe("the command line and the dashboard do the same", () => {
  test.each(Object.keys(useCases))("%s", async (name) => {
    const { before, refused = false, ...run } = useCases[name]!;
    const results = [];
    for (const adapter of adapters) {
      const project = await installation.project();
      await before?.(project);
      const earlier = await store.audit.list(1000);
      const refusal = await run[adapter](project);
      const { rows, audit } = await stored(project, earlier.length);
      results.push({ refused: refusal !== null, rows, audit });
    }
    const [command, dashboard] = results;
    expect(command!.refused).toBe(refused);
    expect(dashboard).toEqual(command!);
    expect(command!.audit).toHaveLength(refused ? 0 : 1);
  });

  test.each([
    ["a name", "Hotel", true],
    ["space around it", "  Hotel ", true],
    ["nothing", " ", false],
    ["a control character", "a\u0007b", false],
    ["a bidirectional control", "a\u2066b", false],
    ["101 characters", "x".repeat(101), false],
  ])("create a project named with %s", async (_, name, isCreated) => {
    const projects = [];
    for (const adapter of adapters) {
      const known = await store.projects.list();
      await createProject(adapter, name).catch(() => null);
      const now = await store.projects.list();
      projects.push(
        now.slice(known.length).map(({ name, riskSetting }) => ({ name, riskSetting })),
      );
    }
    expect(projects[1]).toEqual(projects[0]!);
    expect(projects[0]).toHaveLength(isCreated ? 1 : 0);
  });

  test("report an outcome", async () => {
    const reports = [];
    for (const adapter of adapters) {
      const project = await installation.project();
      const answer = await callRisk(service.url, project.secret.key, fullRequest());
      const { decisionId } = (await answer.json()) as { decisionId: string };
      if (adapter === "dashboard") {
        const outcome = { outcome: "fraud", note: "stolen card", replaces: null };
        await owner.post(path(project, `/decisions/${decisionId}/outcome`), outcome);
      } else {
        const file = `${installation.folder}/outcomes.ndjson`;
        const line = { decisionId, outcome: "fraud", note: "stolen card" };
        await Bun.write(file, JSON.stringify(line));
        await installation.json("outcome", "import", file, "--project", project.projectId);
      }
      const [report] = await store.outcomes.list(project.projectId, decisionId);
      const { outcome, occurredAt, note } = report!;
      reports.push({ outcome, occurredAt, note });
    }
    expect(reports[1]).toEqual(reports[0]!);
  });
});

/** A project's rows and its newest audit entries, without what differs between two runs. */
async function stored({ projectId }: Project, earlierEntries: number) {
  const [project, choices, keys, links, roles, entries] = await Promise.all([
    store.projects.find(projectId),
    store.projects.choices(projectId),
    store.keys.list(projectId),
    store.accounts.links(Date.now()),
    store.models.roles(),
    store.audit.list(1000),
  ]);
  const isOwn = (one: { projectId: string | null }) => one.projectId === projectId;
  return {
    rows: {
      project: { ...project, id: "", createdAt: 0, archivedAt: project!.archivedAt !== null },
      choices: choices && {
        ...choices,
        baseRateBasis: choices.baseRateBasis && { ...choices.baseRateBasis, at: 0 },
      },
      keys: keys
        .map(({ kind, name, allowedOrigins, revokedAt, ...key }) => ({
          kind,
          name,
          allowedOrigins,
          restrictions: [key.expiresAt, key.allowedAddresses, key.rateLimit],
          isRevoked: revokedAt !== null,
        }))
        .sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))),
      links: links.filter(isOwn).map(({ purpose, email, role }) => ({ purpose, email, role })),
      promotions: roles.promotions.filter(isOwn).map(({ name, version }) => ({ name, version })),
      shadows: roles.shadows.filter(isOwn).map(({ name, version }) => ({ name, version })),
    },
    audit: entries.slice(0, entries.length - earlierEntries).map(({ action, detail }) => {
      const facts = JSON.parse(detail) as Record<string, unknown>;
      if ("end" in facts) facts.end = "";
      return { action, detail: facts };
    }),
  };
}
