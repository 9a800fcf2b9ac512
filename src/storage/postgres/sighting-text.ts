/**
 * A sighting as the database stores it: a JSON array of its moment, its stay and what links it, in the order
 * of `linkedKinds`. A decision may read a thousand of them: the database joins their texts, and one
 * `JSON.parse` reads all.
 */
import { linkedKinds, type Sighting } from "../velocity.ts";

export type SightingValues = (number | null)[];

/** All but the moment, without brackets: the database adds the moment, which it may have to choose. */
export function sightingText({ checkIn, checkOut, linked }: Sighting): string {
  const values: SightingValues = [checkIn, checkOut];
  for (const kind of linkedKinds) values.push(linked[kind] ?? null);
  return JSON.stringify(values).slice(1, -1);
}

/** Written out: a loop over the kinds takes several times as long. */
export function toSighting(values: SightingValues): Sighting {
  return {
    at: values[0]!,
    tie: values[1]!,
    checkIn: values[2]!,
    checkOut: values[3]!,
    linked: {
      email: values[4]!,
      phone: values[5]!,
      booker: values[6]!,
      name: values[7]!,
      device: values[8]!,
      ip: values[9]!,
      network: values[10]!,
      domain: values[11]!,
      hotel: values[12]!,
      collection: values[13]!,
      city: values[14]!,
      look: values[15]!,
      surname: values[16]!,
    },
  };
}
