/** The whole way without a pointer: tabulator, arrows and Enter. */
import { hotels } from "../../demo/hotel/hotels.ts";
import type { Visit } from "../kind.ts";
import { roomsPath, searchPath } from "./desk/layout.ts";
import { chooseByTab, type FormHabits, fillForm } from "./form.ts";
import {
  arriveAtCheckout,
  type Guest,
  type Manner,
  readResult,
  sitDown,
  typedCity,
  typedDate,
} from "./guest.ts";

export function bookByKeyboard(visit: Visit, manner: Manner): Promise<void> {
  return sitDown(visit, manner, async (guest) => {
    await search(guest);
    await chooseRoom(guest);
    await arriveAtCheckout(guest);
    await fillForm(guest, habits);
    await submit(guest);
    await readResult(guest);
  });
}

async function search({ desk, plan, typist, random, pause }: Guest): Promise<void> {
  const { hands } = desk;
  await desk.see(searchPath, "Hotels by the water");
  await pause(1.5, 3.5);
  if (random.chance(0.6)) {
    await hands.press("Down", random.int(2, 6));
    await pause(0.8, 2);
  }
  // The hotel's name, then the list of hotels.
  await hands.press("Tab", 2);
  await pause(0.3, 0.9);
  if (plan.hotel !== hotels[0]) {
    await hands.type(typedCity(plan.hotel), { ...typist, gapMs: 180, slips: 0 });
  }
  await hands.press("Tab");
  await hands.type(typedDate(plan.checkIn), { ...typist, slips: 0 });
  // From the year to the calendar's button, and to the next field.
  await hands.press("Tab", 2);
  await pause(0.3, 0.9);
  await hands.type(typedDate(plan.checkOut), { ...typist, slips: 0 });
  await hands.press("Tab", 2);
  await hands.type(String(plan.adults), typist);
  await hands.press("Tab", 2);
  await pause(0.4, 1.2);
  await hands.press("Return");
}

async function chooseRoom({ desk, plan, random, pause }: Guest): Promise<void> {
  await desk.see(roomsPath(plan.hotel.id), plan.hotel.city);
  await pause(1.5, 3);
  if (random.chance(0.5)) await desk.hands.press("Down", random.int(2, 5));
  // The hotel's name, "Change", then the rooms one after the other.
  await desk.hands.press("Tab", 3 + plan.room);
  await pause(0.8, 2.5);
  await desk.hands.press("Return");
}

const habits: FormHabits = {
  enter: ({ desk }, _, first) => desk.hands.press("Tab", first ? 2 : 1),
  choose: chooseByTab,
};

/** Past the two fields of another guest. */
async function submit({ desk, pause }: Guest): Promise<void> {
  await desk.hands.press("Tab", 3);
  await pause(0.6, 1.8);
  await desk.hands.press("Return");
}
