/** Generates decisions quickly: a year of bookings of a project. */
import type { RiskRequest } from "../../../src/attempt/request/risk-request.ts";
import { pastCollectionFacts } from "../../../src/attempt/telemetry/summary.ts";
import { pastDecisionOrder } from "../../../src/risk/decision.ts";
import { featureSetId } from "../../../src/risk/features/index.ts";
import { riskLevelOf, suggestedActionOf } from "../../../src/risk/score.ts";
import { identitiesOf, traitsOf } from "../../../src/risk/velocity/identities.ts";
import { type NewDecision, searchedBy } from "../../../src/storage/port/decisions.ts";
import { sightingOf } from "../../../src/storage/port/sighting.ts";
import { byModelAlone } from "../by-model-alone.ts";

const hotels = 3000;
const countries = ["PT", "ES", "DE", "FR", "IT", "GB", "US", "NL", "AT", "CH"];
const phoneCodes = ["351", "34", "49", "33", "39", "44", "1", "31", "43", "41"];
/** The network's country in the template's evidence. */
const templateNetwork = "PT";
const yearMs = 365 * 24 * 60 * 60 * 1000;

export interface Template {
  evidence: string;
  features: string;
}

interface GeneratedDecision {
  added: NewDecision;
  request: RiskRequest;
}

/** Reproducible random numbers: mulberry32, public domain. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @returns a function that returns the n-th of `count` decisions, over a year up to `until`. */
export function generatedDecisions(
  projectId: string,
  count: number,
  { until, template }: { until: number; template: Template },
): (n: number) => GeneratedDecision {
  const next = chance(projectId.length * 7919 + count);
  const int = (most: number) => Math.floor(next() * most);
  const step = yearMs / count;

  return (n) => {
    const at = Math.floor(until - yearMs + (n + next()) * step);
    // One in five is a returning guest among the last ten thousand; one in two thousand is one bot.
    const guest = next() < 0.2 ? Math.max(0, n - int(10_000)) : next() < 0.0005 ? -1 : n;
    const home = Math.abs(guest * 31) % countries.length;
    // A few hotels have most of the bookings.
    const hotel = Math.floor(hotels * next() ** 3);
    const request = requestOf({ n, guest, home, hotel });
    const seen = next() < 0.85;
    const collection = seen ? collectionOf(Math.abs(guest)) : null;
    const digest = Array.from({ length: 3 }, () =>
      int(2 ** 32)
        .toString(16)
        .padStart(8, "0"),
    );
    const order = pastDecisionOrder(at, digest.join(""));
    const identities = identitiesOf(projectId, request, collection);
    const fraudulent = next() < 0.01;
    const riskScore = Math.min(99, Math.floor(fraudulent ? 60 + 40 * next() : 75 * next() ** 2));
    const outcome = outcomeOf(fraudulent, next);
    return {
      added: {
        decision: {
          projectId,
          id: order.id,
          decidedAt: at,
          requestId: request.requestId,
          ...scored(riskScore),
          modelVersion: `1.${Math.floor((3 * n) / count)}.0`,
          request: JSON.stringify(request),
          evidence: seen ? template.evidence : '{"collection":null,"network":null,"history":null}',
          features: template.features,
        },
        identities,
        sighting: sightingOf(identities, traitsOf(projectId, request, collection), order),
        phoneCountry: countries[home]!,
        searchedBy: searchedBy(request, seen, seen ? templateNetwork : null),
        idempotency: null,
        idempotentSince: 0,
        outcome:
          outcome === null
            ? null
            : { ...reported, projectId, decisionId: order.id, outcome, reportedAt: at + 1 },
      },
      request,
    };
  };
}

function collectionOf(device: number) {
  const ip = `10.${(device >> 16) & 255}.${(device >> 8) & 255}.${device & 255}`;
  return pastCollectionFacts({ deviceId: `dev_${String(device).padStart(12, "0")}`, ip });
}

/** What the decisions have in common, and what follows from the score. */
const scored = (riskScore: number) => ({
  source: "api" as const,
  riskScore,
  keyId: null,
  collectionId: null,
  riskLevel: riskLevelOf(riskScore),
  suggestedAction: suggestedActionOf(riskScore, "balanced"),
  riskSetting: "balanced" as const,
  probability: riskScore / 100,
  ...byModelAlone,
  modelName: "default",
  modelSha256: "0".repeat(64),
  featureSet: featureSetId,
});

const reported = { occurredAt: null, keyId: null, note: null, requestId: "report" };

function outcomeOf(fraudulent: boolean, next: () => number) {
  if (!fraudulent) return next() < 0.01 ? "legitimate" : null;
  if (next() >= 0.6) return null;
  return next() < 0.3 ? "fraud" : "chargeback";
}

function requestOf(of: { n: number; guest: number; home: number; hotel: number }): RiskRequest {
  const { n, guest, home, hotel } = of;
  return {
    booker: {
      referenceId: `user-${guest}`,
      firstName: "Ada",
      lastName: `Lovelace ${guest % 50_000}`,
      email: `ada.${guest}@example-${guest % 7}.com`,
      phone: `+${phoneCodes[home]}91${String(Math.abs(guest) % 10_000_000).padStart(7, "0")}`,
    },
    guests: [{ firstName: "Ada", lastName: "Lovelace" }],
    billing: { addressLine: "Rua Augusta 1, Lisboa", country: countries[home]! },
    hotel: {
      referenceId: `hotel-${hotel}`,
      giataId: String(100_000 + hotel),
      name: `Hotel ${hotel}`,
      address: "Avenida da Liberdade 185, Lisboa",
      country: countries[hotel % countries.length]!,
    },
    booking: { checkIn: "2027-05-01", checkOut: "2027-05-04", groupSize: { adultCount: 2 } },
    requestId: `checkout-${n}`,
  };
}
