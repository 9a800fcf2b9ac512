/** Measures every query of the dashboard at the executable's endpoints. */
import type { Person } from "../dashboard-client/account.ts";
import type { Example } from "./fill.ts";

export interface Timing {
  person: Person;
  projectId: string;
  examples: readonly Example[];
  runs: number;
  print(line: string): void;
}

type Ask = (example: Example) => Promise<{ status: number; body: unknown }>;

export async function timeEndpoints({ person, projectId, examples, runs, print }: Timing) {
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
  for (const [title, asks] of Object.entries({
    "Searched by": searches,
    "First page of": filters,
  })) {
    print(`\n${title.padEnd(28)}  p50 ms  p99 ms`);
    for (const [name, ask] of Object.entries(asks)) {
      const times = await timesOf(ask, examples, runs);
      const figure = (part: number) => quantile(times, part).toFixed(1).padStart(7);
      print(`${name.padEnd(28)} ${figure(0.5)} ${figure(0.99)}`);
    }
  }
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
  return times.sort((a, b) => a - b);
}

function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))]!;
}
