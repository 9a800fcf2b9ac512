/** Words, numbers and dates of a decision, as a hotel's fraud analyst says them. */

export const outcomeWords: Readonly<Record<string, string>> = {
  legitimate: "Legitimate",
  fraud: "Fraud",
  chargeback: "Chargeback",
};

export const settingWords: Readonly<Record<string, string>> = {
  maximizeProtection: "Maximize protection",
  balanced: "Balanced",
  maximizeRevenue: "Maximize revenue",
};

export const linkWords = {
  device: "device",
  email: "e-mail address",
  phone: "phone",
  ip: "IP address",
  name: "name",
  booker: "booker's identifier",
} as const;

/** A word that this version does not know is shown as it is. */
export const wordOf = (words: Readonly<Record<string, string>>, word: string): string =>
  Object.hasOwn(words, word) ? words[word]! : word;

export const levelLook = (level: string) =>
  level === "high" ? "danger" : level === "medium" ? "warn" : "ok";

export const outcomeLook = (outcome: string) => (outcome === "legitimate" ? "ok" : "danger");

const regions = new Intl.DisplayNames("en", { type: "region" });

/** A country by its two letters; what is none is shown as it is. */
export function countryName(code: string): string {
  try {
    return regions.of(code) ?? code;
  } catch {
    return code;
  }
}

const day = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" });

/** A calendar day, which is in no zone. */
export function dayText(date: string): string {
  const ms = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(ms) ? date : day.format(ms);
}

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** A place in a visit: "0:07", "12:31", "1:02:03". */
export function clock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (n: number) => String(n).padStart(2, "0");
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** How long something lasted: "0.4 s", "12 s", "3 min 5 s", "2 h 10 min". */
export function lasting(ms: number): string {
  if (ms < 9_950) return `${Number((ms / 1000).toFixed(1))} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 ? `${minutes} min ${seconds % 60} s` : `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return minutes % 60 ? `${hours} h ${minutes % 60} min` : `${hours} h`;
}

/** With its sign, a true minus, and one digit. */
export function signed(points: number): string {
  const text = Math.abs(points).toFixed(1);
  if (text === "0.0") return "0.0";
  return `${points < 0 ? "−" : "+"}${text}`;
}
