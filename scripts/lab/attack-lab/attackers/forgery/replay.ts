/** Records the batches that the script sends in a real visit, and sends them again. */
import type {
  TelemetryBatch,
  TelemetryEvent,
} from "../../../../../src/attempt/telemetry/protocol.ts";
import { ownScript } from "../../../../demo/hotel/server.ts";
import type { Visit } from "../../kind.ts";
import { type SeenRequest, startProxy } from "../../proxy.ts";
import { postBatch } from "./batches.ts";

export interface RecordedBatch {
  url: string;
  headers: Record<string, string>;
  batch: TelemetryBatch;
  /** When it was sent, Unix ms. */
  at: number;
}

/** Headers that belong to the connection or that the client of the replay sets itself. */
const ownHeaders = ["host", "connection", "proxy-connection", "content-length", "accept-encoding"];

/**
 * @param make makes the visit with the connection that it is given.
 * @returns its batches up to the booking. @throws Error where it fails or sends none.
 */
export async function recordVisit(
  visit: Visit,
  make: (recorded: Visit) => Promise<void>,
): Promise<RecordedBatch[]> {
  const { person, site, service } = visit;
  const batches: RecordedBatch[] = [];
  const proxy = await startProxy(person.ip, [site, service], (request) => {
    const isBatch = request.method === "POST" && request.url.pathname === ownScript.batchPath;
    if (isBatch) batches.push(recordedBatch(request));
  });
  try {
    await make({ ...visit, proxy: proxy.url });
  } finally {
    await proxy.stop();
  }
  const booked = batches.findIndex(({ batch }) => batch.events.some(isResultPage));
  const recording = booked < 0 ? batches : batches.slice(0, booked);
  if (recording.length === 0) throw new Error("the script sent no batch");
  return recording;
}

function recordedBatch({ url, headers, body, at }: SeenRequest): RecordedBatch {
  const sent = Object.entries(headers).filter(([name]) => !ownHeaders.includes(name));
  return {
    url: url.href,
    headers: Object.fromEntries(sent.map(([name, value]) => [name, String(value)])),
    batch: JSON.parse(body) as TelemetryBatch,
    at,
  };
}

const isResultPage = (event: TelemetryEvent) =>
  event.kind === "page" && event.path.startsWith("/bookings/");

interface Replay {
  proxy: string;
  collectionId: string;
  deviceId: string;
  /** Changes each event; absent: they are sent as they were recorded. */
  change?: ((event: TelemetryEvent) => TelemetryEvent) | undefined;
}

/** Sends the batches again with the same intervals, as a visit that starts now on another device. */
export async function replayVisit(
  recording: readonly RecordedBatch[],
  { proxy, collectionId, deviceId, change = (event) => event }: Replay,
): Promise<void> {
  const later = Date.now() - recording[0]!.at;
  for (const { url, headers, batch, at } of recording) {
    await Bun.sleep(Math.max(0, at + later - Date.now()));
    const again = {
      ...batch,
      collectionId,
      startedAt: batch.startedAt + later,
      sentAt: batch.sentAt + later,
      ...(batch.device && { device: { ...batch.device, deviceId } }),
      events: batch.events.map((event) => change(event)),
    };
    await postBatch(url, again, { proxy, headers });
  }
}
