/**
 * The ordinary bookings of a hotel chain in the last four weeks, as imported on the first day of using
 * the service. Without them, every hotel would have an empty history.
 */
import { type Random, randomOf } from "../../../models/training/simulator/random.ts";
import { dayMs } from "../../../src/base/durations.ts";
import { hotels } from "../../demo/hotel/hotels.ts";
import { riskRequest } from "../../demo/hotel/risk.ts";
import { readStay } from "../../demo/hotel/stay.ts";
import type { Person } from "./kind.ts";
import { peopleOf } from "./people.ts";

/** Six per day at the three hotels. */
const guests = 168;
const days = 28;
/** Time between the last of them and the first visit of the lab. */
const quietMs = 2 * 60 * 60 * 1000;

/** Guests whose browser blocks the SDK. */
const blockedPerThousand = 20;

const agents = [
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/155.0.0.0 Safari/537.36",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/155.0.0.0 Mobile Safari/537.36",
];

/** @returns lines for `history import`, oldest first; the same seed and time give the same lines. */
export function earlierBookings(seed: string, now: number): string {
  const random = randomOf(`${seed}/past`);
  const people = peopleOf(`${seed}/past`);
  const end = now - quietMs;
  const times = Array.from({ length: guests }, () =>
    Math.round(end - random.next() * days * dayMs),
  );
  return times
    .sort((a, b) => a - b)
    .map((at, place) => `${JSON.stringify(lineOf(random, people(), at, place))}\n`)
    .join("");
}

function lineOf(random: Random, person: Person, at: number, place: number) {
  const { collection, ...line } = {
    decidedAt: new Date(at).toISOString(),
    request: requestOf(random, person, at, place),
    collection: {
      deviceId: `device-${random.code(12)}`,
      ip: person.ip,
      userAgent: random.pick(agents),
      timezone: person.timeZone,
      language: person.language,
      startedAt: new Date(at - random.int(90, 900) * 1000).toISOString(),
      pages: random.int(2, 9),
    },
  };
  return random.int(1, 1000) > blockedPerThousand ? { ...line, collection } : line;
}

function requestOf(random: Random, person: Person, at: number, place: number): object {
  const day = (days: number) => new Date(at + days * dayMs).toISOString().slice(0, 10);
  const lead = random.int(1, 60);
  const query: Record<string, string> = {
    hotel: random.pick(hotels).id,
    checkIn: day(lead),
    checkOut: day(lead + random.int(1, 7)),
    adults: String(random.int(1, 3)),
  };
  const { firstName, lastName, email, phone, addressLine, country } = person;
  const name = { firstName, lastName };
  const booker = { ...name, email, phone, addressLine, country };
  const stay = readStay({ get: (name) => query[name] ?? null });
  const noOtherGuest = { guestFirstName: "", guestLastName: "" };
  return riskRequest(
    stay,
    { ...booker, ...noOtherGuest },
    {
      collectionId: "",
      attempt: `past-${place}`,
    },
  );
}
