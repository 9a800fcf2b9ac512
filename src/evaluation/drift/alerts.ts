/** Alerts of drift, for webhooks: the last seven days of each project that wants them, compared with the weeks before. */
import { isoTime } from "../../base/iso-time.ts";
import { controlEvent } from "../../projects/webhooks/event.ts";
import type { EventData } from "../../projects/webhooks/event-types.ts";
import type { Store } from "../../storage/port/store.ts";
import type { DriftFigures } from "./drift.ts";
import { weekMs } from "./past-periods.ts";
import type { SampledDrift } from "./sampled-drift.ts";

type Alert = Pick<EventData<"alert.fired">, "kind" | "value" | "before">;

export interface AlertDeps {
  store: Store;
  now: () => number;
  driftOf: SampledDrift;
  /** Called for each alert that fires, each time it is found. */
  found(alert: { projectId: string; kind: string; isNew: boolean }): void;
}

/** An alert that has not fired for so long is over, ms; then it may fire again. */
const overAfterMs = weekMs / 7;
const eventType = "alert.fired";

/** @param stopped whether the service stops; then the other projects are left. */
export async function checkAlerts(deps: AlertDeps, stopped: () => boolean): Promise<void> {
  for (const { id } of await deps.store.projects.list()) {
    if (stopped()) return;
    const wanted = await deps.store.webhooks.wanted(id);
    if (!wanted?.includes(eventType)) continue;
    const to = deps.now();
    const figures = await deps.driftOf(id, { from: to - weekMs, to });
    for (const alert of alertsOf(figures)) await note(id, alert, deps);
  }
}

export function alertsOf({ denials, telemetry, features }: DriftFigures): Alert[] {
  const moved = features.filter(({ alert }) => alert).length;
  const { now: value, before } = denials;
  return [
    ...(denials.alert ? [{ kind: "denials", value: value ?? 0, before }] : []),
    ...(telemetry.alert
      ? [{ kind: "telemetry", value: telemetry.now ?? 0, before: telemetry.before }]
      : []),
    ...(moved > 0 ? [{ kind: "features", value: moved, before: null }] : []),
  ] satisfies Alert[];
}

async function note(
  projectId: string,
  alert: Alert,
  { store, now, found }: AlertDeps,
): Promise<void> {
  const at = now();
  const event = controlEvent(projectId, eventType, at, {
    ...alert,
    since: isoTime(at),
    link: `/dashboard/p/${projectId}/drift`,
  });
  const firing = { projectId, kind: alert.kind, eventId: event.id, at };
  const isNew = await store.webhooks.noteAlert(firing, at - overAfterMs, {
    at,
    actor: "service",
    action: "alert.fire",
    subject: alert.kind,
    projectId,
    detail: JSON.stringify({ value: alert.value }),
    event,
  });
  found({ projectId, kind: alert.kind, isNew });
}
