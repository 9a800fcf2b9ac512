/** What webhooks tell: something that happened in a project. */

/** An event as it happened: recorded in the transaction of what it tells. */
export interface NewWebhookEvent {
  /** `evt_` and a UUIDv7 without dashes, so that identifiers sort by time. The same in every attempt. */
  id: string;
  projectId: string;
  type: string;
  at: number;
  /** The members of its type, JSON. Identifiers and figures, never a guest's data. */
  data: string;
}

/** As an event, of one project or of all that want it (null). */
export type ControlEvent = Omit<NewWebhookEvent, "projectId"> & { projectId: string | null };

/** When an event happened, by its identifier, Unix ms. */
export const timeOfEvent = (id: string) =>
  Number.parseInt(id.slice("evt_".length, "evt_".length + 12), 16);
