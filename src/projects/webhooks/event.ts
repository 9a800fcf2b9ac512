/** An event, as it is recorded with what it tells. */
import { V7Generator } from "uuidv7";
import type { ControlEvent, NewWebhookEvent } from "../../storage/port/webhook-event.ts";
import type { EventData, EventType } from "./event-types.ts";

const generator = new V7Generator();
/** As of decisions: how far a clock may be set back before identifiers follow it, ms. */
const rollbackMs = 10_000;

export const newEventId = (at: number) =>
  `evt_${generator.generateOrResetCore(at, rollbackMs).toHex()}`;

/** What sorts before every event of that time and after every earlier one. */
export const eventIdAt = (at: number) => `evt_${at.toString(16).padStart(12, "0")}`;

/**
 * @param wanted the types that the project's webhooks get, as its key or `WebhookStore.wanted` says.
 * @param data called only if the event is wanted.
 * @returns null where no webhook gets it.
 */
export function webhookEvent<Type extends EventType>(
  wanted: readonly string[] | null | undefined,
  { projectId, type, at }: { projectId: string; type: Type; at: number },
  data: () => EventData<Type>,
): NewWebhookEvent | null {
  if (!wanted?.includes(type)) return null;
  return { id: newEventId(at), projectId, type, at, data: JSON.stringify(data()) };
}

/**
 * Of a change in the control plane, for its audit entry: the store records it if any project has webhooks.
 * @param projectId null: of all projects.
 */
export function controlEvent<Type extends EventType>(
  projectId: string | null,
  type: Type,
  at: number,
  data: EventData<Type>,
): ControlEvent {
  return { id: newEventId(at), projectId, type, at, data: JSON.stringify(data) };
}
