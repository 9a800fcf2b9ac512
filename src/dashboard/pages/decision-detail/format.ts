/** Labels, numbers and dates as the decision page shows them. */
import type { LinkKind } from "../../../storage/port/search.ts";
import { formatUtcDay, numberFormat } from "../../components/format.ts";

export const identityLabels = {
  device: "device",
  email: "e-mail address",
  phone: "phone",
  ip: "IP address",
  name: "name",
  booker: "booker ID",
  card: "card or account",
} as const;

/** In which pages show them: the guest, what was paid with, the device and the network. */
export const identityOrder = [
  "name",
  "email",
  "phone",
  "booker",
  "card",
  "device",
  "ip",
] as const satisfies LinkKind[];

export const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

export const levelTone = (level: string) =>
  level === "high" ? "danger" : level === "medium" ? "warn" : "ok";

const regions = new Intl.DisplayNames("en", { type: "region" });

/** The country of a two-letter code, or the text itself if it is not a valid code. */
export function countryName(code: string): string {
  try {
    return regions.of(code) ?? code;
  } catch {
    return code;
  }
}

/** A calendar day, which has no time zone. */
export function formatDay(date: string): string {
  const ms = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(ms) ? date : formatUtcDay(ms);
}

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** A position in a visit: "0:07", "12:31", "1:02:03". */
export function formatClock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (n: number) => String(n).padStart(2, "0");
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** A duration: "0.4 s", "12 s", "3 min 5 s", "2 h 10 min". */
export function formatDuration(ms: number): string {
  if (ms < 9_950) return `${Number((ms / 1000).toFixed(1))} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 ? `${minutes} min ${seconds % 60} s` : `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return minutes % 60 ? `${hours} h ${minutes % 60} min` : `${hours} h`;
}

const signedPoints = numberFormat({
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay: "negative",
});

/** Signed with one digit: "+1.3", "−3.0" with a true minus sign, "0.0". */
export function formatPoints(points: number): string {
  const text = signedPoints(points);
  return points >= 0.05 ? `+${text}` : text;
}
