/** A whole visit made up: three pages read, a form typed into, and when each event is sent. */
import type { Random } from "../../../../models/training/simulator/random.ts";
import type { TelemetryEvent } from "../../../../src/telemetry/protocol.ts";
import type { Person } from "../../kind.ts";
import { opened, pointer, scrolled, submit, type Typed, typedField } from "./events.ts";

export interface ForgedPage {
  path: string;
  openedAt: number;
  /** Events with the time that the browser script would send them, ms after the first page. */
  moments: { due: number; event: TelemetryEvent }[];
}

/** The browser script sends a page's first batch this long after it ran. */
const firstSendMs = 200;

const formOrder = ({ firstName, lastName, email, phone, addressLine }: Person): Typed[] => [
  { purpose: "name", index: 0, characters: firstName.length },
  { purpose: "name", index: 1, characters: lastName.length },
  { purpose: "email", index: 2, characters: email.length },
  { purpose: "phone", index: 3, characters: phone.length },
  { purpose: "address", index: 4, characters: addressLine.length },
];

/** @param host of the site, which is the referrer of all pages but the first. */
export function forgeJourney(random: Random, person: Person, host: string): ForgedPage[] {
  let at = random.int(25, 60);
  const pages: ForgedPage[] = [];
  const tell = (event: TelemetryEvent, due = at) => pages.at(-1)!.moments.push({ due, event });
  const open = (path: string) => {
    pages.push({ path, openedAt: at, moments: [] });
    at += random.int(30, 70);
    tell(opened(here(), path, pages.length > 1 ? host : ""), at + firstSendMs);
  };
  const here = () => ({ at, page: pages.length - 1 });
  const leave = () => {
    tell({ kind: "visibility", ...here(), state: "left" });
    at += random.int(30, 90);
  };

  open("/");
  at += random.int(2200, 5200);
  tell(scrolled(random, here()));
  tell(pointer(random, here(), 1));
  tell(submit(here(), 0));
  leave();
  open("/rooms");
  at += random.int(1700, 4800);
  tell(pointer(random, here(), 1));
  leave();
  open("/checkout");
  at += random.int(900, 2100);
  for (const typed of formOrder(person)) {
    tell(pointer(random, here(), 1));
    const field = typedField(random, here(), typed);
    at += field.focusMs + random.int(20, 90);
    tell(field);
  }
  // A few letters choose the country, with one change of the list for each.
  const country = typedField(random, here(), { purpose: "address", index: 5, characters: 3 });
  at += country.focusMs + random.int(300, 900);
  tell(country);
  tell(pointer(random, here(), 1));
  tell(submit(here(), 6));
  return pages;
}
