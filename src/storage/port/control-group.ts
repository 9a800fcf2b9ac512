/** A project's control group: of the attempts that its model denies, a random few are let through. */

/** The setting, as stored. */
export interface ControlGroup {
  /** Of the attempts that can be drawn, 0 to 0.05; 0: off. */
  share: number;
  /** At most so many are let through in a calendar month, UTC. */
  bookingsMax: number;
  /** Their amounts together, of those that are in this currency; null: amounts are not limited. */
  amountMax: ControlGroupAmount | null;
  /** The key of the draw, hex. It stays as long as the project, so that nobody is drawn anew. */
  secret: string;
}

export interface ControlGroupAmount {
  value: number;
  /** ISO 4217. */
  currency: string;
}

/** What is counted of a calendar month. */
export interface ControlGroupMonth {
  /** `2026-11`, UTC. */
  month: string;
  /** Of the amounts; "" where amounts are not limited. Another currency begins a count of its own. */
  currency: string;
}

export interface ControlGroupCount {
  bookings: number;
  /** Of the bookings whose amount is in the currency. */
  amount: number;
}

/** One more booking of a month, if it is within the limits. */
export interface ControlGroupUse extends ControlGroupMonth {
  projectId: string;
  /** 0 where it is unknown or in another currency. */
  amount: number;
  bookingsMax: number;
  /** Null: amounts are not limited. */
  amountMax: number | null;
}

/** What a decision is stored with: whether it was drawn, and why not. */
export interface StoredDraw {
  share: number;
  /**
   * 0 to 1, by the guest's e-mail address; below `share`, it is let through. Null where it was not drawn, and once
   * the guest's data is removed.
   */
  draw: number | null;
  result: DrawResult;
}

/**
 * `allowed`: let through. `denied`: drawn, and denied. The others were not drawn. `fraudReported`: a fraud is
 * reported with one of its identities. `notSeen`: its device or address is unknown. `otherGuest`: another e-mail
 * address was used with its device, address, phone, booker or card. `repeated`: too many attempts with its e-mail
 * address. `limitReached`: drawn, and the month's limit is reached, by this booking or an earlier one.
 */
export const drawResults = [
  "allowed",
  "denied",
  "fraudReported",
  "notSeen",
  "otherGuest",
  "repeated",
  "limitReached",
] as const;
export type DrawResult = (typeof drawResults)[number];

/** Whether there was a draw: by its result, as the draw itself is removed with the guest's data. */
export const wasDrawn = ({ result }: Pick<StoredDraw, "result">): boolean =>
  result === "allowed" || result === "denied" || result === "limitReached";
