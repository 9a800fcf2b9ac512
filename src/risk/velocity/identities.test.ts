import { describe, expect, test } from "bun:test";
import { booking as bookingRequest } from "../../../test/fixtures/booking.ts";
import type { RiskRequest } from "../../attempt/request/risk-request.ts";
import {
  type CollectionFacts,
  type CollectionSummary,
  unknownFacts,
} from "../../attempt/telemetry/summary.ts";
import { identityKinds } from "../../storage/port/velocity.ts";
import { identitiesOf, traitsOf } from "./identities.ts";

const request = bookingRequest({
  collectionId: "col_12345678",
  booker: { referenceId: "user-1" },
  booking: { checkIn: "2027-05-01", checkOut: "2027-05-04" },
});
const collection = {
  lastDeviceId: "dev_00000001",
  lastIp: "192.0.2.1",
} as Partial<CollectionSummary> as CollectionSummary;

const of = (more: Partial<RiskRequest> = {}, known: CollectionSummary | null = collection) =>
  identitiesOf("prj_1", { ...request, ...more }, known);
const booker = (more: Partial<RiskRequest["booker"]>) =>
  of({ booker: { ...request.booker, ...more } });
const hotel = (more: Partial<RiskRequest["hotel"]>) => of({ hotel: { ...request.hotel, ...more } });

test("an attempt that tells everything has one number of each kind, all different", () => {
  const identities = of();
  expect(Object.keys(identities).sort()).toEqual([...identityKinds].sort());
  const numbers = Object.values(identities);
  expect(new Set(numbers).size).toBe(identityKinds.length);
  for (const number of numbers) expect(Number.isSafeInteger(number) && number >= 0).toBe(true);
});

test("the numbers are the same at every call and hold nothing of the text", () => {
  expect(of()).toEqual(of());
  expect(of().email).toBeLessThan(2 ** 52);
});

test("what was not told has no number", () => {
  const { collectionId: _, ...without } = request;
  const { referenceId: __, ...person } = request.booker;
  const identities = identitiesOf("prj_1", { ...without, booker: person }, null);
  expect(Object.keys(identities).sort()).toEqual(["domain", "email", "hotel", "name", "phone"]);
  const nothingSeen = {
    lastDeviceId: null,
    lastIp: null,
  } as Partial<CollectionSummary> as CollectionSummary;
  expect(Object.keys(of({}, nothingSeen))).not.toContainAnyValues(["device", "ip"]);
});

describe("at a kiosk", () => {
  const atKiosk = (more: Partial<RiskRequest> = {}, known = collection) =>
    identitiesOf("prj_1", { ...request, ...more }, known, true);

  test("device, address and network are the booking's own; the person and the hotel link it", () => {
    const { device, ip, network, ...others } = of();
    const { device: ownDevice, ip: ownIp, network: ownNetwork, ...identities } = atKiosk();
    expect(identities).toEqual(others);
    const all = [device, ip, network, ownDevice, ownIp, ownNetwork];
    expect(new Set(all).size).toBe(all.length);
    for (const one of all) expect(one).toBeNumber();
    expect(atKiosk({}, { ...collection, lastIp: "192.0.2.2", lastDeviceId: "dev_2" })).toEqual(
      atKiosk(),
    );
    const next = atKiosk({ requestId: "checkout-2" });
    for (const kind of ["device", "ip", "network"] as const) {
      expect(next[kind]).not.toBe(atKiosk()[kind]);
    }
  });

  test("what the visit did not show is not made up", () => {
    const unknown = atKiosk({}, { ...collection, lastIp: null, lastDeviceId: null });
    for (const kind of ["device", "ip", "network"] as const) expect(unknown[kind]).toBeUndefined();
    expect(traitsOf("prj_1", request, collection, true).look).toBeNull();
  });

  test("the browser profile, which all guests there have, is the booking's own", () => {
    const device = { screenWidth: 1920, timeZone: "Europe/Lisbon" };
    const known: CollectionFacts = {
      ...unknownFacts,
      ...collection,
      device,
      userAgents: ["Safari"],
    };
    const seen = traitsOf("prj_1", request, known);
    expect(seen.look).not.toBeNull();
    const own = traitsOf("prj_1", request, known, true);
    expect({ ...own, look: seen.look }).toEqual(seen);
    const next = traitsOf("prj_1", { ...request, requestId: "checkout-2" }, known, true);
    expect(new Set([seen.look, own.look, next.look]).size).toBe(3);
    expect(own.look).toBeNumber();
  });
});

test("a name without letters or digits, and an empty reference, are nobody's", () => {
  expect(booker({ firstName: "--", lastName: "!" }).name).toBeUndefined();
  expect(booker({ referenceId: "" }).booker).toBeUndefined();
});

test("projects have numbers of their own", () => {
  const other = identitiesOf("prj_2", request, collection);
  for (const kind of identityKinds) expect(other[kind]).not.toBe(of()[kind]);
});

test("the same text of another kind is another number", () => {
  const { phone, booker: reference } = booker({ referenceId: request.booker.phone });
  expect(reference).not.toBe(phone);
});

describe("a person is the same in every spelling", () => {
  test.each([
    ["ADA", "LOVELACE"],
    ["ada", "lovelace"],
    ["  Ada ", " Love lace ".replace(" l", "l")],
    ["Adá", "Lovelacé"], // at the end of a word
    ["Ádà", "Lövelace"], // within a word
    ["A\u0301da", "Love\u0301lace"], // decomposed
    ["Ａｄａ", "Lovelace"], // full width
  ])("%p %p", (firstName, lastName) => {
    expect(booker({ firstName, lastName }).name).toBe(of().name!);
  });

  test("another name is another number", () => {
    expect(booker({ firstName: "Ida" }).name).not.toBe(of().name);
    expect(booker({ firstName: "Lovelace", lastName: "Ada" }).name).not.toBe(of().name);
  });

  test("an address in any letter case", () => {
    expect(booker({ email: "ADA@Example.Com" }).email).toBe(of().email!);
    expect(booker({ email: "ada+1@example.com" }).email).not.toBe(of().email);
  });

  test("a booker's reference is the merchant's own: letter case counts", () => {
    expect(booker({ referenceId: "USER-1" }).booker).not.toBe(of().booker);
  });
});

describe("a hotel", () => {
  test("is known by its GIATA id first, whatever else is said", () => {
    const one = hotel({ giataId: "3956" }).hotel;
    expect(hotel({ giataId: "3956", name: "Other", referenceId: "h", country: "ES" }).hotel).toBe(
      one!,
    );
    expect(hotel({ giataId: "3957" }).hotel).not.toBe(one);
  });

  test("then by the merchant's own id", () => {
    const one = hotel({ referenceId: "h-1" }).hotel;
    expect(hotel({ referenceId: "h-1", name: "Other" }).hotel).toBe(one!);
    expect(hotel({ referenceId: "h-2" }).hotel).not.toBe(one);
    expect(hotel({ giataId: "h-1" }).hotel).not.toBe(one);
  });

  test("then by country and name, in any spelling", () => {
    expect(hotel({ name: "HOTEL  mundial" }).hotel).toBe(of().hotel!);
    expect(hotel({ country: "ES" }).hotel).not.toBe(of().hotel);
    expect(hotel({ name: "Hotel Mundo" }).hotel).not.toBe(of().hotel);
  });
});

describe("a network", () => {
  const from = (lastIp: string) => of({}, { ...collection, lastIp });

  test.each([
    ["192.0.2.1", "192.0.2.254"],
    ["2001:db8:7:1::1", "2001:db8:7:2::"],
    ["192.0.2.1", "::ffff:192.0.2.9"],
  ])("is one for %s and %s, which are two addresses", (one, other) => {
    expect(from(one).network).toBe(from(other).network!);
    expect(from(one).network).toBeNumber();
    expect(from(one).ip).not.toBe(from(other).ip);
  });

  test.each([
    ["192.0.2.1", "192.0.3.1"],
    ["2001:db8:7::1", "2001:db8:8::1"],
  ])("is another for %s and %s", (one, other) => {
    expect(from(one).network).not.toBe(from(other).network);
  });

  test("that nobody can share is none, and the address is one still", () => {
    expect(from("127.0.0.1").network).toBeUndefined();
    expect(from("127.0.0.1").ip).toBeNumber();
    const { lastIp: _, ...unseen } = collection;
    expect(of({}, { ...unseen, lastIp: null } as CollectionSummary).network).toBeUndefined();
  });
});

describe("a domain", () => {
  const at = (email: string) => booker({ email }).domain;

  test("is one for all its mailboxes, in any letter case", () => {
    expect(at("ada@example.com")).toBeNumber();
    expect(at("bob@EXAMPLE.com")).toBe(at("ada@example.com")!);
    expect(at("ada@example.org")).not.toBe(at("ada@example.com"));
    expect(at("ada@mail.example.com")).not.toBe(at("ada@example.com"));
  });

  test("of mailboxes that are thrown away is one, though many share it", () => {
    expect(at("ada@mailinator.com")).toBeNumber();
  });

  test.each(["ada@gmail.com", "ada@GMail.com", "ada@outlook.com"])("is none of %s", (email) => {
    expect(at(email)).toBeUndefined();
  });
});

describe("a stay", () => {
  const address = "Rua Augusta 1, 1100-053 Lisboa, Portugal";
  const stay = (more: Partial<RiskRequest["hotel"]>, projectId = "prj_1") =>
    traitsOf(projectId, { ...request, hotel: { ...request.hotel, ...more } }, null);

  test("is of days since 1970", () => {
    expect(stay({})).toEqual({
      city: null,
      look: null,
      surname: expect.any(Number),
      checkIn: 20_939,
      checkOut: 20_942,
      amount: null,
    });
    const booking = { checkIn: "1970-01-01", checkOut: "1970-01-02" };
    expect(traitsOf("prj_1", { ...request, booking }, null)).toMatchObject({
      checkIn: 0,
      checkOut: 1,
    });
  });

  test("is in a city, the same in every spelling and whichever the hotel", () => {
    const { city } = stay({ address });
    expect(city).toBeNumber();
    expect(stay({ address: "Elsewhere 5, LISBOÁ", name: "Other" }).city).toBe(city);
    expect(stay({ address: "Rua Augusta 1, 4000 Porto, Portugal" }).city).not.toBe(city);
  });

  test("in a city of the same name in another country, or of another project, is elsewhere", () => {
    const { city } = stay({ address: "Street 1, Lisboa" });
    expect(stay({ address: "Street 1, Lisboa", country: "US" }).city).not.toBe(city);
    expect(stay({ address: "Street 1, Lisboa" }, "prj_2").city).not.toBe(city);
  });
});

describe("a look", () => {
  const seen = {
    ...collection,
    device: { screenWidth: 1920, timeZone: "Europe/Lisbon" },
    userAgents: ["Mozilla/5.0 Firefox/130.0"],
  };
  const look = (known: CollectionSummary, projectId = "prj_1") =>
    traitsOf(projectId, request, known).look;

  test("is a number that equal browsers share, and that holds nothing of them", () => {
    expect(Number.isSafeInteger(look(seen))).toBe(true);
    expect(look({ ...seen, lastDeviceId: "dev_00000002" })).toBe(look(seen));
    expect(look({ ...seen, device: { ...seen.device, screenWidth: 1280 } })).not.toBe(look(seen));
    expect(look(seen, "prj_2")).not.toBe(look(seen));
  });

  test("is none where no browser was seen, or too little of it", () => {
    expect(look({ ...seen, device: null })).toBeNull();
    expect(traitsOf("prj_1", request, null).look).toBeNull();
  });
});
