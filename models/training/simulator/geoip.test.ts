import { expect, test } from "bun:test";
import type { NetworkFacts } from "../../../src/attempt/geoip/facts.ts";
import { countryCodes, countryOf } from "./countries.ts";
import { geoipOf } from "./geoip.ts";
import {
  campusIp,
  carrierIp,
  gatewayIp,
  homeIp,
  hotelWifiIp,
  neighbourIp,
  officeIp,
  relayIp,
  residentialProxyIp,
  serverIp,
  torIp,
  vpnIp,
} from "./ip-addresses.ts";
import { merchantsOf } from "./merchants.ts";
import { randomOf } from "./random.ts";

const random = randomOf("networks");
const homes = Array.from(
  { length: 6000 },
  (_, index) => countryCodes[index % countryCodes.length]!,
);
const factsOf = (ip: (home: string) => string) => homes.map((home) => geoipOf(ip(home))!);
const part = (of: readonly NetworkFacts[], is: (facts: NetworkFacts) => boolean) =>
  of.filter(is).length / of.length;

test("households are located in their country, with few errors", () => {
  const facts = factsOf((home) => homeIp(random, home));
  const wrong = facts.filter(({ country }, index) => country !== homes[index]).length;
  expect(wrong / facts.length).toBeWithin(0.015, 0.05);
  expect(part(facts, ({ kind }) => kind === "residential")).toBeGreaterThan(0.9);
  expect(part(facts, ({ anonymous }) => anonymous === true)).toBeWithin(0.0005, 0.015);
  for (const { country, timeZone } of facts) {
    expect(timeZone).toBe(country ? countryOf(country).timeZone : null);
  }
});

test("carriers, offices, hotels and campuses are mostly distinguished", () => {
  expect(
    part(
      factsOf((home) => carrierIp(random, home)),
      ({ kind }) => kind === "cellular",
    ),
  ).toBe(1);
  const business = ({ kind }: NetworkFacts) => kind === "business";
  expect(
    part(
      factsOf((home) => officeIp(random, home)),
      business,
    ),
  ).toBeWithin(0.6, 0.8);
  expect(geoipOf(hotelWifiIp("PT", "h-1"))).not.toBeNull();
  expect(geoipOf(campusIp(random, "PT", 2))?.asn).toBeGreaterThan(0);
});

test("servers, relays and exits are hosting, and most VPN and Tor exits are recognised", () => {
  const hosted = [serverIp, gatewayIp, torIp, vpnIp].map((of) => factsOf(() => of(random)));
  for (const facts of hosted) expect(part(facts, ({ kind }) => kind === "hosting")).toBe(1);
  expect(part(hosted[0]!, ({ anonymous }) => anonymous === true)).toBe(0);
  expect(part(hosted[2]!, ({ anonymous }) => anonymous === true)).toBe(1);
  expect(part(hosted[3]!, ({ anonymous }) => anonymous === true)).toBeWithin(0.7, 1);
  expect(geoipOf(relayIp(random, "FR"))).toMatchObject({ country: "FR", anonymous: false });
});

test("residential proxies mostly look like ordinary households", () => {
  const facts = factsOf((home) => residentialProxyIp(random, home));
  expect(part(facts, ({ anonymous }) => anonymous === true)).toBeWithin(0.05, 0.3);
  expect(part(facts, ({ kind }) => kind === "residential")).toBeGreaterThan(0.9);
});

test("private and unknown addresses have no facts", () => {
  for (const ip of ["10.0.0.4", "192.168.1.1", "203.0.113.9", "::1", "2001:db8::1"]) {
    expect(geoipOf(ip)).toBeNull();
  }
});

test("addresses and their neighbours are valid", () => {
  for (const home of homes) {
    for (const ip of [homeIp(random, home), carrierIp(random, home), officeIp(random, home)]) {
      for (const one of [ip, neighbourIp(random, ip)]) {
        if (!URL.canParse(one.includes(":") ? `http://[${one}]` : `http://${one}`))
          throw new Error(one);
      }
    }
  }
});

test("about half of the merchants, by weight, have GeoIP databases", () => {
  const merchants = merchantsOf("any");
  const weight = (of: typeof merchants) => of.reduce((sum, one) => sum + one.weight, 0);
  const having = weight(merchants.filter(({ geoip }) => geoip));
  expect(having / weight(merchants)).toBeWithin(0.4, 0.6);
});
