/**
 * A sighting as the database stores it: a JSON array of its moment, its stay, what links it, in the order
 * of `linkedKinds`, and its card and amount, unless it has neither. A decision may read a thousand of them:
 * the database joins their texts, and one `JSON.parse` reads all.
 */
import type { SightingValues } from "../port/sighting.ts";
import { linkedKinds, type Sighting } from "../port/velocity.ts";

/**
 * All but the moment and the score, without brackets: the database adds the moment, which it may have to
 * choose, and with what it reads the score, which is not known yet.
 */
export function sightingText({ checkIn, checkOut, linked, card, amount }: Sighting): string {
  const values: SightingValues = [checkIn, checkOut];
  for (const kind of linkedKinds) values.push(linked[kind] ?? null);
  if (card !== null || amount !== null) values.push(card, amount);
  return JSON.stringify(values).slice(1, -1);
}

/**
 * Which of a stored sighting's values, counted from 1, is the amount: after its moment, its stay, what links it
 * and the card. Values are numbers and null, without commas; it is the last.
 */
export const amountPlace = 4 + linkedKinds.length + 2;
