import { describe, expect, test } from "bun:test";
import { isAllowed, setConsent } from "../../../sdk/consent.ts";
import { catalogue } from "../../risk/features/index.ts";
import { eventFact, eventKinds, fact, optionalSum, sum, telemetryFacts } from "./facts.ts";
import { TelemetryEvent } from "./protocol.ts";
import {
  collectionFacts,
  emptySummary,
  type FactName,
  factNames,
  pastCollectionFacts,
  unknownFacts,
} from "./summary.ts";

test("a fact does not type-check without its start, its consent class, its source or past form", () => {
  // @ts-expect-error: no start
  fact({ consent: "exempt", source: "collection", past: null });
  // @ts-expect-error: no consent class
  fact({ start: 0, source: "collection", past: null });
  // @ts-expect-error: no source
  fact({ start: 0, consent: "exempt", past: null });
  // @ts-expect-error: no past form
  fact({ start: 0, consent: "exempt", source: "collection" });
  // @ts-expect-error: not a source
  fact({ start: 0, consent: "exempt", source: "collection.mouse", past: null });
  // @ts-expect-error: not a kind of event
  eventFact("mouse", { start: 0 });
  // @ts-expect-error: no start
  eventFact("field", {});
  // @ts-expect-error: the event has no such member
  sum("pointer", "turnsTaken");
  // @ts-expect-error: the member is not a number
  sum("page", "path");
  // @ts-expect-error: older scripts do not send it, so it begins as unknown
  sum("pointer", "presses");
  expect(optionalSum("pointer", "presses").start).toBeNull();
});

test("every derived form has every fact of the table, in its order", () => {
  const names = Object.keys(telemetryFacts);
  expect(names.length).toBeGreaterThan(80);
  for (const facts of [emptySummary, unknownFacts, pastCollectionFacts({})]) {
    expect(Object.keys(facts)).toEqual(names);
  }
});

describe.each(factNames)("%s", (name: FactName) => {
  const { start, consent, source } = telemetryFacts[name];

  test("begins as declared, and as a value that JSON keeps", () => {
    expect(emptySummary[name]).toBe(start as never);
    expect(JSON.parse(JSON.stringify({ start }))).toEqual({ start });
  });

  test("is unknown of a visitor who denied consent where it needs consent", () => {
    const granted = { ...emptySummary, [name]: "recorded", consent: "granted" as const };
    const denied = { ...granted, consent: "denied" as const };
    if (name === "consent") return;
    expect(collectionFacts(granted as never)[name] as unknown).toBe("recorded");
    const expected = consent === "exempt" ? "recorded" : null;
    expect(collectionFacts(denied as never)[name] as unknown).toBe(expected);
  });

  test("has a source that a feature reads", () => {
    expect(catalogue.some((feature) => feature.source.includes(source))).toBe(true);
  });
});

const sums = factNames.flatMap((name) => telemetryFacts[name].sum ?? []);

test.each(sums)("$kind.$member is a member that the protocol has", ({ kind, member }) => {
  const event = TelemetryEvent.anyOf.find(({ properties }) => properties.kind.const === kind);
  expect(event?.properties).toHaveProperty(member);
});

test("the browser script sends without consent the kinds of events that are exempt from it", () => {
  setConsent("denied");
  for (const [kind, { consent }] of Object.entries(eventKinds)) {
    expect([kind, isAllowed({ kind: kind as TelemetryEvent["kind"] })]).toEqual([
      kind,
      consent === "exempt",
    ]);
  }
  setConsent("granted");
});
