/** A season: the bookings of the background and the campaigns' attempts, in order of time. */
import { dayMs } from "../../../src/base/durations.ts";
import { geoipLookups, type Model } from "../features.ts";
import type { Attempt } from "../simulator/kind.ts";
import { merchantsOf } from "../simulator/merchants.ts";
import { randomOf } from "../simulator/random.ts";
import {
  defaultOptions,
  type SimulationOptions,
  seasonStart,
  simulate,
} from "../simulator/simulate.ts";
import type { Campaign, Case, Finding, Move, Stage } from "./case.ts";
import { type Answer, Service } from "./service.ts";

/** Campaigns begin when the histories are warm. */
export const warmDays = 15;

export const seasonOptions = (seed: string): SimulationOptions => ({
  ...defaultOptions,
  seed,
  attempts: 20_000,
  days: 60,
});

/** A campaign and its next attempt. */
interface Agent {
  campaign: Campaign;
  next: Move | null;
  findings: readonly Finding[];
}

/** @param onBackground sees each attempt of the background with its answer. */
export function playSeason(
  model: Model,
  options: SimulationOptions,
  cases: readonly Case[],
  onBackground: (attempt: Attempt, answer: Answer) => void = () => {},
): Map<Case, Finding[]> {
  const service = new Service(model, geoipLookups(options));
  const taken = new Set<string>();
  const agents = cases.map((one) => ({
    one,
    agents: agentsOf(one, stagesOf(one, options, taken)),
  }));
  const line = new Line(agents.flatMap((each) => each.agents));
  for (const attempt of simulate(options)) {
    line.playUntil(service, attempt.at);
    const answer = service.decide(attempt, attempt.at, { outcome: attempt.outcome });
    onBackground(attempt, answer);
  }
  line.playUntil(service, Number.POSITIVE_INFINITY);
  return new Map(
    agents.map((each) => [each.one, each.agents.flatMap(({ findings }) => findings)] as const),
  );
}

/** @param taken hotels that campaigns concentrate on, whatever their case. */
function stagesOf(
  { name, campaigns, lastsMs, fromDay }: Case,
  options: SimulationOptions,
  taken: Set<string>,
): Stage[] {
  const merchants = merchantsOf(options.seed);
  const end = seasonStart + options.days * dayMs;
  const from = seasonStart + (fromDay ?? warmDays) * dayMs;
  return Array.from({ length: campaigns }, (_, number) => {
    const seed = `${options.seed}/campaigns/${name}/${number}`;
    const random = randomOf(seed);
    const at = Math.round(random.between(from, Math.max(from, end - lastsMs)));
    return { random, seed, merchants, at, end, taken };
  });
}

function agentsOf({ play }: Case, stages: readonly Stage[]): Agent[] {
  return stages.map((stage) => {
    const agent: Agent = { campaign: play(stage), next: null, findings: [] };
    advance(agent);
    return agent;
  });
}

/** Asks for the next attempt; the first one has no answer before it. */
function advance(agent: Agent, answer?: Answer): void {
  const before = agent.next?.at ?? 0;
  const { done, value } = agent.campaign.next(answer as Answer);
  agent.next = done ? null : value;
  if (done) agent.findings = value;
  else if (value.at < before) throw new Error("a campaign cannot go back in time");
}

/** The campaigns in the order of their next attempts. */
class Line {
  #waiting: Agent[];

  constructor(agents: readonly Agent[]) {
    this.#waiting = agents.filter(({ next }) => next !== null);
  }

  playUntil(service: Service, at: number): void {
    for (let agent = this.#earliest(at); agent; agent = this.#earliest(at)) {
      const { sent, probe, ...fate } = agent.next!;
      advance(agent, probe ? service.probe(sent, fate.at) : service.decide(sent, fate.at, fate));
      if (agent.next === null) this.#waiting = this.#waiting.filter((one) => one !== agent);
    }
  }

  #earliest(at: number): Agent | null {
    let found: Agent | null = null;
    for (const agent of this.#waiting) {
      if (agent.next!.at <= at && (!found || agent.next!.at < found.next!.at)) found = agent;
    }
    return found;
  }
}
