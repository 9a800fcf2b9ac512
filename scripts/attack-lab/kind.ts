/** What the laboratory knows of a kind of visitor, and what a visitor is given. */

/** Somebody who books: made up, the same for the same seed. */
export interface Person {
  firstName: string;
  lastName: string;
  /** Of nobody else in the run: it tells whose decision is whose. */
  email: string;
  /** E.164. */
  phone: string;
  addressLine: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** IANA name of where the person is. */
  timeZone: string;
  /** BCP 47, the browser's first language. */
  language: string;
  /** The public address that the person's requests come from. */
  ip: string;
}

/** One visit: everything that a visitor is told. */
export interface Visit {
  /** The hotel's site and the risk service, as a browser reaches them. */
  site: string;
  service: string;
  /** Of the hotel, as anybody can read it in the site's pages. */
  publishableKey: string;
  /** The HTTP proxy that carries this visit from the person's address, `http://127.0.0.1:PORT`. */
  proxy: string;
  person: Person;
  /** More people from other addresses, each with a proxy, for kinds that book more than once. */
  others: readonly { person: Person; proxy: string }[];
  /** An empty folder of this visit's own, for browser profiles. */
  folder: string;
  /** Seeds everything that this visit decides by chance. */
  seed: number;
}

export interface Kind {
  /** In kebab case. */
  name: string;
  side: "legitimate" | "attack";
  /** A program makes the input or the telemetry; false: a person, or people, do. */
  automation: boolean;
  /** One sentence for the table. */
  about: string;
  /** What the default model's training knew of this kind, in a few words; null: nothing. */
  trainedOn: string | null;
  /** How many further people `others` has to have. */
  others?: number;
  /**
   * Makes one visit, up to and with the attempt to book as `visit.person` (and whoever of
   * `others`). Only attempts of people in `counted` (all, where absent) are this kind's.
   * @throws Error where the visit could not be made.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: most visits have nothing to tell.
  run(visit: Visit): Promise<{ counted?: readonly Person[] } | void>;
}
