/** Books with the mouse; the form is filled in according to each guest's habits. */
import type { Visit } from "../kind.ts";
import { type FormHabits, fillForm } from "./checkout-form.ts";
import {
  arriveAtCheckout,
  chooseRoom,
  type Guest,
  readResult,
  runSession,
  type SessionOptions,
  search,
  submit,
} from "./guest.ts";

export function bookByMouse(
  visit: Visit,
  session: SessionOptions,
  habits: FormHabits,
): Promise<void> {
  return runSession(visit, session, (guest) => bookWithMouse(guest, () => fillForm(guest, habits)));
}

/** @param fill fills in the form. */
export async function bookWithMouse(guest: Guest, fill: () => Promise<void>): Promise<void> {
  await search(guest);
  await chooseRoom(guest);
  await arriveAtCheckout(guest);
  await fill();
  await submit(guest);
  await readResult(guest);
}
