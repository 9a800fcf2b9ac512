/** A booking as it is planned, before its visit begins and its request is sent. */
import type { Behaviour } from "./behaviour.ts";
import type * as marginals from "./marginals.ts";
import type { Hotel, Merchant } from "./merchants.ts";
import type { Customer } from "./people.ts";

export interface Stay {
  checkInMs: number;
  nights: number;
  party: marginals.Party;
}

export interface Name {
  firstName: string;
  lastName: string;
}

/** Everything about an attempt that a kind may override; the rest gets ordinary values. */
export interface Booking {
  merchant: Merchant;
  hotel: Hotel;
  customer: Customer;
  behaviour: Behaviour;
  stay: Stay;
  /** The merchant sends its own identifier for the booker: an account or a customer number. */
  account: boolean;
  /** A returning customer, for whom the merchant prefills the form. */
  known: boolean;
  /** The guests; the first is not necessarily the booker. */
  guests: readonly Name[];
  billing: { home: string; address: string };
  /** The SDK is blocked, so that the merchant has no collection id to send. */
  blocked: boolean;
}
