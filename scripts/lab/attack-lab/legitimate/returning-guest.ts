import { randomOf } from "../../../../models/training/simulator/random.ts";
import type { Kind } from "../kind.ts";
import { bookWithMouse } from "./book-by-mouse.ts";
import { byTab, fillForm } from "./checkout-form.ts";
import { arriveAtCheckout, chooseRoom, runSession, search } from "./guest.ts";

export const returningGuest: Kind = {
  name: "returning-guest",
  side: "legitimate",
  automation: false,
  about:
    "Visits twice with one browser. Half book both times, and both bookings count; half only browse first.",
  trainedOn: "simulated returning travellers",
  async run(visit) {
    const booked = randomOf(`${visit.seed}/before`).chance(0.5);
    await runSession(visit, { ...session, label: "before" }, async (guest) => {
      if (booked) return bookWithMouse(guest, () => fillForm(guest, byTab));
      await search(guest);
      await chooseRoom(guest);
      await arriveAtCheckout(guest);
    });
    await runSession(visit, { ...session, label: "now" }, (guest) =>
      bookWithMouse(guest, () => fillForm(guest, byTab)),
    );
  },
};

const session = {
  typist: { gapMs: 140, spread: 0.4, holdMs: 85, slips: 0.03 },
  tempo: 0.95,
  pace: 0.8,
};
