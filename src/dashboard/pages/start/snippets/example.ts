/** The values in the snippets. */
import { dayMs } from "../../../../base/durations.ts";

/** The variable from which every snippet reads the secret key, so that it is not in any code. */
export const keyVariable = "BOOKING_RISK_SECRET_KEY";

/** Placeholders for keys that cannot be shown again. */
export const placeholders = { secret: "sk_…", publishable: "pk_…" } as const;

/** The booking that the snippets send. */
export interface Example {
  /** The origin of the service. */
  url: string;
  /** The name of the project, which may be any text. */
  hotel: string;
  /** YYYY-MM-DD */
  checkIn: string;
  checkOut: string;
}

export function exampleOf(url: string, hotel: string, now = Date.now()): Example {
  const inDays = (days: number) => new Date(now + days * dayMs).toISOString().slice(0, 10);
  return { url, hotel, checkIn: inDays(30), checkOut: inDays(33) };
}
