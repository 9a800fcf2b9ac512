/**
 * The texts and days of a request in the forms in which features compare them. Several features read
 * each, so all of them are computed once for an attempt.
 */
import { dayNumber } from "../../attempt/request/calendar.ts";
import {
  isDisposableMailDomain,
  isPublicMailDomain,
  mailDomainOf,
} from "../../attempt/request/mail-domain.ts";
import type { RiskRequest } from "../../attempt/request/risk-request.ts";
import { plainName } from "../velocity/names.ts";
import { type PhoneFacts, phoneFactsOf } from "./phone-number.ts";

export interface RequestTexts {
  /** The booker's given and family name as sent, joined by a space. */
  names: string;
  /** The booker's names without case, accents and punctuation; empty without letters and digits. */
  firstName: string;
  lastName: string;
  fullName: string;
  /** The e-mail address before the @, as sent and in lower case, and after the @. */
  local: string;
  lowerLocal: string;
  domain: string;
  isDisposable: boolean;
  isPublic: boolean;
  phone: PhoneFacts;
  /** Of the guests with a name, or with a family name, as the booker's. */
  guestNames: readonly string[];
  guestFamilies: readonly string[];
  /** Days since 1970. */
  checkIn: number;
  checkOut: number;
}

let last: { request: RiskRequest; texts: RequestTexts } | null = null;

/** Those of the latest request are remembered; a request is never changed once it was read. */
export function textsOf(request: RiskRequest): RequestTexts {
  if (last?.request === request) return last.texts;
  const texts = computeTexts(request);
  last = { request, texts };
  return texts;
}

function computeTexts({ booker, guests, booking }: RiskRequest): RequestTexts {
  const at = booker.email.lastIndexOf("@");
  const local = booker.email.slice(0, at);
  const domain = mailDomainOf(booker.email);
  const firstName = plainName(booker.firstName);
  const lastName = plainName(booker.lastName);
  const guestNames: string[] = [];
  const guestFamilies: string[] = [];
  for (const guest of guests ?? []) {
    const family = plainName(guest.lastName ?? "");
    const name = joined(plainName(guest.firstName ?? ""), family);
    if (name !== "") guestNames.push(name);
    if (family !== "") guestFamilies.push(family);
  }
  return {
    names: `${booker.firstName} ${booker.lastName}`,
    firstName,
    lastName,
    fullName: joined(firstName, lastName),
    local,
    lowerLocal: local.toLowerCase(),
    domain,
    isDisposable: isDisposableMailDomain(domain),
    isPublic: isPublicMailDomain(domain),
    phone: phoneFactsOf(booker.phone),
    guestNames,
    guestFamilies,
    checkIn: dayNumber(booking.checkIn),
    checkOut: dayNumber(booking.checkOut),
  };
}

const joined = (firstName: string, lastName: string) =>
  firstName !== "" && lastName !== "" ? `${firstName} ${lastName}` : firstName || lastName;
