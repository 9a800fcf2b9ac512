/**
 * What an operator's GeoIP database would say about the simulated IP addresses: mostly the truth, with
 * typical errors. All addresses of a /24 or /48 get the same answer, except for listed proxies.
 */
import type { NetworkFacts } from "../../../src/attempt/geoip/facts.ts";
import { countries, countryCodes } from "./countries.ts";
import {
  countryOfV6,
  gatewayCountries,
  gatewayPrefix,
  hostingProviders,
  isListedProxy,
  plan,
  relayPrefix,
  torPrefix,
  useOfBlock,
  vpnCountries,
  vpnPrefix,
} from "./ip-addresses.ts";
import { drawOf } from "./random.ts";

/** @returns null for private and unknown addresses. */
export function geoipOf(ip: string): NetworkFacts | null {
  const network = ip.includes(":")
    ? ip.split(":").slice(0, 3).join(":")
    : ip.slice(0, ip.lastIndexOf("."));
  let facts = known.get(network);
  if (facts === undefined) {
    facts = ip.includes(":") ? ofV6(network) : (ofServices(network) ?? ofCountry(network));
    known.set(network, facts);
  }
  return facts?.kind === "residential" && isListedProxy(ip) ? { ...facts, anonymous: true } : facts;
}

/** Networks looked up so far: a few thousand. */
const known = new Map<string, NetworkFacts | null>();

function ofV6(network: string): NetworkFacts | null {
  const [registry, block = "", pool = ""] = network.split(":");
  const number = Number.parseInt(block, 16);
  const country = countryOfV6(number >> 8);
  if (!country || (registry !== plan.householdsV6 && registry !== plan.carriersV6)) return null;
  const provider = number & 255;
  if (registry === plan.householdsV6) return household(network, country, provider);
  return cellular(`${network}/${pool}`, country, provider);
}

function ofCountry(network: string): NetworkFacts | null {
  const [block = 0, second = 0] = network.split(".").map(Number);
  const found = useOfBlock(block, second);
  if (!found) return null;
  const { country, use, second: start } = found;
  if (use === "households") return household(network, country, second % plan.householdProviders);
  if (use === "carriers") return cellular(network, country, second - start - 10);
  return use === "offices" ? office(network, country, second) : null; // By its octet alone.
}

/** A private-use AS number for each provider of a country. */
const asnOf = (country: string, place: number) =>
  4_200_000_000 + countryCodes.indexOf(country) * 100 + place;

function household(network: string, country: string, provider: number): NetworkFacts {
  const kind = drawOf(`kind/${network}`, 100) < 4 ? null : "residential";
  return { ...placed(network, country, 3), asn: asnOf(country, provider), kind, anonymous: false };
}

/** Mobile networks are located wrongly more often, because their customers move. */
function cellular(network: string, country: string, carrier: number): NetworkFacts {
  const asn = asnOf(country, 20 + carrier);
  return { ...placed(network, country, 4), asn, kind: "cellular", anonymous: false };
}

/** Most offices and hotels have an ordinary line, which few databases distinguish from a household's. */
function office(network: string, country: string, second: number): NetworkFacts {
  const kind = drawOf(`kind/${network}`, 100) < 30 ? "residential" : "business";
  const own = second >= plan.campusOctet ? 60 : drawOf(`line/${network}`, plan.householdProviders);
  return { ...placed(network, country, 2), asn: asnOf(country, own), kind, anonymous: false };
}

function ofServices(network: string): NetworkFacts | null {
  const cut = network.lastIndexOf(".");
  const prefix = network.slice(0, cut);
  const third = Number(network.slice(cut + 1));
  if (network === torPrefix) return service("NL", 60_729, true);
  if (prefix === vpnPrefix) {
    const recognised = drawOf(`vpn/${network}`, 100) < 88;
    return service(vpnCountries[third] ?? "NL", 9009 + (third % 3) * 50_000, recognised);
  }
  if (prefix === relayPrefix) return service(countryCodes[third] ?? "US", 36_183, false);
  if (prefix === gatewayPrefix) return service(gatewayCountries[third] ?? "US", 62_044, false);
  const provider = hostingProviders.find((one) => one.prefix === prefix);
  return provider ? service(provider.country, provider.asn, false) : null;
}

const service = (country: string, asn: number, anonymous: boolean): NetworkFacts => ({
  country,
  timeZone: countries[country]?.timeZone ?? null,
  asn,
  kind: "hosting",
  anonymous,
});

const neighbours: Readonly<Record<string, string>> = {
  PT: "ES",
  GB: "IE",
  FR: "BE",
  ES: "PT",
  DE: "AT",
  IT: "CH",
  IE: "GB",
  BE: "NL",
  NL: "DE",
  CH: "DE",
  AT: "DE",
  SE: "NO",
  NO: "SE",
  DK: "DE",
  FI: "SE",
  LU: "BE",
  PL: "DE",
};

/** A few per cent of the networks are located in a neighbouring country, or not at all. */
function placed(network: string, country: string, faults: number) {
  const draw = drawOf(`place/${network}`, 300);
  if (draw >= faults * 3) return { country, timeZone: countries[country]!.timeZone };
  const neighbour = draw < faults * 2 ? neighbours[country] : undefined;
  const timeZone = neighbour ? countries[neighbour]!.timeZone : null;
  return { country: neighbour ?? null, timeZone };
}
