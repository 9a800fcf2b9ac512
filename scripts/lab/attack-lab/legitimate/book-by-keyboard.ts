/** Books with the keyboard only: Tab, arrow keys and Enter. */
import { hotels } from "../../../demo/hotel/hotels.ts";
import type { Visit } from "../kind.ts";
import { chooseByTab, type FormHabits, fillForm } from "./checkout-form.ts";
import { roomsPath, searchPath } from "./devices/page-layout.ts";
import {
  arriveAtCheckout,
  type Guest,
  readResult,
  runSession,
  type SessionOptions,
  typedCity,
  typedDate,
} from "./guest.ts";

export function bookByKeyboard(visit: Visit, session: SessionOptions): Promise<void> {
  return runSession(visit, session, async (guest) => {
    await search(guest);
    await chooseRoom(guest);
    await arriveAtCheckout(guest);
    await fillForm(guest, habits);
    await submit(guest);
    await readResult(guest);
  });
}

async function search({ desktop, plan, typist, random, pause }: Guest): Promise<void> {
  const { input } = desktop;
  await desktop.see(searchPath, "Hotels by the water");
  await pause(1.5, 3.5);
  if (random.chance(0.6)) {
    await input.press("Down", random.int(2, 6));
    await pause(0.8, 2);
  }
  // The site's name, then the list of hotels.
  await input.press("Tab", 2);
  await pause(0.3, 0.9);
  if (plan.hotel !== hotels[0]) {
    await input.type(typedCity(plan.hotel), { ...typist, gapMs: 180, slips: 0 });
  }
  await input.press("Tab");
  await input.type(typedDate(plan.checkIn), { ...typist, slips: 0 });
  // From the year to the calendar button, then to the next field.
  await input.press("Tab", 2);
  await pause(0.3, 0.9);
  await input.type(typedDate(plan.checkOut), { ...typist, slips: 0 });
  await input.press("Tab", 2);
  await input.type(String(plan.adults), typist);
  await input.press("Tab", 2);
  await pause(0.4, 1.2);
  await input.press("Return");
}

async function chooseRoom({ desktop, plan, random, pause }: Guest): Promise<void> {
  await desktop.see(roomsPath(plan.hotel.id), plan.hotel.city);
  await pause(1.5, 3);
  if (random.chance(0.5)) await desktop.input.press("Down", random.int(2, 5));
  // The site's name, "Change", then one room after another.
  await desktop.input.press("Tab", 3 + plan.room);
  await pause(0.8, 2.5);
  await desktop.input.press("Return");
}

const habits: FormHabits = {
  enter: ({ desktop }, _, first) => desktop.input.press("Tab", first ? 2 : 1),
  choose: chooseByTab,
};

/** Skips the two fields of another guest. */
async function submit({ desktop, pause }: Guest): Promise<void> {
  await desktop.input.press("Tab", 3);
  await pause(0.6, 1.8);
  await desktop.input.press("Return");
}
