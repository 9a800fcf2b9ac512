/** Wires storage, models and HTTP together: the only file that knows every module. */
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Server } from "bun";
import defaultCard from "../models/default/CARD.md" with { type: "file" };
import defaultManifest from "../models/default/manifest.json" with { type: "file" };
import defaultModel from "../models/default/model.onnx" with { type: "file" };
import { openBreachedPasswords } from "./accounts/breached-passwords.ts";
import { createLink, linkUrl } from "./accounts/link.ts";
import { openDirectories } from "./agents/directories.ts";
import { signatureVerifier } from "./agents/verifier.ts";
import { type ScheduledBackups, scheduleBackups } from "./backup/schedule.ts";
import { proxyWatch } from "./client-address.ts";
import { type ClockMonitor, clockBehindMs, clockMonitor } from "./clock-monitor.ts";
import type { DataConfig } from "./config/data.ts";
import type { ServeConfig } from "./config.ts";
import type { DashboardDeps, DashboardHandler } from "./dashboard-api/api.ts";
import { apiPath } from "./dashboard-api/route-permissions.ts";
import { scoreReferences } from "./drift/references.ts";
import { type ScoreMonitor, scoreMonitor } from "./drift/score-monitor.ts";
import { ownCommand } from "./executable.ts";
import { openExplainer } from "./explainer/explainer.ts";
import { ReasonsThread } from "./explainer/thread-client.ts";
import { featureNames, featureSetId } from "./features/index.ts";
import { openDatabases } from "./geoip/databases.ts";
import { createAuthenticator } from "./http/authenticate.ts";
import { createMetrics, type Metrics } from "./http/metrics.ts";
import { openApiDocument } from "./http/openapi.ts";
import { rateLimiter } from "./http/rate-limit.ts";
import { readinessCheck } from "./http/readiness.ts";
import { type RefusalCounts, refusalCounts } from "./http/refusal-counts.ts";
import { refusalLog } from "./http/refusals.ts";
import { responseTimeMonitor, sampleEveryMs } from "./http/response-times.ts";
import { createServer, type ListenerPart, type ServerDeps } from "./http/server.ts";
import { reportEveryMs } from "./http/shared-buckets.ts";
import {
  type CopiesDeps,
  spaceGuard,
  type TelemetryLimits,
  telemetryLimits,
} from "./http/telemetry-limits.ts";
import { log } from "./log.ts";
import type { BundleFiles } from "./model/bundle-files.ts";
import { openChecker } from "./model/checker.ts";
import type { Model } from "./model/model.ts";
import { setNativeFolder } from "./model/native-folder.ts";
import { openOtlp } from "./otlp/otlp.ts";
import { runEvery } from "./periodic.ts";
import { finishErasures } from "./privacy/erase.ts";
import { decisionRetention } from "./privacy/retention.ts";
import { installBuiltIn } from "./registry/built-in.ts";
import { type Library, openBundle, openLibrary } from "./registry/library.ts";
import { type ModelService, startModels } from "./registry/model-service.ts";
import { modelsInService, type Serving } from "./registry/models-in-service.ts";
import { replayRuns } from "./registry/replay-runs.ts";
import { modelScoreOf, onScale } from "./risk/base-rate.ts";
import { type CheckoutDeps, checkoutDecider } from "./risk/decide.ts";
import { withIdempotency } from "./risk/idempotency.ts";
import type { Scorer } from "./scorer.ts";
import { type IndexListener, indexMonitor } from "./storage/index-monitor.ts";
import { quickCheck } from "./storage/sqlite/quick-check.ts";
import { type ServingLock, servingLock } from "./storage/sqlite/serving-lock.ts";
import { openSqliteStore } from "./storage/sqlite/sqlite-store.ts";
import type { Store } from "./storage/store.ts";
import { intake } from "./telemetry/intake.ts";
import { retention } from "./telemetry/retention.ts";

/** How often the last use of keys is written, ms. */
const keyUseEveryMs = 10_000;
/** How often the keys of agents are looked at; each is read again when it is due, ms. */
const agentKeysEveryMs = 30_000;
/** How often a project's newest scores are compared with its reference, ms. */
const driftEveryMs = 60 * 60 * 1000;
/** How often telemetry whose retention has ended is deleted, ms. */
const retentionEveryMs = 10 * 60 * 1000;
/** How often the clock is compared with the time that passed, ms. */
const clockEveryMs = 1000;
/** How often the log says what was refused, ms. */
const refusalsEveryMs = 60_000;
/** Seconds that an idle connection stays open; above the usual 60 of a proxy in front. */
const idleTimeoutS = 75;

export { quickCheck };

export interface Service {
  url: URL;
  /** Of `--ops-port`; null where the dashboard is on the public port. */
  operationsUrl: URL | null;
  /** The link with which the first owner's account is created; null where there is an account. */
  ownerLink: string | null;
  /** Answers the requests in flight, writes what is pending, and closes. */
  stop(): Promise<void>;
}

/**
 * Opens the store of a data folder, creating it where needed.
 * @param indexing keep the velocity and search indexes up to date meanwhile; a service passes a
 *   listener, to which their failures are reported.
 */
export async function openStore(
  { dataFolder, databaseUrl }: DataConfig,
  indexing: boolean | IndexListener = false,
  { skipUpgradeCopy = false } = {},
): Promise<Store> {
  if (databaseUrl) {
    await mkdir(dataFolder, { recursive: true, mode: 0o700 });
    // Loaded only where it is used: SQLite's users start without it.
    const { openPostgresStore } = await import("./storage/postgres/postgres-store.ts");
    return openPostgresStore(databaseUrl, { maintains: indexing !== false });
  }
  return openSqliteStore(dataFolder, { indexing, skipUpgradeCopy });
}

/** The files of the model that comes with the product. */
async function builtIn(): Promise<BundleFiles> {
  const [model, manifest, card] = await Promise.all([
    readFile(defaultModel),
    readFile(defaultManifest as unknown as string),
    readFile(defaultCard),
  ]);
  return { model, manifest, card };
}

const nativeFolderOf = ({ dataFolder }: DataConfig) => join(dataFolder, "runtime");

/** The model library of a data folder, with the ONNX runtime that it needs. */
export function openModels(config: DataConfig, store: Store): Library {
  setNativeFolder(nativeFolderOf(config));
  return openLibrary({ folder: join(config.dataFolder, "models"), store, builtIn });
}

/** The model that comes with the product, checked. */
export async function openDefaultModel(config: DataConfig): Promise<Model> {
  setNativeFolder(nativeFolderOf(config));
  return openBundle(await builtIn());
}

/**
 * Runs `work` with the model that is active for a project. `serving` says which models are in
 * service, and where one is a fallback.
 */
export async function withActiveModel<Result>(
  config: DataConfig,
  store: Store,
  projectId: string,
  work: (model: Scorer, serving: Serving[]) => Promise<Result>,
): Promise<Result> {
  const library = openModels(config, store);
  await installBuiltIn(library, Date.now());
  const models = modelsInService(library, () => {});
  try {
    await models.apply(await store.models.roles());
    return await models.withModel(projectId, (model) => work(model, models.serving()));
  } finally {
    models.close();
  }
}

/**
 * Checks bundles in a process of its own.
 * @returns a function that gives warnings, a sentence each.
 */
export function bundleCheck({ dataFolder }: DataConfig): (folder: string) => Promise<string[]> {
  return async (folder) => {
    const command = [...ownCommand(), "model", "checker", "--data", dataFolder];
    const checker = openChecker({ command });
    try {
      const { rewritten, warnings } = await checker.check(folder);
      return [...(rewritten === null ? [] : [rewritten]), ...warnings];
    } finally {
      await checker.close();
    }
  };
}

/** Installs a bundle that was copied into the library, by a process of its own: it may be hostile. */
async function installFolder({ dataFolder }: DataConfig, path: string): Promise<void> {
  const command = ["model", "install", path, "--by-folder", "--data", dataFolder, "--json"];
  const child = Bun.spawn([...ownCommand(), ...command], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const error = await child.stderr.text();
  if ((await child.exited) !== 0) throw new Error(error.replace(/^booking-risk: /, "").trim());
}

/** The command of a replay, which runs in a process of its own so that it slows no request. */
function replayCommandOf({ dataFolder }: DataConfig): string[] {
  return [...ownCommand(), "model", "replay", "--data", dataFolder];
}

/** A new link at each start, which replaces the one before, until an account exists. */
async function firstOwnerLink(store: Store, url: URL): Promise<string | null> {
  if ((await store.accounts.list()).length > 0) return null;
  const wanted = { purpose: "first-owner", email: null, role: "owner", projectId: null } as const;
  const deps = { store, now: Date.now };
  const { token } = await createLink(deps, { name: "service" }, wanted);
  const reachable = new URL(url);
  if (["0.0.0.0", "[::]"].includes(reachable.hostname)) reachable.hostname = "localhost";
  return linkUrl(reachable, token);
}

/** Starts the service and resolves once it accepts requests. */
export async function startService(config: ServeConfig): Promise<Service> {
  const now = Date.now;
  const { breachedPasswords: list } = config;
  const breachedPasswords = list === null ? null : await openBreachedPasswords(list);
  const metrics = createMetrics(() => models);
  const clock = startClockMonitor(metrics);
  await warnOfClock(config);
  const index = indexMonitor({ now, log, count: metrics.indexFailed });
  const store = await openStore(config, index, config);
  const lock = servingLock(config.dataFolder);
  warnIfShared(lock, config);
  const library = openModels(config, store);
  const [models, openApi, geoip] = await Promise.all([
    startModelService(config, library, metrics),
    openApiDocument(),
    openDatabases(config.ipDatabases),
  ]);
  await store.decisions.putFeatureSet({ id: featureSetId, names: JSON.stringify(featureNames) });
  const drift = startDriftMonitor(store, metrics);
  const responseTimes = responseTimeMonitor(() => metrics.responseTimes("/v1/risk"), now);
  const authenticator = createAuthenticator(store, now);
  const copies = () => store.copies?.() ?? 1;
  const limits = limitsOfTelemetry(config, { copies, quotas: store.quotas });
  const replays = replayRuns(replayCommandOf(config));
  const refused = refusalCounts();
  const refusals = refusalLog(now, refused.add);
  const { take, settled } = intake(store);
  const decide = checkoutDecider({
    store,
    network: geoip.lookup,
    withModel: models.withModel,
    settled,
    now,
    onDecision: notifyObservers(models, drift),
    timed: metrics.decisionTimed,
  });
  const {
    trustedProxies,
    telemetryRetentionDays,
    decisionRetentionDays,
    agents,
    agentAuthorities,
    requireSecondFactor,
  } = config;
  const proxies = proxyWatch(trustedProxies);
  const directories = openDirectories(agents, { now });
  const verifySignature = signatureVerifier({ directories, authorities: agentAuthorities, now });
  const thread = new ReasonsThread(library, nativeFolderOf(config));
  const explainer = openExplainer({ store, thread, now });
  const backups = startBackups(config, lock, metrics);
  const readiness = readinessCheck({
    ...{ store, dataFolder: config.dataFolder, models: models.serving, now },
    warnings: () => [
      ...models.warnings(),
      ...index.warnings(),
      ...clock.warnings(),
      ...sharedFolderWarnings(lock),
      ...proxies.warnings(),
      ...backups.warnings(),
    ],
  });
  metrics.watch({ store, config, refused, ready: readiness.ready });
  const otlp = openOtlp(config.otlp, metrics);
  const deps: ServerDeps = {
    merchant: {
      ...{
        authenticator,
        refusals,
        rateLimit: rateLimiter(config.rateLimit, now, "default", copies),
      },
      tracing: otlp.tracing,
    },
    risk: { decide: withIdempotency({ store, now, decide }), metrics },
    outcome: { store, now, metrics },
    decision: { store, explainer },
    telemetry: {
      ...{ take, authenticator, refusals, limits },
      ...{ verifySignature, now, metrics },
    },
    dashboard: lazyDashboard(
      {
        ...{ store, now, trustedProxies, telemetryRetentionDays, decisionRetentionDays, refusals },
        ...{ answerTimes: responseTimes, explainer, secondFactorEverywhere: requireSecondFactor },
        breachedPasswords,
        knownAgents: directories.agents,
        models: { library, replays, inService: models },
      },
      metrics,
    ),
    metrics,
    ready: readiness.ready,
    isDraining: readiness.isDraining,
    openApi,
    trustedProxies,
    proxies,
    operations: config,
  };
  const { url, operationsUrl, close } = listen(deps, config);
  otlp.start(url);
  const jobs = [
    runEvery(keyUseEveryMs, "key_use", authenticator.flush),
    runEvery(reportEveryMs, "telemetry_quotas", limits.report),
    runEvery(driftEveryMs, "score_drift", drift.check),
    runEvery(sampleEveryMs, "response_times", responseTimes.sample),
    runEvery(agentKeysEveryMs, "agent_keys", directories.refresh, { atOnce: true }),
    startRetention(store, config, metrics),
    runEvery(clockEveryMs, "clock", clock.check),
    runEvery(refusalsEveryMs, "refusals", () => logRefusals(refused)),
    startDecisionRetention(store, config),
    runEvery(retentionEveryMs, "guest_erasures", () => finishInterrupted(store), { atOnce: true }),
    backups,
  ];
  return {
    url,
    operationsUrl,
    ownerLink: await firstOwnerLink(store, operationsUrl ?? url),
    async stop() {
      readiness.drain();
      await Promise.all([Bun.sleep(config.drainS * 1000), ...jobs.map((job) => job.stop())]);
      await close();
      await Promise.all([replays.stop(), otlp.stop()]);
      await limits.report().catch(() => {}); // Then what was used in the last seconds is not counted.
      await authenticator
        .flush()
        .catch((error) => log("warning", "key_use", { reason: `${error}` }));
      explainer.close();
      await models.close();
      await store.close();
      lock.release();
      geoip.close();
    },
  };
}

/** Backups at the interval that is configured, if any. */
function startBackups(
  { backups, dataFolder }: ServeConfig,
  lock: ServingLock,
  metrics: Metrics,
): ScheduledBackups {
  if (!backups) return { warnings: () => [], async stop() {} };
  return scheduleBackups(backups, {
    ...{ command: ownCommand(), dataFolder, ended: metrics.backupEnded, now: Date.now },
    isFirst: () => !lock.isElsewhere(),
  });
}

function startClockMonitor(metrics: Metrics): ClockMonitor {
  return clockMonitor({
    now: Date.now,
    passed: () => performance.now(),
    jumped(jump) {
      metrics.clockJumped(jump);
      log("warning", "clock_jumped", { byMs: jump.byMs });
    },
  });
}

/** Before the service writes anything: velocity and identifiers would go back with the clock. */
async function warnOfClock({ dataFolder }: ServeConfig): Promise<void> {
  const behindMs = await clockBehindMs(dataFolder, Date.now());
  if (behindMs > 0) log("warning", "clock_behind_data", { behindMs });
}

/** A line for each endpoint and code since the last minute: a storm of 401 leaves a trace. */
function logRefusals(refused: RefusalCounts): void {
  for (const one of refused.sinceLast()) log("info", "refused_calls", { ...one });
}

/** Several services on one folder agree on everything that is stored; each has its own limits and caches. */
function warnIfShared(lock: ServingLock, { dataFolder }: ServeConfig): void {
  if (lock.isElsewhere()) log("warning", "data_folder_shared", { dataFolder });
}

const sharedFolderWarnings = (lock: ServingLock): string[] =>
  lock.isElsewhere()
    ? [
        "another service uses this data folder too, with limits and caches of its own: stop one of " +
          "them unless both are wanted",
      ]
    : [];

/** Passes each decision to the shadow models and to the drift monitor. */
function notifyObservers(
  models: ModelService,
  drift: ScoreMonitor,
): NonNullable<CheckoutDeps["onDecision"]> {
  return (decision, features) => {
    models.note(decision, features);
    drift.decided(decision.projectId, modelScoreOf(decision));
  };
}

interface Listening {
  url: URL;
  operationsUrl: URL | null;
  /** Answers the requests in flight and closes. */
  close(): Promise<void>;
}

/** Listens on the public port, and on that of operations where there is one. */
function listen(deps: ServerDeps, { host, port, operations }: ServeConfig): Listening {
  const open = (part: ListenerPart, hostname: string, port: number) => {
    const app = createServer(deps, part);
    app.listen({
      ...{ hostname, port },
      reusePort: false, // So that a second service on the same port fails with EADDRINUSE.
      idleTimeout: idleTimeoutS,
    });
    return app.server!;
  };
  const own = operations && open("operations", operations.host, operations.port);
  const server = open(own ? "public" : "all", host, port);
  return {
    url: server.url,
    operationsUrl: own?.url ?? null,
    async close() {
      await stopServer(server);
      if (own) await stopServer(own); // Last, so that monitoring sees the end.
    },
  };
}

/** Answers what was accepted. Bun closes an idle connection only if it is told to. */
async function stopServer(server: Server<unknown>): Promise<void> {
  const stopped = server.stop();
  while (server.pendingRequests > 0) await Bun.sleep(5);
  await Promise.all([stopped, server.stop(true)]);
}

function startModelService(
  config: ServeConfig,
  library: Library,
  metrics: Metrics,
): Promise<ModelService> {
  return startModels({
    library,
    nativeFolder: nativeFolderOf(config),
    onScale,
    now: Date.now,
    installFolder: ({ path }) => installFolder(config, path),
    swapped: metrics.modelSwapped,
    count: metrics.shadowScored,
  });
}

function startDriftMonitor(store: Store, metrics: Metrics) {
  return scoreMonitor({
    referenceOf: scoreReferences(store, Date.now),
    measured: metrics.scoreStability,
    warn: (projectId, stability, level) =>
      log("warning", "score_drift", { projectId, stability, level }),
  });
}

function limitsOfTelemetry(config: ServeConfig, shared: CopiesDeps): TelemetryLimits {
  const assertSpace = spaceGuard(config.dataFolder, config.telemetryFreeSpaceMib, Date.now);
  return telemetryLimits(config, Date.now, assertSpace, shared);
}

/** The dashboard's API, loaded with its first request. */
function lazyDashboard(deps: DashboardDeps, metrics: Metrics) {
  let opened: Promise<DashboardHandler> | null = null;
  const open = async () => (await import("./dashboard-api/api.ts")).openDashboard(deps);
  return async (request: Request, peer: string): Promise<Response> => {
    opened ??= open();
    opened.catch(() => {
      opened = null; // The next request tries again.
    });
    const response = await (await opened)(request, peer);
    countSignIn(request, response.status, metrics);
    return response;
  };
}

/** The paths of the steps of signing in. */
const signInSteps = {
  [`${apiPath}/session`]: "password",
  [`${apiPath}/session/second-factor`]: "code",
} as const;

function countSignIn({ method, url }: Request, status: number, metrics: Metrics): void {
  if (method !== "POST") return;
  const path = new URL(url).pathname;
  if (!Object.hasOwn(signInSteps, path)) return;
  const step = signInSteps[path as keyof typeof signInSteps];
  if (status === 200) metrics.signedIn(step, "succeeded");
  else metrics.signedIn(step, status === 429 ? "limited" : "failed");
}

/** Removes guests' data of decisions whose retention has ended, now and every 10 minutes. */
function startDecisionRetention(store: Store, { decisionRetentionDays: days }: ServeConfig) {
  let stopped = false;
  const endDue = decisionRetention(store, { days, now: Date.now, stopped: () => stopped });
  const job = runEvery(
    retentionEveryMs,
    "decision_retention",
    async () => {
      for (const { days: olderThanDays, ...ended } of await endDue()) {
        log("info", "decisions_blanked", { ...ended, olderThanDays });
      }
    },
    { atOnce: true },
  );
  return {
    async stop() {
      stopped = true;
      await job.stop();
    },
  };
}

/** Erasures of guests that were interrupted. */
async function finishInterrupted(store: Store): Promise<void> {
  for (const { erasureId, projectId } of await finishErasures({ store, now: Date.now })) {
    log("info", "guest_erased", { erasureId, projectId });
  }
}

/** Deletes telemetry when its retention has ended, now and every 10 minutes. */
function startRetention(
  store: Store,
  { telemetryRetentionDays: days }: ServeConfig,
  metrics: Metrics,
) {
  let stopped = false;
  const deleteExpired = retention(store, { days, now: Date.now, stopped: () => stopped });
  const job = runEvery(
    retentionEveryMs,
    "telemetry_retention",
    async () => {
      for (const { days: olderThanDays, ...deleted } of await deleteExpired()) {
        metrics.telemetryDeleted(deleted);
        log("info", "telemetry_deleted", { ...deleted, olderThanDays });
      }
    },
    { atOnce: true },
  );
  return {
    async stop() {
      stopped = true;
      await job.stop();
    },
  };
}
