/** What can change in a merchant's bookings, or in what its site sends of them. */
import type { Attempt } from "../../../models/training/simulator/kind.ts";
import { dayMs } from "../../../src/base/durations.ts";

export interface Change {
  name: string;
  /** An attempt as it is sent from the change on. */
  sent: (attempt: Attempt) => Attempt;
  /** Whether a feature of this name shows the change. */
  isShownBy: (feature: string) => boolean;
}

const withRequest = (attempt: Attempt, request: Partial<Attempt["request"]>): Attempt => ({
  ...attempt,
  request: { ...attempt.request, ...request },
});

const dateAfter = (date: string, days: number) =>
  new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);
const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** The booking with its check-in and its nights multiplied. */
function stay(attempt: Attempt, { lead = 1, nights = 1 }): Attempt {
  const { booking } = attempt.request;
  const ahead = Math.max(0, daysBetween(dayOf(attempt.at), booking.checkIn));
  const long = daysBetween(booking.checkIn, booking.checkOut);
  const checkIn = dateAfter(dayOf(attempt.at), Math.round(ahead * lead));
  const checkOut = dateAfter(checkIn, Math.max(1, long * nights));
  return withRequest(attempt, { booking: { ...booking, checkIn, checkOut } });
}

const named = (pattern: RegExp) => (feature: string) => pattern.test(feature);

export const changes: readonly Change[] = [
  {
    name: "lead times cut to a third",
    sent: (attempt) => stay(attempt, { lead: 1 / 3 }),
    isShownBy: named(/lead_time|check_in|days_until|weekend/),
  },
  {
    name: "stays three times as long",
    sent: (attempt) => stay(attempt, { nights: 3 }),
    isShownBy: named(/night|stay|check_/),
  },
  {
    name: "all mailboxes at a relay's domain",
    sent(attempt) {
      const { booker } = attempt.request;
      const [local] = booker.email.split("@");
      return withRequest(attempt, { booker: { ...booker, email: `${local}@relay.example` } });
    },
    isShownBy: named(/email|domain/),
  },
  {
    name: "one telephone number for all, a call centre's",
    sent(attempt) {
      const { booker } = attempt.request;
      return withRequest(attempt, { booker: { ...booker, phone: "+493012345678" } });
    },
    isShownBy: named(/phone/),
  },
  {
    name: "billing addresses no longer sent",
    sent: (attempt) => {
      const { billing: _, ...request } = attempt.request;
      return { ...attempt, request };
    },
    isShownBy: named(/billing/),
  },
  {
    name: "guests no longer sent",
    sent: (attempt) => {
      const { guests: _, ...request } = attempt.request;
      return { ...attempt, request };
    },
    isShownBy: named(/guest|party|people|group|children|adults/),
  },
  {
    name: "one address for all visitors, a proxy's",
    sent: (attempt) => ({
      ...attempt,
      telemetry: attempt.telemetry.map(({ batch, arrival }) => ({
        batch,
        arrival: { ...arrival, ip: "192.0.2.1" },
      })),
    }),
    isShownBy: named(/(^|_)ip(_|$)|network/),
  },
  {
    name: "browser script lost",
    sent: (attempt) => {
      const { collectionId: _, ...request } = attempt.request;
      return { ...attempt, request, telemetry: [] };
    },
    isShownBy: named(/^$/), // The alert of telemetry shows it.
  },
];
