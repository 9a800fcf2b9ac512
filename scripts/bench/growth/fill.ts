/** Fills a data folder with projects and with decisions as the load sends them, indexed. */
import { writeFileSync } from "node:fs";
import { openStore } from "../../../src/app/open.ts";
import { type RiskRequest, readRiskRequest } from "../../../src/attempt/request/risk-request.ts";
import { listLimits } from "../../../src/decisions/lists/limits.ts";
import { addImported, newEntry } from "../../../src/decisions/lists/lists.ts";
import { createKey } from "../../../src/projects/keys.ts";
import { createProject } from "../../../src/projects/projects.ts";
import { pastDecisionOrder } from "../../../src/risk/decision.ts";
import { featureSetId } from "../../../src/risk/features/index.ts";
import { identitiesOf, traitsOf } from "../../../src/risk/velocity/identities.ts";
import { type NewDecision, searchedBy } from "../../../src/storage/port/decisions.ts";
import { sightingOf } from "../../../src/storage/port/sighting.ts";
import type { Store } from "../../../src/storage/port/store.ts";
import { type BookingMix, bookingBodies, botReference } from "../bookings.ts";
import { byModelAlone } from "../by-model-alone.ts";

export interface Content {
  /** All in the first project. */
  decisions: number;
  projects: number;
  bookings: BookingMix;
  /** How long ago the first decision was; the last one was a moment ago. */
  spanMs: number;
  /** Entries of the first project's deny list; the bot is another, if there are any. */
  entries?: number;
}

/** The writer's group; two of them keep it busy. */
const atOnce = 1024;

/** @param keysFile gets a secret key of each project. */
export async function fill(dataFolder: string, keysFile: string, content: Content): Promise<void> {
  const store = await openStore({ dataFolder }, true);
  const projects = await createProjects(store, content.projects);
  writeFileSync(keysFile, projects.map(({ key }) => key).join("\n"));
  const decisionOf = decisions(projects[0]!.projectId, content);
  for (let n = 0; n < content.decisions; n += atOnce) {
    const size = Math.min(atOnce, content.decisions - n);
    const group = Array.from({ length: size }, (_, i) => decisionOf(n + i));
    await Promise.all(group.map(store.decisions.commit));
  }
  await addEntries(store, projects[0]!.projectId, content.entries ?? 0);
  while ((await store.search.backlog()) > 0) await Bun.sleep(100);
  await store.close();
}

/** Addresses that the load does not have, and its bot. */
async function addEntries(store: Store, projectId: string, count: number): Promise<void> {
  const [deps, actor] = [{ store, now: Date.now }, { name: "bench" }];
  const entry = (type: string, value: string) => {
    const input = { projectId, kind: "deny", type, value, reason: "bench", expiresAt: null };
    return newEntry(deps, actor, input);
  };
  if (count > 0) await addImported(deps, actor, [entry("booker", botReference)]);
  for (let n = 0; n < count; n += listLimits.together) {
    const size = Math.min(listLimits.together, count - n);
    const group = Array.from({ length: size }, (_, i) =>
      entry("email", `listed.${n + i}@example.org`),
    );
    await addImported(deps, actor, group);
  }
}

async function createProjects(store: Store, count: number) {
  const deps = { store, now: Date.now };
  const actor = { name: "bench" };
  const create = async (_: unknown, n: number) => {
    const input = { name: `bench ${n}`, riskSetting: "balanced" };
    const { projectId } = await createProject(deps, actor, input);
    const { key } = await createKey(deps, actor, { projectId, kind: "secret" });
    return { projectId, key };
  };
  return Promise.all(Array.from({ length: count }, create));
}

/**
 * Without evidence and features, which nothing on the path of a request reads: ten million decisions
 * would take 60 GB.
 */
function decisions(projectId: string, { decisions: count, bookings, spanMs }: Content) {
  const body = bookingBodies(bookings);
  const start = Date.now() - spanMs;
  return (n: number): NewDecision => {
    const request = read(body());
    const order = pastDecisionOrder(
      Math.floor(start + (n * spanMs) / count),
      n.toString(16).padStart(19, "0"),
    );
    const identities = identitiesOf(projectId, request, null);
    return {
      decision: {
        projectId,
        id: order.id,
        decidedAt: order.at,
        source: "api",
        requestId: request.requestId,
        keyId: null,
        collectionId: null,
        riskScore: n % 60,
        riskLevel: "low",
        suggestedAction: "allow",
        riskSetting: "balanced",
        probability: 0.1,
        ...byModelAlone,
        modelName: "default",
        modelVersion: "1.0.0",
        modelSha256: "0".repeat(64),
        request: JSON.stringify(request),
        featureSet: featureSetId,
        features: "[]",
        evidence: '{"collection":null,"network":null,"history":null}',
      },
      identities,
      sighting: sightingOf(identities, traitsOf(projectId, request, null), order),
      phoneCountry: "PT",
      searchedBy: searchedBy(request, false, null),
      idempotency: null,
      idempotentSince: 0,
    };
  };
}

function read(body: string): RiskRequest {
  const reading = readRiskRequest(JSON.parse(body));
  if ("request" in reading) return reading.request;
  throw new Error(JSON.stringify(reading.issues));
}
