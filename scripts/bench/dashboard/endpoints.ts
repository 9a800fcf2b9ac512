/** Measures every query of the dashboard at the executable's endpoints. */
import type { Person } from "../../programs/dashboard-client/account.ts";
import { percentiles } from "../percentiles.ts";
import type { Example } from "./fill.ts";

export interface Timing {
  person: Person;
  projectId: string;
  examples: readonly Example[];
  runs: number;
}

/** Of one query, from asking to its answer. */
export interface QueryTime {
  name: string;
  p50: number;
  p99: number;
}

type Ask = (example: Example) => Promise<{ status: number; body: unknown }>;

/** @returns the times by what is asked. */
export async function timeEndpoints({
  person,
  projectId,
  examples,
  runs,
}: Timing): Promise<Record<string, QueryTime[]>> {
  const at = `/projects/${projectId}`;
  const find = (text: string) => person.post(`${at}/decisions/find`, { text });
  const list = (view: Record<string, string>) => person.post(`${at}/decisions/list`, { view });
  const searches: Record<string, Ask> = {
    decisionId: ({ id }) => find(id),
    requestId: ({ requestId }) => find(requestId),
    "e-mail": ({ email }) => find(email),
    phone: ({ phone }) => find(phone),
    "booker reference": ({ booker }) => find(`booker:${booker}`),
    "hotel reference": ({ hotel }) => find(`hotel:${hotel}`),
    "one decision": ({ id }) => person.get(`${at}/decisions/${id}`),
    "linked decisions": ({ id }) => person.get(`${at}/decisions/${id}/linked`),
  };
  const filters: Record<string, Ask> = {
    none: () => list({}),
    "last 24 hours": () => list({ last: "24h" }),
    "last 30 days": () => list({ last: "30d" }),
    "level high": () => list({ level: "high" }),
    "action deny": () => list({ action: "deny" }),
    "outcome fraud": () => list({ outcome: "fraud" }),
    "outcome none yet": () => list({ outcome: "none" }),
    hotel: ({ hotel }) => list({ hotel }),
    "score 95 to 99": () => list({ score: "95-99" }),
    "no telemetry": () => list({ telemetry: "unseen" }),
    model: () => list({ model: "default@1.0.0" }),
    "hotel, fraud, 90 days": ({ hotel }) => list({ hotel, outcome: "fraud", last: "90d" }),
  };
  const all: Record<string, QueryTime[]> = { "Searched by": [], "First page of": [] };
  for (const [title, asks] of [
    ["Searched by", searches],
    ["First page of", filters],
  ] as const) {
    for (const [name, ask] of Object.entries(asks)) {
      const { p50, p99 } = percentiles(await timesOf(ask, examples, runs));
      all[title]!.push({ name, p50, p99 });
    }
  }
  return all;
}

async function timesOf(ask: Ask, examples: readonly Example[], runs: number): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const example = examples[(run * 37) % examples.length]!;
    const started = performance.now();
    const { status, body } = await ask(example);
    times.push(performance.now() - started);
    if (status !== 200) throw new Error(`an endpoint returned ${status}: ${JSON.stringify(body)}`);
  }
  return times;
}
