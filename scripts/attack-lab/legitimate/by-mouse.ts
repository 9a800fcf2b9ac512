/** The whole way with the mouse; only the form is filled differently from one guest to the next. */
import type { Visit } from "../kind.ts";
import { type FormHabits, fillForm } from "./form.ts";
import {
  arriveAtCheckout,
  chooseRoom,
  type Guest,
  type Manner,
  readResult,
  search,
  sitDown,
  submit,
} from "./guest.ts";

export function bookByMouse(visit: Visit, manner: Manner, habits: FormHabits): Promise<void> {
  return sitDown(visit, manner, (guest) => bookThisWay(guest, () => fillForm(guest, habits)));
}

/** @param fill does whatever leaves the form filled. */
export async function bookThisWay(guest: Guest, fill: () => Promise<void>): Promise<void> {
  await search(guest);
  await chooseRoom(guest);
  await arriveAtCheckout(guest);
  await fill();
  await submit(guest);
  await readResult(guest);
}
