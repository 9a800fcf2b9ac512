/** A stored request for people, field by field, with what is the guest's apart. */

import { isCurrency, minorUnitsOf } from "../../../attempt/request/currency.ts";
import type { ProjectAttribute } from "../../../storage/port/attributes.ts";

export type RequestGroup =
  | "Guest"
  | "Contact"
  | "Stay"
  | "Party"
  | "Billing"
  | "Payment"
  | "Attributes"
  | "Hotel"
  | "Call"
  | "Other fields";

export interface RequestField {
  /** Where it stands in the request, as in `booker.firstName`. */
  path: string;
  label: string;
  value: string;
  /** What it says, where the project declares it. */
  meaning?: string;
}

export interface ShownRequest {
  groups: { title: RequestGroup; fields: RequestField[] }[];
  /** Fields left out of the response, since they are a guest's or unknown to this version. */
  withheld: number;
  /** Fields left out because there are too many, or they are nested too deeply. */
  leftOut: number;
  /** The complete request, for users who are allowed to see guests' data. */
  json: string | null;
}

/** More than a request of 100 guests has. */
export const fieldsMax = 400;
const depthMax = 8;

interface Known {
  group: RequestGroup;
  label: string;
  /** Whether the field is guests' data, which needs a permission. */
  isGuests: boolean;
}

const guests = (group: RequestGroup, label: string): Known => ({ group, label, isGuests: true });
const open = (group: RequestGroup, label: string): Known => ({ group, label, isGuests: false });

/** In the order in which they are shown; `#` stands for a place in a list. */
const known: Readonly<Record<string, Known>> = {
  "booker.firstName": guests("Guest", "First name"),
  "booker.lastName": guests("Guest", "Last name"),
  "booker.referenceId": guests("Guest", "Your identifier"),
  "booker.email": guests("Contact", "E-mail"),
  "booker.phone": guests("Contact", "Phone"),
  "booking.checkIn": open("Stay", "Check-in"),
  "booking.checkOut": open("Stay", "Check-out"),
  "booking.totalAmount": open("Stay", "Total amount"),
  "booking.freeCancellationUntil": open("Stay", "Free cancellation until"),
  "booking.groupSize.adultCount": open("Party", "Adults"),
  "booking.groupSize.childCount": open("Party", "Children"),
  "booking.groupSize.infantCount": open("Party", "Infants"),
  "guests.#.firstName": guests("Party", "Guest #, first name"),
  "guests.#.lastName": guests("Party", "Guest #, last name"),
  "billing.addressLine": guests("Billing", "Address"),
  "billing.country": open("Billing", "Country"),
  "payment.method": open("Payment", "Method"),
  "payment.instrumentId": guests("Payment", "Card or account"),
  "payment.bin": open("Payment", "First digits of the card"),
  "payment.billingCountryMatch": open("Payment", "Issued in the billing country"),
  "payment.avs": open("Payment", "Check of the address"),
  "payment.cvc": open("Payment", "Check of the security code"),
  "payment.threeDSecure": open("Payment", "3-D Secure"),
  "payment.previousDeclines": open("Payment", "Declined before"),
  "hotel.name": open("Hotel", "Name"),
  "hotel.address": open("Hotel", "Address"),
  "hotel.country": open("Hotel", "Country"),
  "hotel.referenceId": open("Hotel", "Your identifier"),
  "hotel.giataId": open("Hotel", "GIATA identifier"),
  requestId: open("Call", "Request"),
  collectionId: open("Call", "Collection"),
};

const order = new Map(Object.keys(known).map((name, place) => [name, place]));
const titles: readonly RequestGroup[] = [
  "Guest",
  "Contact",
  "Stay",
  "Party",
  "Billing",
  "Payment",
  "Attributes",
  "Hotel",
  "Call",
  "Other fields",
] as RequestGroup[];

/**
 * @param text the request as it is stored, JSON.
 * @param personal whether guests' data may be seen.
 * @param attributes those that the project declares, the archived ones too.
 */
export function shownRequest(
  text: string,
  personal: boolean,
  attributes: readonly ProjectAttribute[],
): ShownRequest {
  const request: unknown = JSON.parse(text);
  const leaves: Leaf[] = [];
  const leftOut = gather(request, [], leaves);
  const all = leaves
    .map((leaf) => attributeOf(leaf, attributes) ?? fieldOf(leaf))
    .sort((a, b) => a.place - b.place);
  const shown = all.filter(({ isGuests }) => personal || !isGuests);
  const groups = titles.map((title) => ({
    title,
    fields: shown.filter(({ group }) => group === title).map(({ field }) => field),
  }));
  return {
    groups: groups.filter(({ fields }) => fields.length > 0),
    withheld: all.length - shown.length,
    leftOut,
    json: personal ? JSON.stringify(request, null, 2) : null,
  };
}

interface Leaf {
  path: readonly string[];
  value: unknown;
}

/** @returns how many were left out. */
function gather(value: unknown, path: readonly string[], leaves: Leaf[]): number {
  const isInner = typeof value === "object" && value !== null && path.length < depthMax;
  if (isInner && amountText(value) === null) {
    const inner = Object.entries(value);
    return inner.reduce((sum, [name, one]) => sum + gather(one, [...path, name], leaves), 0);
  }
  if (leaves.length >= fieldsMax) return 1;
  leaves.push({ path, value });
  return 0;
}

/** Null for another field, and for an attribute that this project does not declare. */
function attributeOf(
  { path, value }: Leaf,
  attributes: readonly ProjectAttribute[],
): ReturnType<typeof fieldOf> | null {
  const [member, name, ...more] = path;
  if (member !== "attributes" || more.length > 0) return null;
  const place = attributes.findIndex((one) => one.name === name);
  if (place < 0) return null;
  const { unit, meaning, personal } = attributes[place]!;
  const text = unit === null ? textOf(value) : `${textOf(value)} ${unit}`;
  const field = { path: path.join("."), label: name!, value: text, meaning };
  // After all others of its kind; groups are put in their order afterwards.
  return { field, group: "Attributes", isGuests: personal, place: order.size + 1 + place };
}

function fieldOf({ path, value }: Leaf): {
  field: RequestField;
  group: RequestGroup;
  isGuests: boolean;
  place: number;
} {
  const name = path.map((one) => (/^\d+$/.test(one) ? "#" : one)).join(".");
  const place = order.get(name);
  const number = path.find((one) => /^\d+$/.test(one));
  const { group, label, isGuests } =
    place === undefined ? guests("Other fields", path.join(".")) : known[name]!;
  const field = {
    path: path.join("."),
    label: place === undefined ? label : label.replace("#", String(Number(number) + 1)),
    value: textOf(value),
  };
  return { field, group, isGuests, place: place ?? order.size };
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "yes" : "no";
  return amountText(value) ?? JSON.stringify(value);
}

/** An amount as people write it, such as "EUR 125.50"; null for anything else. */
function amountText(amount: unknown): string | null {
  const { value, currency, ...more } = Object(amount) as Record<string, unknown>;
  if (typeof value !== "number" || typeof currency !== "string") return null;
  if (!isCurrency(currency) || Object.keys(more).length > 0) return null;
  const style = { style: "currency", currency, currencyDisplay: "code" } as const;
  const format = new Intl.NumberFormat("en", style);
  const text = format.format(value / minorUnitsOf(currency));
  return text.replaceAll("\u00a0", " ");
}
