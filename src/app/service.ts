/** The service, put together of every module: what it opens, what answers, what runs at intervals, and how it stops. */
import { isDeepStrictEqual } from "node:util";
import { openDatabases } from "../attempt/geoip/databases.ts";
import { intake } from "../attempt/telemetry/intake.ts";
import { proxyWatch } from "../base/client-address.ts";
import {
  type ClockMonitor,
  type ClockTrust,
  clockBehindMs,
  clockMonitor,
  clockTrust,
} from "../base/clock-monitor.ts";
import { ownCommand } from "../base/executable.ts";
import { log } from "../base/log.ts";
import type { Job } from "../base/periodic.ts";
import type { AlertDeps } from "../evaluation/drift/alerts.ts";
import { partyWeight } from "../evaluation/drift/past.ts";
import { sampledDrift } from "../evaluation/drift/sampled-drift.ts";
import {
  type ScoreMonitor,
  scoreMonitor,
  scoresOfPast,
} from "../evaluation/drift/score-monitor.ts";
import { AnswerPace } from "../http/admission/answer-pace.ts";
import { createAuthenticator } from "../http/admission/authenticate.ts";
import { rateLimiter } from "../http/admission/rate-limit.ts";
import { refusalLog } from "../http/admission/refusals.ts";
import {
  type CopiesDeps,
  spaceGuard,
  type TelemetryLimits,
  telemetryLimits,
} from "../http/admission/telemetry-limits.ts";
import { openDirectories } from "../http/agents/directories.ts";
import { signatureVerifier } from "../http/agents/verifier.ts";
import type { DashboardDeps } from "../http/dashboard-api/api.ts";
import { createMetrics, type Metrics } from "../http/monitoring/metrics.ts";
import { readinessCheck } from "../http/monitoring/readiness.ts";
import { refusalCounts } from "../http/monitoring/refusal-counts.ts";
import { responseTimeMonitor } from "../http/monitoring/response-times.ts";
import { openApiDocument } from "../http/openapi/openapi.ts";
import { openOtlp } from "../http/otlp/otlp.ts";
import type { ServerDeps } from "../http/server.ts";
import { type Certificate, certificateWarnings, readCertificate } from "../http/tls-certificate.ts";
import { openExplainer } from "../model/reasons/explainer/explainer.ts";
import { ReasonsThread } from "../model/reasons/explainer/thread-client.ts";
import { calibrationWatch } from "../model/registry/calibration-watch.ts";
import { type ChallengeMonitor, challengeMonitor } from "../model/registry/challenge-monitor.ts";
import type { Library } from "../model/registry/library.ts";
import { fullName } from "../model/registry/model-name.ts";
import { type ModelService, startModels } from "../model/registry/model-service.ts";
import { replayRuns } from "../model/registry/replay-runs.ts";
import { openBreachedPasswords } from "../projects/accounts/breached-passwords.ts";
import { createLink, linkUrl } from "../projects/accounts/link.ts";
import { keptConnections } from "../projects/webhooks/connections.ts";
import { type Dispatcher, webhookDispatcher } from "../projects/webhooks/dispatcher.ts";
import { send } from "../projects/webhooks/send.ts";
import { modelScoreOf, onScale } from "../risk/base-rate.ts";
import { isByChallenger } from "../risk/challenge.ts";
import { type CheckoutDeps, checkoutDecider } from "../risk/decide.ts";
import { putFeatureSet } from "../risk/feature-sets.ts";
import { withIdempotency } from "../risk/idempotency.ts";
import { listedIdentities } from "../risk/listed-identities.ts";
import { type ScheduledBackups, scheduleBackups } from "../storage/backup/schedule.ts";
import { indexMonitor } from "../storage/port/index-monitor.ts";
import { integrityMonitor } from "../storage/port/integrity-monitor.ts";
import type { Store } from "../storage/port/store.ts";
import { databaseName } from "../storage/postgres/hosts.ts";
import { markCopy } from "../storage/sqlite/moved-folder.ts";
import { type ServingLock, servingLock } from "../storage/sqlite/serving-lock.ts";
import type { ServeConfig } from "./config/config.ts";
import type { DataConfig } from "./config/data.ts";
import { lazyDashboard } from "./dashboard.ts";
import { startJobs } from "./jobs.ts";
import { type Listening, listen } from "./listen.ts";
import { bundleCheck, nativeFolderOf, openModels, openStore } from "./open.ts";

export interface Service {
  url: URL;
  /** Of `--ops-port`; null where the dashboard is on the public port. */
  operationsUrl: URL | null;
  /** The link with which the first owner's account is created; null where there is an account. */
  ownerLink: string | null;
  /**
   * Takes this token for the metrics, and reads the files of the certificate again; where they cannot be used,
   * nothing changes. @throws UnusableCertificate
   */
  reload(metricsToken: string | null): void;
  /** Answers the requests in flight, writes what is pending, and closes. */
  stop(): Promise<void>;
}

/** Starts the service and resolves once it accepts requests. */
export async function startService(config: ServeConfig): Promise<Service> {
  const opened = await open(config);
  const parts = assemble(config, opened);
  const listening = listen(serverDeps(config, opened, parts), config, opened.files.certificate);
  const { url, operationsUrl } = listening;
  parts.otlp.start(url);
  const jobs = [
    ...startJobs(config, {
      ...opened,
      refused: parts.refused,
      writeKeyUse: parts.authenticator.flush,
      reportQuotas: parts.limits.report,
      checkDrift: parts.drift.check,
      alerts: alertDeps(opened),
      sampleResponseTimes: parts.responseTimes.sample,
      readAgentKeys: parts.directories.refresh,
      checkClock: opened.clock.check,
      integrity: parts.integrity,
      webhooks: parts.webhooks,
      challenges: parts.challenges,
    }),
    parts.backups,
  ];
  return {
    url,
    operationsUrl,
    ownerLink: await firstOwnerLink(opened.store, operationsUrl ?? url),
    reload: (metricsToken) => reload(config, { opened, parts, listening }, metricsToken),
    stop: () => stop(config, { opened, parts, listening, jobs }),
  };
}

/** What `reload` replaces. */
interface FromFiles {
  metricsToken: string | null;
  certificate: Certificate | null;
}

type Opened = Awaited<ReturnType<typeof open>>;
type Parts = ReturnType<typeof assemble>;

/** What has to be there before anything is answered: the store, the models, and files of the operator's. */
async function open(config: ServeConfig) {
  const { breachedPasswords: list, metricsToken } = config;
  const files: FromFiles = { metricsToken, certificate: config.tls && readCertificate(config.tls) };
  const breachedPasswords = list === null ? null : await openBreachedPasswords(list);
  const metrics = createMetrics(() => models);
  const clock = startClockMonitor(metrics);
  const clockTrust = await warnOfClock(config);
  const index = indexMonitor({ now: Date.now, log, count: metrics.indexFailed });
  const store = await openStore(config, index, config);
  if (config.databaseUrl) {
    markCopy(config.dataFolder, databaseName(config.databaseUrl), Date.now());
  }
  const lost = store.lostRows();
  if (lost !== null) log("error", "rows_lost", { ...lost });
  const lock = servingLock(config.dataFolder);
  warnIfShared(lock, config);
  const library = openModels(config, store);
  const [models, openApi, geoip] = await Promise.all([
    startModelService(config, library, metrics),
    openApiDocument(),
    openDatabases(config.ipDatabases),
  ]);
  const lists = listedIdentities(store);
  await lists.load();
  await putFeatureSet(store);
  return {
    files,
    breachedPasswords,
    metrics,
    clock,
    clockTrust,
    index,
    store,
    lock,
    library,
    models,
    openApi,
    geoip,
    lists,
  };
}

/** What requests are answered with, and what watches the service. */
function assemble(config: ServeConfig, opened: Opened) {
  const now = Date.now;
  const { store, metrics, library, lock } = opened;
  const drift = startDriftMonitor(store, metrics);
  const responseTimes = responseTimeMonitor(() => metrics.responseTimes("/v1/risk"), now);
  const authenticator = createAuthenticator(store, now);
  const copies = () => store.shared?.copies() ?? 1;
  const limits = limitsOfTelemetry(config, { copies, quotas: store.shared?.quotas });
  const replays = replayRuns(replayCommandOf(config));
  const refused = refusalCounts();
  const pace = new AnswerPace();
  const refusals = refusalLog(now, refused.add);
  const proxies = proxyWatch(config.trustedProxies);
  const directories = openDirectories(config.agents, { now });
  const thread = new ReasonsThread(library, nativeFolderOf(config));
  const explainer = openExplainer({ store, thread, now });
  const backups = startBackups(config, lock, metrics);
  const webhooks = startWebhooks(config, store, metrics);
  const challenges = startChallengeMonitor(store, opened.models.hasChallenges);
  const calibrations = calibrationWatch({ library, now });
  const integrity = integrityMonitor({ store, passed: () => performance.now(), log });
  const readiness = readinessOf(config, opened, [proxies, backups, integrity]);
  const certificate = () => opened.files.certificate;
  metrics.watch({ store, integrity, config, refused, certificate, ready: readiness.ready });
  const otlp = openOtlp(config.otlp, metrics);
  return {
    drift,
    responseTimes,
    authenticator,
    copies,
    limits,
    replays,
    refused,
    refusals,
    pace,
    proxies,
    directories,
    explainer,
    backups,
    integrity,
    readiness,
    otlp,
    webhooks,
    challenges,
    calibrations,
  };
}

function readinessOf(
  { dataFolder }: ServeConfig,
  { files, store, models, index, clock, clockTrust, lock }: Opened,
  others: readonly { warnings: () => readonly string[] }[],
) {
  return readinessCheck({
    store,
    dataFolder,
    models: models.serving,
    now: Date.now,
    warnings: () => [
      ...models.warnings(),
      ...index.warnings(),
      ...clock.warnings(),
      ...(clockTrust?.warnings() ?? []),
      ...sharedFolderWarnings(lock),
      ...certificateWarnings(files.certificate, Date.now()),
      ...others.flatMap(({ warnings }) => warnings()),
    ],
  });
}

function serverDeps(config: ServeConfig, opened: Opened, parts: Parts): ServerDeps {
  const now = Date.now;
  const { store, metrics, models, openApi } = opened;
  const { authenticator, refusals, limits, copies, readiness, explainer, drift, proxies, pace } =
    parts;
  const { trustedProxies, allowedHosts, agentAuthorities: authorities } = config;
  const { take, settled } = intake(store);
  const decide = checkoutDecider({
    store,
    now,
    settled,
    network: opened.geoip.lookup,
    lists: opened.lists,
    withModel: models.withModel,
    challengeOf: models.challengeOf,
    onDecision: notifyObservers(models, drift),
    timed: metrics.decisionTimed,
  });
  const rateLimit = rateLimiter(config.rateLimit, now, "default", copies);
  const verifySignature = signatureVerifier({ directories: parts.directories, authorities, now });
  return {
    merchant: { authenticator, refusals, rateLimit, pace, tracing: parts.otlp.tracing },
    risk: { decide: withIdempotency({ store, now, decide }), metrics },
    outcome: { store, now, metrics },
    lists: { store, now },
    decision: { store, explainer },
    telemetry: { take, authenticator, refusals, limits, verifySignature, now, metrics },
    dashboard: lazyDashboard(dashboardDeps(config, opened, parts), metrics),
    metrics,
    openApi,
    trustedProxies,
    proxies,
    pace,
    ready: readiness.ready,
    isDraining: readiness.isDraining,
    operations: {
      trustedProxies,
      allowedHosts,
      get metricsToken() {
        return opened.files.metricsToken;
      },
    },
  };
}

function dashboardDeps(
  config: ServeConfig,
  { store, library, models, breachedPasswords }: Opened,
  parts: Parts,
): DashboardDeps {
  const { trustedProxies, telemetryRetentionDays, decisionRetentionDays } = config;
  const { refusals, pace, responseTimes, explainer, directories } = parts;
  const { replays, challenges, calibrations } = parts;
  return {
    store,
    now: Date.now,
    refusals,
    pace,
    explainer,
    breachedPasswords,
    trustedProxies,
    telemetryRetentionDays,
    decisionRetentionDays,
    answerTimes: responseTimes,
    secondFactorEverywhere: config.requireSecondFactor,
    knownAgents: directories.agents,
    models: {
      library,
      replays,
      challenges,
      calibrations,
      inService: models,
      check: bundleCheck(config),
    },
  };
}

function reload(
  { tls }: ServeConfig,
  { opened, parts, listening }: { opened: Opened; parts: Parts; listening: Listening },
  metricsToken: string | null,
): void {
  if (parts.readiness.isDraining()) throw new Error("the service is stopping");
  const { files } = opened;
  const certificate = tls && readCertificate(tls);
  // Connections need not end for a certificate that they have.
  if (certificate !== null && !isDeepStrictEqual(certificate, files.certificate)) {
    listening.replaceCertificate(certificate);
  }
  Object.assign(files, { metricsToken, certificate });
}

/** Answers what was accepted, writes what is pending, and closes. */
async function stop(
  { drainS }: ServeConfig,
  running: { opened: Opened; parts: Parts; listening: Listening; jobs: readonly Job[] },
): Promise<void> {
  const { opened, parts, listening, jobs } = running;
  parts.readiness.drain();
  await Promise.all([Bun.sleep(drainS * 1000), ...jobs.map((job) => job.stop())]);
  await listening.close();
  await Promise.all([parts.replays.stop(), parts.otlp.stop()]);
  await parts.limits.report().catch(() => {}); // Then what was used in the last seconds is not counted.
  await parts.authenticator
    .flush()
    .catch((error) => log("warning", "key_use", { reason: `${error}` }));
  parts.explainer.close();
  await opened.models.close();
  await opened.store.close();
  opened.lock.release();
  opened.geoip.close();
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

/** Installs a bundle that was copied into the library, by a process of its own: it may be hostile. */
async function installFolder({ dataFolder }: DataConfig, path: string): Promise<void> {
  const command = ["model", "install", path, "--by-folder", "--data", dataFolder, "--json"];
  const child = Bun.spawn([...ownCommand(), ...command], {
    stdio: ["ignore", "ignore", "pipe"],
    env: process.env,
  });
  const error = await child.stderr.text();
  if ((await child.exited) !== 0) throw new Error(error.replace(/^booking-risk: /, "").trim());
}

/** The command of a replay, which runs in a process of its own so that it slows no request. */
function replayCommandOf({ dataFolder }: DataConfig): string[] {
  return [...ownCommand(), "model", "replay", "--data", dataFolder];
}

/** Backups at the interval that is configured, if any. */
function startBackups(
  { backups, dataFolder }: ServeConfig,
  lock: ServingLock,
  metrics: Metrics,
): ScheduledBackups {
  if (!backups) return { warnings: () => [], async stop() {} };
  return scheduleBackups(backups, {
    command: ownCommand(),
    dataFolder,
    ended: metrics.backupEnded,
    now: Date.now,
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

/**
 * Before the service writes anything: velocity and identifiers would go back with the clock.
 * @returns whether retention may go by it; null where it goes by a database's.
 */
async function warnOfClock({ dataFolder, databaseUrl }: ServeConfig): Promise<ClockTrust | null> {
  const behindMs = await clockBehindMs(dataFolder, Date.now());
  if (behindMs > 0) log("warning", "clock_behind_data", { behindMs });
  if (databaseUrl) return null;
  return clockTrust({
    dataFolder,
    now: Date.now,
    passed: () => performance.now(),
    farAhead: (ms) => log("warning", "clock_far_ahead", { aheadMs: Math.round(ms) }),
  });
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

function startWebhooks(
  { webhookNetworks: allowed }: ServeConfig,
  store: Store,
  metrics: Metrics,
): Dispatcher {
  const connections = keptConnections();
  const dispatcher = webhookDispatcher({
    store,
    now: Date.now,
    attempted: metrics.webhookAttempted,
    send: (sending, stopped) => send(sending, { allowed, connections }, stopped),
  });
  return {
    ...dispatcher,
    async stop() {
      await dispatcher.stop();
      connections.close();
    },
  };
}

/** Passes each decision to the shadow models and to the drift monitor. */
function notifyObservers(
  models: ModelService,
  drift: ScoreMonitor,
): NonNullable<CheckoutDeps["onDecision"]> {
  return (decision, features) => {
    // Neither what a shadow model is compared with, nor scores of the active model.
    if (decision.challenge !== null && isByChallenger(decision)) return;
    models.note(decision, features);
    const row = { score: modelScoreOf(decision), weight: partyWeight(features) };
    drift.decided(decision.projectId, row, decision.modelSha256);
  };
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

function startChallengeMonitor(store: Store, hasChallenges: () => boolean): ChallengeMonitor {
  return challengeMonitor({
    store,
    hasChallenges,
    now: Date.now,
    passed: () => performance.now(),
    ended: (challenge, because) => {
      const { id, projectId } = challenge;
      log("info", "challenge_ended", { id, projectId, model: fullName(challenge), because });
    },
  });
}

function startDriftMonitor(store: Store, metrics: Metrics) {
  return scoreMonitor({
    pastOf: scoresOfPast(store, Date.now),
    measured: metrics.scoreStability,
    warn: (projectId, stability, level) =>
      log("warning", "score_drift", { projectId, stability, level }),
  });
}

function alertDeps({ store, models }: Opened): AlertDeps {
  const deps = { store, now: Date.now };
  return {
    ...deps,
    driftOf: sampledDrift({ ...deps, withModel: models.withModel }),
    found: (alert) => log("warning", "alert", alert),
  };
}

function limitsOfTelemetry(config: ServeConfig, shared: CopiesDeps): TelemetryLimits {
  const assertSpace = spaceGuard(config.dataFolder, config.telemetryFreeSpaceMib, Date.now);
  return telemetryLimits(config, Date.now, assertSpace, shared);
}
