/** The limits and rules of lists and passes, which the dashboard states too: nothing else is imported here. */
import type { ListType } from "../../storage/port/lists.ts";

export const listLimits = {
  /** Characters, at least as many as any value has that attempts are compared with. */
  value: 256,
  /** Characters. */
  reason: 500,
  /** The shortest prefix of a network: the largest network that one entry can name. */
  prefix: { 4: 8, 6: 19 },
  /** Entries of a page at most. */
  page: 200,
  /** Entries that are not archived are counted up to this. */
  counted: 10_000,
  /** Entries that are added by one commit. */
  together: 250,
} as const;

/** What many people share is never allowed as a whole: an attacker can be one of them. */
export const neverAllowed: readonly ListType[] = ["domain", "ip"];

/** Of the earlier decisions with a value that is to be listed. */
export const hitLimits = {
  /** Days before the decision. */
  days: 90,
  /** Decisions that are counted. */
  counted: 200,
} as const;

/** How long a one-time pass can be used. */
export const passHours = 24;

/** What is shown of an entry's value. */
export const shownValue = ({ value }: { value: string }) => value || "Erased guest";
