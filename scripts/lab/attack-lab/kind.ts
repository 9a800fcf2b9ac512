/**
 * A kind of visitor, and the input of a visit. Each kind has a file of its own in `attackers/kinds` or
 * `legitimate`, however short, so that the lab's list of kinds can be read off the folders.
 */

/** A fictional person who books; the same seed gives the same person. */
export interface Person {
  firstName: string;
  lastName: string;
  /** Unique within the run, because it links decisions to visits. */
  email: string;
  /** E.164. */
  phone: string;
  addressLine: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** IANA name of the person's time zone. */
  timeZone: string;
  /** BCP 47, the browser's first language. */
  language: string;
  /** The public IP address that the person's requests come from. */
  ip: string;
}

/** Everything that a kind needs for one visit. */
export interface Visit {
  /** URLs of the hotel's site and of the risk service. */
  site: string;
  service: string;
  /** The hotel's key, as found in the site's pages. */
  publishableKey: string;
  /** The HTTP proxy with the person's IP address, `http://127.0.0.1:PORT`. */
  proxy: string;
  person: Person;
  /** Further people with other IP addresses, for kinds that book more than once. */
  others: readonly { person: Person; proxy: string }[];
  /** An empty folder for the visit's browser profiles. */
  folder: string;
  /** Seed of all random decisions in the visit. */
  seed: number;
}

export interface Kind {
  /** In kebab-case. */
  name: string;
  side: "legitimate" | "attack";
  /** Whether a program, rather than people, produces the input or the telemetry. */
  automation: boolean;
  /** One sentence for the table. */
  about: string;
  /** The similar kinds in the default model's training data, in a few words; null for none. */
  trainedOn: string | null;
  /** The required number of `others`. */
  others?: number;
  /**
   * The first booking attempt of a visit that is counted, from 1 on in the order of arrival at the
   * hotel; absent: all are. A campaign's earlier attempts only lead up to the later ones.
   */
  countedFrom?: number;
  /**
   * Makes one visit, including the booking attempts of `visit.person` and of any `others`.
   * @throws Error where the visit failed.
   */
  run(visit: Visit): Promise<void>;
}
