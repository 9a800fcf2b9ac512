/** A guest with a desktop browser: the steps from the search to the booking. */

import { type Random, randomOf } from "../../../../models/training/simulator/random.ts";
import { type Hotel, hotels } from "../../../demo/hotel/hotels.ts";
import { dayFromNow } from "../../../demo/hotel/stay.ts";
import type { Person, Visit } from "../kind.ts";
import { Desktop } from "./devices/desktop.ts";
import { checkoutPath, roomsPath, searchPath } from "./devices/page-layout.ts";
import type { Typist } from "./devices/typing.ts";

export interface Plan {
  hotel: Hotel;
  /** Which of the hotel's rooms, from 0 on. */
  room: number;
  checkIn: string;
  checkOut: string;
  adults: number;
}

/** The context of all steps of a visit. */
export interface Guest {
  desktop: Desktop;
  random: Random;
  typist: Typist;
  person: Person;
  plan: Plan;
  /** Reading and thinking time, in seconds of an ordinary person. */
  pause(low: number, high: number): Promise<void>;
}

export interface SessionOptions {
  typist: Typist;
  /** Duration factor of mouse movements: 1 is ordinary, above is slower. */
  tempo: number;
  /** Duration factor of reading and thinking. */
  pace: number;
  flags?: readonly string[];
  /** Distinguishes several sessions of one visit. */
  label?: string;
}

/** Runs `act` with a new browser window. @throws the error of `act`, after closing the browser. */
export async function runSession(
  visit: Visit,
  { typist, tempo, pace, flags, label = "" }: SessionOptions,
  act: (guest: Guest) => Promise<void>,
): Promise<void> {
  const random = randomOf(`${visit.seed}/${label}`);
  const plan = planOf(random);
  const desktop = await Desktop.open(visit, { random, tempo, flags });
  const pause = (low: number, high: number) => Bun.sleep(1000 * pace * random.between(low, high));
  try {
    await act({ desktop, random, typist, person: visit.person, plan, pause });
  } finally {
    await desktop.leave();
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

/** A date as typed into the browser's date field in English. */
export function typedDate(day: string): string {
  const [year, month, date] = day.split("-");
  return `${month}${date}${year}`;
}

/** As few letters as tell the hotel from the others. */
export const typedCity = ({ city }: Hotel) => city.slice(0, 2).toLowerCase();

/** Searches, with the mouse. */
export async function search({ desktop, plan, typist, random, pause }: Guest): Promise<void> {
  await desktop.see(searchPath, "Hotels by the water");
  await pause(1.2, 3);
  await desktop.wander();
  if (random.chance(0.7)) {
    await desktop.scrollTo(desktop.scrollMax * random.between(0.5, 1));
    await pause(0.8, 2.5);
    await desktop.scrollTo(0);
  }
  if (plan.hotel !== hotels[0]) {
    await desktop.choose("hotel", typedCity(plan.hotel), typist);
  }
  for (const name of ["checkIn", "checkOut"] as const) {
    await pause(0.3, 0.9);
    // The month is on the left; the browser moves on to day and year by itself.
    await desktop.click(name, 0.2);
    await desktop.input.type(typedDate(plan[name]), { ...typist, slips: 0 });
  }
  if (plan.adults !== 2) await desktop.choose("adults", String(plan.adults), typist);
  await pause(0.4, 1.2);
  await desktop.click("button 0");
}

/** Chooses a room, with the mouse. */
export async function chooseRoom({ desktop, plan, random, pause }: Guest): Promise<void> {
  await desktop.see(roomsPath(plan.hotel.id), plan.hotel.city);
  await pause(1.2, 3.5);
  await desktop.wander();
  if (random.chance(0.5)) await desktop.scrollTo(desktop.scrollMax);
  await pause(1, 3);
  await desktop.click(`button ${plan.room}`);
}

/** Waits for the checkout page and reads it. */
export async function arriveAtCheckout({ desktop, plan, pause }: Guest): Promise<void> {
  await desktop.see(checkoutPath(plan.hotel.id), "Your details");
  await pause(0.8, 2.2);
}

/** Clicks the submit button; the keyboard may have scrolled the page. */
export async function submit({ desktop, pause }: Guest): Promise<void> {
  await pause(0.6, 1.8);
  await desktop.click("button 0");
}

/** @throws Error where neither result page appears. */
export async function readResult({ desktop, pause }: Guest): Promise<void> {
  await desktop.see("", "Reservation confirmed", "Not completed");
  await pause(1.5, 3);
}
