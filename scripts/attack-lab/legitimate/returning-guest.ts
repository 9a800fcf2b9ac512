import { randomOf } from "../../../models/training/simulator/random.ts";
import type { Kind } from "../kind.ts";
import { bookThisWay } from "./by-mouse.ts";
import { byTab, fillForm } from "./form.ts";
import { arriveAtCheckout, chooseRoom, search, sitDown } from "./guest.ts";

export const returningGuest: Kind = {
  name: "returning-guest",
  side: "legitimate",
  automation: false,
  about:
    "Comes twice with one browser. Half booked the first time, and both bookings count; half only looked.",
  trainedOn: "simulated returning travellers",
  async run(visit) {
    const booked = randomOf(`${visit.seed}/before`).chance(0.5);
    await sitDown(visit, { ...manner, sitting: "before" }, async (guest) => {
      if (booked) return bookThisWay(guest, () => fillForm(guest, byTab));
      await search(guest);
      await chooseRoom(guest);
      await arriveAtCheckout(guest);
    });
    await sitDown(visit, { ...manner, sitting: "now" }, (guest) =>
      bookThisWay(guest, () => fillForm(guest, byTab)),
    );
  },
};

const manner = {
  typist: { gapMs: 140, spread: 0.4, holdMs: 85, slips: 0.03 },
  tempo: 0.95,
  pace: 0.8,
};
