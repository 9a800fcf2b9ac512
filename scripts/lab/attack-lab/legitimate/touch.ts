import { randomOf } from "../../../../models/training/simulator/random.ts";
import type { Kind, Visit } from "../kind.ts";
import { textFields, typedCountry } from "./checkout-form.ts";
import { Phone } from "./devices/phone.ts";
import { planOf } from "./guest.ts";

export const touch: Kind = {
  name: "touch",
  side: "legitimate",
  automation: false,
  about:
    "Uses a phone: swipes, taps, types on the screen. Automated: X11 has no touch input, so Chromium " +
    "emulates the phone and its DevTools protocol sends the touches.",
  trainedOn: "simulated travellers with phones",
  run: book,
};

const typist = { gapMs: 210, spread: 0.4, holdMs: 60, slips: 0 };

async function book(visit: Visit): Promise<void> {
  const random = randomOf(`${visit.seed}/touch`);
  const plan = planOf(random);
  const pause = (low: number, high: number) => Bun.sleep(1000 * random.between(low, high));
  const phone = await Phone.open(visit, random);
  try {
    await phone.open(`${visit.site}/?${asQuery(plan)}`);
    await phone.see("Hotels by the water");
    await pause(1.5, 3);
    await phone.swipe(300);
    await phone.tap("form .button");
    await phone.see(plan.hotel.city);
    await pause(1.5, 3);
    await phone.tap(`.room:nth-of-type(${plan.room + 1}) .button`);
    await phone.see("Your details");
    await pause(1, 2.5);
    for (const name of textFields) {
      await phone.tap(`[name=${name}]`);
      await pause(0.3, 0.8);
      await phone.type(visit.person[name], typist);
      await pause(0.2, 0.8);
    }
    await phone.next();
    await phone.choose(typedCountry(visit.person));
    await pause(0.5, 1.5);
    await phone.tap("form .button");
    await phone.see("Reservation confirmed", "Not completed");
    await pause(1.5, 3);
  } finally {
    await phone.leave();
  }
}

/** A phone's native date picker is not emulated, so the dates are part of the link. */
function asQuery({ hotel, checkIn, checkOut, adults }: ReturnType<typeof planOf>): string {
  const values = { hotel: hotel.id, checkIn, checkOut, adults: String(adults) };
  return new URLSearchParams(values).toString();
}
