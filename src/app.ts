/** Wires storage, model and HTTP together: the only file that knows everybody. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import defaultManifest from "../models/default/manifest.json" with { type: "file" };
import defaultModel from "../models/default/model.onnx" with { type: "file" };
import type { DataConfig, ServeConfig } from "./config.ts";
import { featureNames, featureSetId } from "./features/index.ts";
import { keyUse } from "./http/authenticate.ts";
import { createMetrics } from "./http/metrics.ts";
import { openApiDocument } from "./http/openapi.ts";
import { rateLimiter } from "./http/rate-limit.ts";
import { createServer } from "./http/server.ts";
import { log } from "./log.ts";
import { readBundle } from "./model/bundle.ts";
import { createModel, type Model } from "./model/model.ts";
import { setNativeFolder } from "./model/native-folder.ts";
import { openDatabases } from "./network/databases.ts";
import { assessor } from "./risk/assess.ts";
import { idempotent } from "./risk/idempotency.ts";
import { openSqliteStore } from "./storage/sqlite/sqlite-store.ts";
import type { Store } from "./storage/store.ts";
import { intake } from "./telemetry/intake.ts";

/** How often the last use of keys is written down, ms. */
const keyUseFlushMs = 10_000;
/** Seconds that an idle connection is kept; above the usual 60 of a proxy before the service. */
const idleTimeoutS = 75;

export interface Service {
  url: URL;
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

/** The model that comes with the product, checked. */
export async function openDefaultModel({ dataFolder }: DataConfig): Promise<Model> {
  setNativeFolder(join(dataFolder, "runtime"));
  const [model, manifest] = await Promise.all([
    readFile(defaultModel),
    readFile(defaultManifest as unknown as string),
  ]);
  return createModel(await readBundle({ model, manifest }, featureNames), featureNames);
}

/** Starts the service and resolves once it takes requests. */
export async function startService(config: ServeConfig): Promise<Service> {
  const store = await openStore(config, true);
  const [model, openApi, networks] = await Promise.all([
    openDefaultModel(config),
    openApiDocument(),
    openDatabases(config.ipDatabases),
  ]);
  await store.decisions.putFeatureSet({ id: featureSetId, names: JSON.stringify(featureNames) });

  const now = Date.now;
  const uses = keyUse(store, now);
  const metrics = createMetrics();
  const { take, settled } = intake(store);
  const assess = assessor({ store, scorer: () => model, network: networks.lookup, now, settled });
  const call = { store, keyUse: uses, limit: rateLimiter(config.rateLimit, now) };
  const app = createServer({
    risk: { ...call, decide: idempotent({ store, now, assess }), metrics },
    outcome: { ...call, now },
    telemetry: {
      store,
      take,
      keyUse: uses,
      limit: rateLimiter(config.telemetryRateLimit, now),
      now,
    },
    metrics,
    ready: () => store.check(),
    openApi,
    trustedProxies: config.trustedProxies,
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
  return {
    url: app.server!.url,
    async stop() {
      clearInterval(timer);
      await app.server!.stop();
      await flush();
      await store.close();
      await model.close();
      networks.close();
    },
  };
}
