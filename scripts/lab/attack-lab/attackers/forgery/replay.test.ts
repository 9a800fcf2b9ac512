import { expect, test } from "bun:test";
import type {
  TelemetryBatch,
  TelemetryEvent,
} from "../../../../../src/attempt/telemetry/protocol.ts";
import { ownScript } from "../../../../demo/hotel/server.ts";
import type { Visit } from "../../kind.ts";
import { peopleOf } from "../../people.ts";
import { startProxy } from "../../proxy.ts";
import { recordVisit, replayVisit } from "./replay.ts";

const page = (at: number, number: number, path: string): TelemetryEvent => ({
  kind: "page",
  at,
  page: number,
  path,
  referrerHost: "",
  navigation: "navigate",
});

const batchOf = (sequence: number, event: TelemetryEvent): TelemetryBatch => ({
  key: "pk_1",
  collectionId: "col_recorded1",
  sequence,
  startedAt: 1000,
  sentAt: 1000 + event.at,
  sdkVersion: "1",
  ...(sequence === 0 && { device: { deviceId: "dev_recorded1", cores: 4 } }),
  events: [event],
});

test("a recorded visit is sent again up to its booking, as a new visit on another device", async () => {
  const received: { headers: Headers; batch: TelemetryBatch }[] = [];
  const hotel = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () => new Response("a page"),
    routes: {
      [ownScript.batchPath]: async (request: Request) => {
        received.push({
          headers: request.headers,
          batch: (await request.json()) as TelemetryBatch,
        });
        return new Response(null, { status: 204 });
      },
    },
  });
  const site = `http://127.0.0.1:${hotel.port}`;
  const next = peopleOf("replay");
  const [person, other] = [next(), next()];
  const proxy = await startProxy(other.ip, [site]);
  try {
    const visit = { site, service: site, person } as Visit;
    const paths = ["/", "/checkout", "/bookings/1"];
    const recording = await recordVisit(visit, async (recorded) => {
      await fetch(`${site}/`, { proxy: recorded.proxy });
      for (const [number, path] of paths.entries()) {
        await fetch(site + ownScript.batchPath, {
          method: "POST",
          proxy: recorded.proxy,
          headers: { "User-Agent": "Recorded/1" },
          body: JSON.stringify(batchOf(number, page(number, number, path))),
        });
      }
    });
    const own = { collectionId: "col_replayed1", deviceId: "dev_replayed1" };
    const change = (event: TelemetryEvent) => ({ ...event, at: event.at + 7 });
    await replayVisit(recording, { proxy: proxy.url, ...own, change });
    const again = received.slice(paths.length);
    expect(again.map(({ batch }) => batch.events)).toEqual([
      [page(7, 0, "/")],
      [page(8, 1, "/checkout")],
    ]);
    const [first, second] = again.map(({ batch }) => batch);
    expect(first).toMatchObject({
      collectionId: own.collectionId,
      device: { deviceId: own.deviceId, cores: 4 },
    });
    expect(second!.device).toBeUndefined();
    expect(second!.sentAt - second!.startedAt).toBe(1);
    // By the time that has passed since the recording.
    const later = first!.startedAt - 1000;
    expect(later).toBeGreaterThan(0);
    expect(later).toBeLessThanOrEqual(Date.now() - recording[0]!.at);
    for (const { headers } of again) {
      expect(headers.get("user-agent")).toBe("Recorded/1");
      expect(headers.get("x-forwarded-for")).toBe(other.ip);
    }
  } finally {
    await proxy.stop();
    await hotel.stop(true);
  }
});
