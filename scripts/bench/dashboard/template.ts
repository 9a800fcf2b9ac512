/** The evidence and features of one real decision, so that generated ones have a realistic size. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { NetworkFacts } from "../../../src/attempt/geoip/facts.ts";
import { readRiskRequest } from "../../../src/attempt/request/risk-request.ts";
import { pastCollectionFacts } from "../../../src/attempt/telemetry/summary.ts";
import { attemptDecider } from "../../../src/risk/decide.ts";
import { pastDecisionOrder } from "../../../src/risk/decision.ts";
import { openSqliteStore } from "../../../src/storage/sqlite/sqlite-store.ts";
import { bookingBodies } from "../bookings.ts";
import type { Template } from "./generated-decisions.ts";

export async function templateOf(): Promise<Template> {
  const folder = mkdtempSync(join(tmpdir(), "booking-risk-template-"));
  const store = await openSqliteStore(folder);
  const project = {
    id: "prj_1",
    name: "P",
    riskSetting: "balanced",
    createdAt: 1,
    archivedAt: null,
    baseRate: null,
  };
  const model = { name: "m", version: "1", sha256: "0", baseRate: null, score: async () => 0.1 };
  const reading = readRiskRequest(JSON.parse(bookingBodies()()));
  if ("issues" in reading) throw new Error("the bench's own booking is refused");
  const collection = pastCollectionFacts({
    deviceId: "dev_000000000001",
    ip: "10.0.0.1",
    userAgent: "Mozilla/5.0 ".repeat(10),
    timezone: "Europe/Lisbon",
    language: "pt-PT",
    screenWidth: 1920,
    screenHeight: 1080,
  });
  const network: NetworkFacts = {
    country: "PT",
    timeZone: "Europe/Lisbon",
    asn: 1,
    kind: "residential",
    anonymous: false,
  };
  const decide = attemptDecider({ store, network: () => network });
  const order = pastDecisionOrder(Date.now(), "0123456789abcdef0123");
  const decision = await decide({
    project,
    model,
    order,
    collection,
    request: reading.request,
    source: "api",
    outcome: null,
  });
  await store.close();
  rmSync(folder, { recursive: true });
  return { evidence: decision.evidence, features: decision.features };
}
