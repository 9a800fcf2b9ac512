/** A stay as each page's URL has it, and a booker as the checkout form posts it. */
import { dayMs } from "../../../src/base/durations.ts";
import { type Hotel, hotels, type Room } from "./hotels.ts";

export interface Stay {
  hotel: Hotel;
  room: Room;
  checkIn: string;
  checkOut: string;
  nights: number;
  adults: number;
  children: number;
}

export function dayFromNow(days: number): string {
  return new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
}

function count(text: string | null, fallback: number, max: number): number {
  const value = Number(text ?? fallback);
  return Number.isInteger(value) && value >= 0 && value <= max ? value : fallback;
}

/** Reads a stay, with a default for every value that is missing or invalid. */
export function readStay(query: { get(name: string): string | null }): Stay {
  const hotel = hotels.find(({ id }) => id === query.get("hotel")) ?? hotels[0]!;
  const room = hotel.rooms.find(({ id }) => id === query.get("room")) ?? hotel.rooms[0]!;
  const given = (name: string, fallback: string) => {
    const day = query.get(name) ?? "";
    return /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : fallback;
  };
  const checkIn = given("checkIn", dayFromNow(21));
  const dayAfter = new Date(Date.parse(checkIn) + dayMs).toISOString().slice(0, 10);
  const wanted = given("checkOut", dayFromNow(24));
  const checkOut = wanted > checkIn ? wanted : dayAfter;
  const nights = Math.round((Date.parse(checkOut) - Date.parse(checkIn)) / dayMs);
  const adults = Math.max(1, count(query.get("adults"), 2, 8));
  const children = count(query.get("children"), 0, 6);
  return { hotel, room, checkIn, checkOut, nights, adults, children };
}

export function stayQuery(stay: Stay): string {
  const { hotel, room, checkIn, checkOut, adults, children } = stay;
  return new URLSearchParams({
    hotel: hotel.id,
    room: room.id,
    checkIn,
    checkOut,
    adults: String(adults),
    children: String(children),
  }).toString();
}

/** The text fields of the checkout, in the order of the form. */
export const bookerFields = [
  "firstName",
  "lastName",
  "email",
  "phone",
  "country",
  "addressLine",
  "guestFirstName",
  "guestLastName",
] as const;

export type Booker = Record<(typeof bookerFields)[number], string>;
export type Faults = Partial<Booker>;

export function readBooker(form: { get(name: string): unknown }): Booker {
  const read = (name: string) =>
    String(form.get(name) ?? "")
      .trim()
      .slice(0, 200);
  const booker = Object.fromEntries(bookerFields.map((name) => [name, read(name)])) as Booker;
  // People write phone numbers with spaces, brackets and dashes. E.164 has none.
  booker.phone = booker.phone.replace(/[\s().-]/g, "").replace(/^00/, "+");
  return booker;
}

export function findFaults(booker: Booker): Faults {
  const faults: Faults = {};
  if (!booker.firstName) faults.firstName = "Please give a first name.";
  if (!booker.lastName) faults.lastName = "Please give a last name.";
  if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(booker.email)) faults.email = "Please check the address.";
  if (!/^\+[1-9]\d{6,14}$/.test(booker.phone)) {
    faults.phone = "Please start with + and the country code.";
  }
  return faults;
}
