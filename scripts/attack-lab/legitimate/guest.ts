/** A guest at a desk: the way from the search to the booking, whatever the habits. */

import { type Random, randomOf } from "../../../models/training/simulator/random.ts";
import { type Hotel, hotels } from "../../demo/hotel/hotels.ts";
import { dayFromNow } from "../../demo/hotel/stay.ts";
import type { Person, Visit } from "../kind.ts";
import { Desk } from "./desk/desk.ts";
import { checkoutPath, roomsPath, searchPath } from "./desk/layout.ts";
import type { Typist } from "./desk/typing.ts";

export interface Plan {
  hotel: Hotel;
  /** Which of the hotel's rooms, from 0 on. */
  room: number;
  checkIn: string;
  checkOut: string;
  adults: number;
}

/** What all steps of a visit need. */
export interface Guest {
  desk: Desk;
  random: Random;
  typist: Typist;
  person: Person;
  plan: Plan;
  /** Reads, thinks, looks elsewhere: seconds of an ordinary person. */
  pause(low: number, high: number): Promise<void>;
}

export interface Manner {
  typist: Typist;
  /** Of the hand at the mouse: 1 is ordinary, above is slower. */
  tempo: number;
  /** Of reading and thinking. */
  pace: number;
  flags?: readonly string[];
  /** Tells one sitting of a visit from another. */
  sitting?: string;
}

/** @throws whatever goes wrong in `act`, after the desk is cleared. */
export async function sitDown(
  visit: Visit,
  { typist, tempo, pace, flags, sitting = "" }: Manner,
  act: (guest: Guest) => Promise<void>,
): Promise<void> {
  const random = randomOf(`${visit.seed}/${sitting}`);
  const plan = planOf(random);
  const desk = await Desk.open(visit, { random, tempo, flags });
  const pause = (low: number, high: number) => Bun.sleep(1000 * pace * random.between(low, high));
  try {
    await act({ desk, random, typist, person: visit.person, plan, pause });
  } finally {
    await desk.leave();
  }
}

export function planOf(random: Random): Plan {
  const hotel = random.pick(hotels);
  const days = Math.round(Math.min(250, random.around(35, 0.9))) + 2;
  const nights = Number(random.weighted({ "1": 20, "2": 30, "3": 25, "4": 12, "5": 6, "7": 7 }));
  return {
    hotel,
    room: random.int(0, hotel.rooms.length - 1),
    checkIn: dayFromNow(days),
    checkOut: dayFromNow(days + nights),
    adults: Number(random.weighted({ "1": 25, "2": 60, "3": 8, "4": 7 })),
  };
}

/** A date as the browser's own field wants it typed, in the order of an English one. */
export function typedDate(day: string): string {
  const [year, month, date] = day.split("-");
  return `${month}${date}${year}`;
}

/** As few letters as tell the hotel from the others. */
export const typedCity = ({ city }: Hotel) => city.slice(0, 2).toLowerCase();

/** The search, with the mouse. */
export async function search({ desk, plan, typist, random, pause }: Guest): Promise<void> {
  await desk.see(searchPath, "Hotels by the water");
  await pause(1.2, 3);
  await desk.wander();
  if (random.chance(0.7)) {
    await desk.scrollTo(desk.scrollMax * random.between(0.5, 1));
    await pause(0.8, 2.5);
    await desk.scrollTo(0);
  }
  if (plan.hotel !== hotels[0]) {
    await desk.choose("hotel", typedCity(plan.hotel), typist);
  }
  for (const name of ["checkIn", "checkOut"] as const) {
    await pause(0.3, 0.9);
    // The left of the field is the month; the browser moves on by itself.
    await desk.click(name, 0.2);
    await desk.hands.type(typedDate(plan[name]), { ...typist, slips: 0 });
  }
  if (plan.adults !== 2) await desk.choose("adults", String(plan.adults), typist);
  await pause(0.4, 1.2);
  await desk.click("button 0");
}

/** The choice of a room, with the mouse. */
export async function chooseRoom({ desk, plan, random, pause }: Guest): Promise<void> {
  await desk.see(roomsPath(plan.hotel.id), plan.hotel.city);
  await pause(1.2, 3.5);
  await desk.wander();
  if (random.chance(0.5)) await desk.scrollTo(desk.scrollMax);
  await pause(1, 3);
  await desk.click(`button ${plan.room}`);
}

/** The checkout's page has come, and is looked over. */
export async function arriveAtCheckout({ desk, plan, pause }: Guest): Promise<void> {
  await desk.see(checkoutPath(plan.hotel.id), "Your details");
  await pause(0.8, 2.2);
}

/** The submit button, with the mouse; the keyboard may have scrolled the page before. */
export async function submit({ desk, pause }: Guest): Promise<void> {
  await pause(0.6, 1.8);
  await desk.click("button 0");
}

/** @throws Error where the form was not taken. */
export async function readResult({ desk, pause }: Guest): Promise<void> {
  await desk.see("", "Reservation confirmed", "Not completed");
  await pause(1.5, 3);
}
