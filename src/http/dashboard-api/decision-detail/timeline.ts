/** A visit as a timeline: what the browser script sent, page by page, in the order of its clock. */
import { impossibilities } from "../../../attempt/telemetry/impossible.ts";
import type { TelemetryBatch, TelemetryEvent } from "../../../attempt/telemetry/protocol.ts";

/** The most that is shown; the rest is counted. */
export const timelineLimits = { pages: 100, steps: 600 } as const;
/** A pause of at least this time is a step of its own, ms. */
export const quietMs = 30_000;

type EventOf<K extends TelemetryEvent["kind"]> = Extract<TelemetryEvent, { kind: K }>;
type Shown<K extends TelemetryEvent["kind"]> = Omit<EventOf<K>, "at" | "page">;

/** One thing that happened on a page. */
export type Step = {
  /** ms since the start of the visit, by the browser's clock. */
  at: number;
  /** In which ways it cannot be true: `impossible.ts`. */
  impossible: string[];
  /** It came when the decision had been made. */
  isLater: boolean;
} & (
  | Shown<"field">
  | Pick<EventOf<"pointer">, "kind" | "moves" | "clicks" | "touches" | "untrusted" | "centred">
  | Pick<EventOf<"touch">, "kind" | "taps" | "swipes">
  | Shown<"scroll">
  | Shown<"submit">
  /** The tab was out of sight; null where it was not seen to come back. */
  | { kind: "away"; lastsMs: number | null }
  /** Nothing happened. */
  | { kind: "quiet"; lastsMs: number }
);

export interface TimelinePage {
  /** Counts the visit's page views from 0. */
  page: number;
  at: number;
  /** Null where the event that tells it never came. */
  path: string | null;
  referrerHost: string | null;
  navigation: EventOf<"page">["navigation"] | null;
  /** From its opening to the next page's, to its leaving, or to the last that was seen of it. */
  dwellMs: number;
  isLater: boolean;
  impossible: string[];
  steps: Step[];
}

export interface Timeline {
  pages: TimelinePage[];
  /** Steps beyond the limit. */
  leftOut: { pages: number; steps: number };
}

/** A batch as it is kept. */
export type KeptBatch = Pick<TelemetryBatch, "startedAt" | "sentAt" | "events">;

/** One event with what its batch tells of it. */
interface Seen {
  event: TelemetryEvent;
  impossible: string[];
  isLater: boolean;
}

/** Gathers a visit's batches, in the order of their sequence. */
export class TimelineMaker {
  readonly #pages = new Map<number, Seen[]>();

  /** @param isLater whether it came after the decision. */
  add(batch: KeptBatch, isLater: boolean): void {
    for (const event of batch.events) {
      const seen = { event, impossible: impossibilities(event, batch), isLater };
      const page = this.#pages.get(event.page);
      if (page) page.push(seen);
      else this.#pages.set(event.page, [seen]);
    }
  }

  timeline(): Timeline {
    const numbers = [...this.#pages.keys()].sort((a, b) => a - b);
    const shown = numbers.slice(0, timelineLimits.pages);
    let remaining: number = timelineLimits.steps;
    let leftOut = 0;
    const pages = shown.map((number, i) => {
      const next = numbers[i + 1];
      const page = pageOf(number, this.#pages.get(number)!, next && this.#openedAt(next));
      const steps = page.steps.slice(0, remaining);
      leftOut += page.steps.length - steps.length;
      remaining -= steps.length;
      return { ...page, steps };
    });
    return { pages, leftOut: { pages: numbers.length - shown.length, steps: leftOut } };
  }

  #openedAt(number: number): number | undefined {
    return this.#pages.get(number)?.find(({ event }) => event.kind === "page")?.event.at;
  }
}

function pageOf(page: number, seen: Seen[], nextAt: number | undefined): TimelinePage {
  const ordered = seen.toSorted((a, b) => a.event.at - b.event.at);
  const opening = ordered.find(({ event }) => event.kind === "page");
  const opened = opening?.event as EventOf<"page"> | undefined;
  const at = opened?.at ?? ordered[0]!.event.at;
  const left = ordered.findLast(
    ({ event }) => event.kind === "visibility" && event.state === "left",
  );
  const lastAt = Math.max(...ordered.map(({ event }) => endOf(event)));
  const steps = merged(stepsOf(ordered));
  return {
    page,
    at,
    path: opened?.path ?? null,
    referrerHost: opened?.referrerHost ?? null,
    navigation: opened?.navigation ?? null,
    dwellMs: Math.max(0, (nextAt ?? left?.event.at ?? lastAt) - at),
    isLater: opening?.isLater ?? ordered[0]!.isLater,
    impossible: opening?.impossible ?? [],
    steps: withQuiet(at, steps),
  };
}

/** A visit to a field has a duration; its step is complete when it ends. */
const endOf = (event: TelemetryEvent) => event.at + (event.kind === "field" ? event.focusMs : 0);

function stepsOf(ordered: readonly Seen[]): Step[] {
  const steps: Step[] = [];
  let away: Extract<Step, { kind: "away" }> | null = null;
  for (const { event, impossible, isLater } of ordered) {
    const common = { at: event.at, impossible, isLater };
    if (event.kind === "page") continue;
    if (event.kind !== "visibility") {
      steps.push({ ...common, ...toldOf(event) });
      continue;
    }
    if (event.state === "hidden") {
      away = { ...common, kind: "away", lastsMs: null };
      steps.push(away);
    } else if (away) {
      // Leaving a page hides it first, so this was not a return to the page.
      if (event.state === "visible") away.lastsMs = event.at - away.at;
      else if (event.at - away.at < 1000) steps.splice(steps.indexOf(away), 1);
      away = null;
    }
  }
  return steps;
}

function toldOf(event: Exclude<TelemetryEvent, { kind: "page" | "visibility" }>) {
  switch (event.kind) {
    case "pointer": {
      const { kind, moves, clicks, touches, untrusted, centred } = event;
      return { kind, moves, clicks, touches, untrusted, centred };
    }
    case "touch": {
      const { kind, taps, swipes } = event;
      return { kind, taps, swipes };
    }
    default: {
      const { at: _, page: __, ...shown } = event;
      return shown;
    }
  }
}

/** What the script sends in pieces, such as the pointer's way, is one step where nothing is between. */
function merged(steps: readonly Step[]): Step[] {
  const found: Step[] = [];
  /** The last step of each such kind since anything else happened. */
  let run: Step[] = [];
  for (const step of steps) {
    const isMove = step.kind === "pointer" || step.kind === "touch" || step.kind === "scroll";
    if (!isMove) run = [];
    if (run.some((one) => join(one, step))) continue;
    const own = { ...step };
    found.push(own);
    if (isMove) run = [...run.filter(({ kind }) => kind !== own.kind), own];
  }
  return found;
}

/** Adds a step to another one of its kind. @returns whether it could. */
function join(into: Step, step: Step): boolean {
  if (into.isLater !== step.isLater) return false;
  if (step.at - into.at >= quietMs) return false;
  if (into.kind === "pointer" && step.kind === "pointer") {
    for (const name of ["moves", "clicks", "touches", "untrusted", "centred"] as const) {
      into[name] += step[name];
    }
  } else if (into.kind === "touch" && step.kind === "touch") {
    into.taps += step.taps;
    into.swipes += step.swipes;
  } else if (into.kind === "scroll" && step.kind === "scroll") {
    into.scrolls += step.scrolls;
    into.depth = Math.max(into.depth, step.depth);
  } else return false;
  into.impossible = [...new Set([...into.impossible, ...step.impossible])];
  return true;
}

/** With a step wherever nothing was seen for long. */
function withQuiet(from: number, steps: readonly Step[]): Step[] {
  let until = from;
  return steps.flatMap((step) => {
    const lastsMs = step.at - until;
    const lasts = step.kind === "field" ? step.focusMs : step.kind === "away" ? step.lastsMs : 0;
    const quiet: Step = {
      at: until,
      kind: "quiet",
      lastsMs,
      impossible: [],
      isLater: step.isLater,
    };
    until = Math.max(until, step.at + (lasts ?? 0));
    return lastsMs >= quietMs ? [quiet, step] : [step];
  });
}
