/** Sends forged events in batches like the SDK's. */
import manifest from "../../../../../package.json" with { type: "json" };
import type {
  Device,
  TelemetryBatch,
  TelemetryEvent,
} from "../../../../../src/attempt/telemetry/protocol.ts";

interface Options {
  service: string;
  proxy: string;
  key: string;
  collectionId: string;
  device: Device;
  /** Unix ms. */
  startedAt: number;
  headers?: Record<string, string>;
}

/** @returns a function that posts one batch after another and throws where one is refused. */
export function forgedCollection({ service, proxy, key, headers, device, ...own }: Options) {
  let sequence = 0;
  return async function post(events: TelemetryEvent[], withDevice: boolean): Promise<void> {
    const batch: TelemetryBatch = {
      key,
      sdkVersion: manifest.version,
      sentAt: Date.now(),
      collectionId: own.collectionId,
      sequence: sequence++,
      startedAt: own.startedAt,
      ...(withDevice && { device }),
      events,
    };
    const typed = { "Content-Type": "text/plain", ...headers };
    await postBatch(`${service}/sdk/batch`, batch, { proxy, headers: typed });
  };
}

/** @throws Error where the batch is refused. */
export async function postBatch(
  url: string,
  batch: TelemetryBatch,
  { proxy, headers }: { proxy: string; headers: Record<string, string> },
): Promise<void> {
  const body = JSON.stringify(batch);
  const answer = await fetch(url, { method: "POST", proxy, headers, body });
  if (answer.status !== 204) throw new Error(`the batch returned ${answer.status}`);
}
