/**
 * Numbers, dates and times in the viewer's locale and time zone, in one place. Texts are English;
 * only what is formatted follows the browser's language.
 */

/** The browser's first language; English where it names none that exists. */
export const locale: string = localeOf(globalThis.navigator?.language);

export function localeOf(language: string | undefined): string {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(language ?? "en")[0] ?? "en";
  } catch {
    return "en";
  }
}

/** The viewer's, such as Europe/Lisbon. */
export const timeZone: string = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A true minus sign, as everywhere in the dashboard; locales differ in theirs. */
export const withMinusSign = (text: string): string => text.replace("-", "−");

export function numberFormat(options: Intl.NumberFormatOptions): (value: number) => string {
  const format = new Intl.NumberFormat(locale, options);
  return (value) => withMinusSign(format.format(value));
}

export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, options);
}

/** A day in the viewer's time zone. */
const day = dateFormat({ dateStyle: "medium" });
/** A calendar day, or a day of figures, which are counted in UTC. */
const utcDay = dateFormat({ dateStyle: "medium", timeZone: "UTC" });
const minute = dateFormat({ dateStyle: "medium", timeStyle: "short" });
const second = dateFormat({ dateStyle: "medium", timeStyle: "medium" });
/** As on the axes of charts: 13:00, or 1:00 PM where the locale has it. */
const clock = dateFormat({ timeStyle: "short" });

export const formatDay = (ms: number): string => day.format(ms);
export const formatUtcDay = (ms: number): string => utcDay.format(ms);
/** As in "Mar 2 – 5, 2027". */
export const formatUtcDays = (from: number, to: number): string => utcDay.formatRange(from, to);
export const formatMinute = (ms: number): string => minute.format(ms);
export const formatClockTime = (ms: number): string => clock.format(ms);
/** With seconds and the name of the viewer's time zone. */
export const formatMoment = (ms: number): string => `${second.format(ms)} (${timeZone})`;
/** In the viewer's time zone, as a field of the type datetime-local has it; its first ten characters are the day. */
export function localTime(at: number | string): string {
  const date = new Date(at);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
export const formatSecond = (ms: number): string => second.format(ms);
