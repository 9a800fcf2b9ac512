/** Wires storage, model and HTTP together: the only file that knows everybody. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import defaultCard from "../models/default/CARD.md" with { type: "file" };
import defaultManifest from "../models/default/manifest.json" with { type: "file" };
import defaultModel from "../models/default/model.onnx" with { type: "file" };
import { linkUrl, makeLink } from "./accounts/link.ts";
import type { DataConfig, ServeConfig } from "./config.ts";
import { replayRuns } from "./dashboard-api/models/replay-runs.ts";
import type { DashboardHandler, DashboardRoom } from "./dashboard-api/open.ts";
import { scoreMonitor } from "./drift/score-monitor.ts";
import { scoreReferences } from "./drift/score-reference.ts";
import { featureNames, featureSetId } from "./features/index.ts";
import { openDatabases } from "./geoip/databases.ts";
import { answerTimesWatch, watchEveryMs } from "./http/answer-times.ts";
import { keyUse } from "./http/authenticate.ts";
import { createMetrics } from "./http/metrics.ts";
import { openApiDocument } from "./http/openapi.ts";
import { rateLimiter } from "./http/rate-limit.ts";
import { refusalLog } from "./http/refusals.ts";
import { createServer } from "./http/server.ts";
import { log } from "./log.ts";
import type { BundleFiles } from "./model/bundle-files.ts";
import { openChecker } from "./model/checker.ts";
import type { Model } from "./model/model.ts";
import { setNativeFolder } from "./model/native-folder.ts";
import { ownCommand } from "./own-command.ts";
import { installBuiltIn } from "./registry/built-in.ts";
import type { ModelInUse } from "./registry/lease.ts";
import { type Library, openBundle, openLibrary } from "./registry/library.ts";
import { startModels } from "./registry/model-service.ts";
import { modelsInService, type Serving } from "./registry/models-in-service.ts";
import { assessor } from "./risk/assess.ts";
import { idempotent } from "./risk/idempotency.ts";
import { riskScoreOf } from "./risk/score.ts";
import { openSqliteStore } from "./storage/sqlite/sqlite-store.ts";
import type { Store } from "./storage/store.ts";
import { intake } from "./telemetry/intake.ts";
import { retention } from "./telemetry/retention.ts";

/** How often the last use of keys is written down, ms. */
const keyUseFlushMs = 10_000;
/** How often a project's newest scores are compared with what they were, ms. */
const driftMs = 60 * 60 * 1000;
/** How often telemetry is deleted whose retention has ended, ms. */
const retentionMs = 10 * 60 * 1000;
/** Seconds that an idle connection is kept; above the usual 60 of a proxy before the service. */
const idleTimeoutS = 75;

export interface Service {
  url: URL;
  /** The link with which somebody becomes the first owner; null where there is one. */
  welcome: string | null;
  /** Answers what is under way, writes what is noted, and closes. */
  stop(): Promise<void>;
}

/**
 * Opens the store of a data folder, creating it where needed.
 * @param indexing keep the history's index up to date meanwhile: for a service.
 */
export function openStore({ dataFolder }: DataConfig, indexing = false): Promise<Store> {
  return openSqliteStore(dataFolder, { indexing });
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

/** The models of a data folder, and the runtime that they need. */
export function openModels(config: DataConfig, store: Store): Library {
  setNativeFolder(nativeFolderOf(config));
  return openLibrary({ folder: join(config.dataFolder, "models"), store, builtIn });
}

/** The model that comes with the product, checked. */
export async function openDefaultModel(config: DataConfig): Promise<Model> {
  setNativeFolder(nativeFolderOf(config));
  return openBundle(await builtIn());
}

/** The model that decides for a project now, to be released; and what it stands in for, if it does. */
export async function openActiveModel(
  config: DataConfig,
  store: Store,
  projectId: string,
): Promise<{ model: ModelInUse; serving: Serving[] }> {
  const library = openModels(config, store);
  await installBuiltIn(library, Date.now());
  const models = modelsInService(library, () => {});
  await models.take(await store.models.roles());
  const model = models.use(projectId);
  models.close();
  return { model, serving: models.serving() };
}

/**
 * Checks bundles in a process of its own.
 * @returns a function that gives what is noticeable, a sentence each.
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

/** Has a bundle in the library's folder installed by a process of its own: it may be hostile. */
async function bringFolder({ dataFolder }: DataConfig, path: string): Promise<void> {
  const command = ["model", "install", path, "--by-folder", "--data", dataFolder, "--json"];
  const child = Bun.spawn([...ownCommand(), ...command], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const error = await child.stderr.text();
  if ((await child.exited) !== 0) throw new Error(error.replace(/^booking-risk: /, "").trim());
}

/** How a replay is run by a process of its own, which is at nobody's way. */
function replayCommandOf({ dataFolder }: DataConfig): string[] {
  return [...ownCommand(), "model", "replay", "--data", dataFolder];
}

/** A new one at each start, in the place of the one before, until somebody used one. */
async function firstOwnerLink(store: Store, url: URL): Promise<string | null> {
  if ((await store.accounts.list()).length > 0) return null;
  const wanted = { email: null, role: "owner", projectId: null, actor: "service" } as const;
  const { token } = await makeLink({ purpose: "first-owner", ...wanted, at: Date.now() }, store);
  const reached = new URL(url);
  if (["0.0.0.0", "[::]"].includes(reached.hostname)) reached.hostname = "localhost";
  return linkUrl(reached, token);
}

/** Starts the service and resolves once it takes requests. */
export async function startService(config: ServeConfig): Promise<Service> {
  const store = await openStore(config, true);
  const { trustedProxies, telemetryRetentionDays } = config;
  const now = Date.now;
  const metrics = createMetrics(() => models);
  const library = openModels(config, store);
  const [models, openApi, networks] = await Promise.all([
    startModels({
      library,
      nativeFolder: nativeFolderOf(config),
      riskScoreOf,
      now,
      bring: ({ path }) => bringFolder(config, path),
      swapped: metrics.swapped,
      count: metrics.shadowed,
    }),
    openApiDocument(),
    openDatabases(config.ipDatabases),
  ]);
  await store.decisions.putFeatureSet({ id: featureSetId, names: JSON.stringify(featureNames) });

  const drift = scoreMonitor({
    referenceOf: scoreReferences(store, now),
    measured: metrics.scoreStability,
    warn: (projectId, stability, level) =>
      log("warning", "score_drift", { projectId, stability, level }),
  });
  const answerTimes = answerTimesWatch(() => metrics.answerTimes("/v1/risk"), now);
  const replays = replayRuns(replayCommandOf(config));
  const uses = keyUse(store, now);
  const refusals = refusalLog(now);
  const { take, settled } = intake(store);
  const assess = assessor({
    store,
    model: models.use,
    decided(decision, features) {
      models.note(decision, features);
      drift.decided(decision.projectId, decision.riskScore);
    },
    network: networks.lookup,
    now,
    settled,
  });
  const limit = rateLimiter(config.rateLimit, now);
  const call = { store, keyUse: uses, limit, refusals };
  const app = createServer({
    risk: { ...call, decide: idempotent({ store, now, assess }), metrics },
    outcome: { ...call, now },
    telemetry: {
      store,
      take,
      keyUse: uses,
      refusals,
      limits: {
        address: rateLimiter(config.telemetryAddressLimit, now, "address"),
        collection: rateLimiter(config.telemetryCollectionLimit, now, "collection"),
        key: rateLimiter(config.telemetryRateLimit, now, "key"),
      },
      now,
    },
    dashboard: lazyDashboard({
      ...{ store, now, trustedProxies, telemetryRetentionDays, answerTimes, refusals },
      models: { library, replays, inService: models },
    }),
    metrics,
    async ready() {
      await store.check();
      return { models: models.serving(), warnings: models.warnings() };
    },
    openApi,
    trustedProxies,
  });
  app.listen({
    hostname: config.host,
    port: config.port,
    reusePort: false, // A second service on the same port is told so.
    idleTimeout: idleTimeoutS,
  });

  const flush = () =>
    uses.flush().catch((error) => log("warning", "key_use", { reason: `${error}` }));
  const timer = setInterval(flush, keyUseFlushMs);
  const compare = () =>
    drift.check().catch((error) => log("warning", "score_drift", { reason: `${error}` }));
  const driftTimer = setInterval(compare, driftMs);
  const timesTimer = setInterval(() => void answerTimes.note(), watchEveryMs);
  const stopForgetting = startForgetting(store, config, metrics.forgotten);
  return {
    url: app.server!.url,
    welcome: await firstOwnerLink(store, app.server!.url),
    async stop() {
      clearInterval(timer);
      clearInterval(driftTimer);
      clearInterval(timesTimer);
      await stopForgetting();
      await app.server!.stop();
      await replays.stop();
      await flush();
      await models.close();
      await store.close();
      networks.close();
    },
  };
}

/** The dashboard's doors, opened by the first who knocks. */
function lazyDashboard(room: DashboardRoom) {
  let opened: Promise<DashboardHandler> | null = null;
  const open = async () => (await import("./dashboard-api/open.ts")).openDashboard(room);
  return async (request: Request, peer: string): Promise<Response> => {
    opened ??= open();
    opened.catch(() => {
      opened = null; // The next who knocks tries again.
    });
    return (await opened)(request, peer);
  };
}

/** Deletes telemetry when its retention has ended, now and from time to time. */
function startForgetting(
  store: Store,
  { telemetryRetentionDays: days }: ServeConfig,
  count: (deleted: { batches: number; collections: number }) => void,
): () => Promise<void> {
  let stopped = false;
  let underWay: Promise<void> | null = null;
  const sweep = retention(store, { days, now: Date.now, stopped: () => stopped });
  const forget = async () => {
    try {
      for (const { days: olderThanDays, ...deleted } of await sweep()) {
        count(deleted);
        log("info", "telemetry_deleted", { ...deleted, olderThanDays });
      }
    } catch (error) {
      log("warning", "telemetry_retention", { reason: `${error}` });
    }
    underWay = null;
  };
  const start = () => {
    underWay ??= forget();
  };
  const timer = setInterval(start, retentionMs);
  start();
  return async () => {
    stopped = true;
    clearInterval(timer);
    await underWay;
  };
}
