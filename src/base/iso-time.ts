/** A moment in ISO 8601, in UTC, as responses and exports have it. @param at milliseconds since 1970; null stays null. */
export function isoTime<At extends number | null>(at: At): At extends null ? null : string;
export function isoTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
