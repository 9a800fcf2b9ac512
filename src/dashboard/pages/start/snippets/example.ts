/** What the snippets are filled with. */

/** The variable from which every snippet reads the secret key: it stands in no code. */
export const keyVariable = "BOOKING_RISK_SECRET_KEY";

/** What stands for a key that is not known any more. */
export const placeholders = { secret: "sk_…", publishable: "pk_…" } as const;

/** One booking, as the snippets send it. */
export interface Example {
  /** The service's origin. */
  url: string;
  /** The project's name stands for the hotel's: whatever somebody typed. */
  hotel: string;
  /** YYYY-MM-DD */
  checkIn: string;
  checkOut: string;
}

const dayMs = 86_400_000;

export function exampleOf(url: string, hotel: string, now = Date.now()): Example {
  const inDays = (days: number) => new Date(now + days * dayMs).toISOString().slice(0, 10);
  return { url, hotel, checkIn: inDays(30), checkOut: inDays(33) };
}
