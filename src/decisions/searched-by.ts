/** What the dashboard needs of searches, too: no value is imported here. */
import type { LinkKind } from "../storage/port/search.ts";
import type { SearchKind } from "./search-terms.ts";

/** By what each identity of a decision is searched for. */
export const searchedBy = {
  name: "name",
  email: "email",
  phone: "phone",
  booker: "booker",
  card: "card",
  device: "device",
  ip: "address",
} as const satisfies Record<LinkKind, SearchKind>;
