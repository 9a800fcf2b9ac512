/**
 * Replays a recording of a hand to the real browser script, on a document that has no more than the
 * script's collectors need, and folds what it sends as the service does.
 */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSdk } from "../../../scripts/build/sdk.ts";
import { foldBatch } from "../../../src/attempt/telemetry/fold.ts";
import type { TelemetryBatch } from "../../../src/attempt/telemetry/protocol.ts";
import {
  type CollectionFacts,
  type CollectionSummary,
  collectionFacts,
} from "../../../src/attempt/telemetry/summary.ts";
import { catalogue } from "../../../src/risk/features/index.ts";

/** An event of the mouse or keyboard, `at` ms after the start. */
export interface HandEvent {
  at: number;
  type:
    | "pointermove"
    | "pointerdown"
    | "pointerup"
    | "click"
    | "keydown"
    | "keyup"
    | "focusin"
    | "focusout";
  x?: number;
  y?: number;
  key?: string;
  code?: string;
  /** Which of the form's fields, from 0. */
  field?: number;
}

const userAgent = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/133.0.0.0 Safari/537.36";
const startedAt = Date.UTC(2026, 0, 1);
/** Longer than the script waits before it sends. */
const afterMs = 60_000;

let script: Promise<string> | undefined;

/** @returns the facts that the service stores of these events. @throws Error where none arrive. */
export async function observe(events: readonly HandEvent[]): Promise<CollectionFacts> {
  script ??= buildSdk(join(tmpdir(), "booking-risk-replayed-sdk.js")).then(({ code }) => code);
  const tab = openTab(await script);
  for (const event of events) tab.dispatch(event);
  tab.wait((events.at(-1)?.at ?? 0) + afterMs);
  let summary: CollectionSummary | null = null;
  for (const batch of tab.sent) {
    summary = foldBatch(summary, batch, { receivedAt: batch.sentAt + 20, ip: "", userAgent });
  }
  if (!summary) throw new Error("the script sent nothing");
  return collectionFacts(summary);
}

const behaviour = catalogue.filter(({ group }) => group === "behaviour");

/** The behaviour features of a collection by name; NaN is missing. */
export function behaviourOf(collection: CollectionFacts): Record<string, number> {
  // Features of behaviour read nothing but the collection.
  const attempt = { collection } as Parameters<(typeof behaviour)[number]["compute"]>[0];
  return Object.fromEntries(
    behaviour.map(({ name, compute }) => [name, compute(attempt) ?? Number.NaN]),
  );
}

interface Timer {
  at: number;
  run: () => void;
}

/** A tab whose clock stands still but for `dispatch` and `wait`. */
function openTab(code: string) {
  let clock = 0;
  const sent: TelemetryBatch[] = [];
  const timers = new Map<number, Timer>();
  const listeners = new Map<string, ((event: unknown) => void)[]>();

  function wait(until: number): void {
    for (;;) {
      const due = [...timers]
        .filter(([, { at }]) => at <= until)
        .sort(([, a], [, b]) => a.at - b.at)[0];
      if (!due) break;
      timers.delete(due[0]);
      clock = Math.max(clock, due[1].at);
      due[1].run();
    }
    clock = Math.max(clock, until);
  }

  class TabDate extends Date {
    static override now = () => startedAt + clock;
  }
  let lastTimer = 0;
  const page = pageOf();
  const { document } = page;
  const { fields, body } = elementsOf(document);
  document.querySelectorAll = () => fields;
  const elementOf = ({ field }: HandEvent) =>
    field === undefined ? body : fields[field % fields.length]!;
  const globals = {
    ...page,
    Date: TabDate,
    addEventListener: (type: string, listener: (event: unknown) => void) =>
      void listeners.set(type, [...(listeners.get(type) ?? []), listener]),
    setTimeout: (run: () => void, ms = 0) => {
      timers.set(++lastTimer, { at: clock + ms, run });
      return lastTimer;
    },
    clearTimeout: (timer: number) => void timers.delete(timer),
    fetch: async (_: string, { body }: { body: string }) => {
      sent.push(JSON.parse(body) as TelemetryBatch);
      return { status: 204 };
    },
  };
  new Function(...Object.keys(globals), code)(...Object.values(globals));

  function dispatch(event: HandEvent): void {
    wait(event.at);
    if (event.type === "focusin") document.activeElement = elementOf(event);
    if (event.type === "focusout") document.activeElement = null;
    const domEvent = domEventOf(event, elementOf(event));
    for (const listener of listeners.get(event.type) ?? []) listener(domEvent);
  }
  return { dispatch, wait, sent };
}

/** Of a page, what the script asks for; what is absent here, its collectors do without. */
function pageOf() {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  };
  const currentScript = {
    src: "https://risk.example/sdk.js",
    dataset: { publishableKey: "pk_replay" },
  };
  const window: Record<string, unknown> = {};
  class Document {
    currentScript = currentScript;
    hidden = false;
    activeElement: unknown = null;
    referrer = "";
    querySelectorAll: () => unknown[] = () => [];
    createElement() {}
  }
  return {
    window,
    top: window,
    self: window,
    Document,
    document: new Document(),
    history: { pushState() {}, replaceState() {} },
    navigator: { userAgent, onLine: true },
    location: new URL("https://hotel.example/checkout"),
    sessionStorage: storage,
    localStorage: storage,
    devicePixelRatio: 1,
    innerHeight: 900,
    scrollX: 0,
    scrollY: 0,
    getComputedStyle: () => ({ visibility: "visible" }),
  };
}

const rectangle = { left: 1e6, top: 1e6, width: 200, height: 30, right: 1e6, bottom: 1e6 };

/** The fields of a page, and what is around them. */
function elementsOf(document: object) {
  const element = (isField: boolean) => ({
    type: "text",
    autocomplete: "",
    name: "name",
    id: "",
    matches: (selector: string) => isField && selector.startsWith("input:not"),
    getRootNode: () => document,
    getBoundingClientRect: () => rectangle,
  });
  return { fields: Array.from({ length: 12 }, () => element(true)), body: element(false) };
}

function domEventOf(event: HandEvent, target: object) {
  const { at, type, x = 0, y = 0, key = "", code = "" } = event;
  return {
    type,
    isTrusted: true,
    timeStamp: at,
    target,
    composedPath: () => [target],
    clientX: x,
    clientY: y,
    pointerType: "mouse",
    pressure: 0.5,
    detail: 1,
    key,
    code,
    // Recordings say little of the Shift key; a person who types a capital has pressed it.
    shiftKey: key !== key.toLowerCase(),
    getModifierState: () => false,
  };
}
