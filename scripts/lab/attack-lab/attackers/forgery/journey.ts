/** Forges a complete visit: three pages, a typed form, and the time at which each event is sent. */
import type { Random } from "../../../../../models/training/simulator/random.ts";
import type { TelemetryEvent } from "../../../../../src/attempt/telemetry/protocol.ts";
import type { Person } from "../../kind.ts";
import { opened, pointer, scrolled, submit, type Typed, typedField } from "./events.ts";

export interface ForgedPage {
  path: string;
  openedAt: number;
  /** Events with the time at which the SDK would send them, ms after the first page. */
  moments: { due: number; event: TelemetryEvent }[];
}

/** The SDK sends a page's first batch this long after it started. */
const firstSendMs = 200;

const formOrder = ({ firstName, lastName, email, phone, addressLine }: Person): Typed[] => [
  { purpose: "name", index: 0, characters: firstName.length },
  { purpose: "name", index: 1, characters: lastName.length },
  { purpose: "email", index: 2, characters: email.length },
  { purpose: "phone", index: 3, characters: phone.length },
  { purpose: "address", index: 4, characters: addressLine.length },
];

/** @param host the site's host, which is the referrer of all pages except the first. */
export function forgeJourney(random: Random, person: Person, host: string): ForgedPage[] {
  let at = random.int(25, 60);
  const pages: ForgedPage[] = [];
  const add = (event: TelemetryEvent, due = at) => pages.at(-1)!.moments.push({ due, event });
  const open = (path: string) => {
    pages.push({ path, openedAt: at, moments: [] });
    at += random.int(30, 70);
    add(opened(here(), path, pages.length > 1 ? host : ""), at + firstSendMs);
  };
  const here = () => ({ at, page: pages.length - 1 });
  const leave = () => {
    add({ kind: "visibility", ...here(), state: "left" });
    at += random.int(30, 90);
  };

  open("/");
  at += random.int(2200, 5200);
  add(scrolled(random, here()));
  add(pointer(random, here(), 1));
  add(submit(here(), 0));
  leave();
  open("/rooms");
  at += random.int(1700, 4800);
  add(pointer(random, here(), 1));
  leave();
  open("/checkout");
  at += random.int(900, 2100);
  for (const typed of formOrder(person)) {
    add(pointer(random, here(), 1));
    const field = typedField(random, here(), typed);
    at += field.focusMs + random.int(20, 90);
    add(field);
  }
  // The country is chosen by typing a few letters, each of which changes the selection.
  const country = typedField(random, here(), { purpose: "address", index: 5, characters: 3 });
  at += country.focusMs + random.int(300, 900);
  add(country);
  add(pointer(random, here(), 1));
  add(submit(here(), 6));
  return pages;
}
