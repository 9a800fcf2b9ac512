/**
 * The simulated plan of IP addresses. It is fictional, so geoip.ts says what a GeoIP database would
 * know of it. Each of the first countries has four consecutive blocks: households, mobile carriers,
 * offices and other shared networks; the fourth is unused. Each later one has a single block for all.
 */
import { countryCodes } from "./countries.ts";
import { drawOf, type Random } from "./random.ts";

const firstBlock = 60;
const blocksOfCountry = 4;
/** How the second octet divides a country's household and office blocks, and the IPv6 registries. */
export const plan = {
  householdOctets: 16,
  householdProviders: 4,
  officeOctets: 32,
  hotelOctet: 200,
  campusOctet: 210,
  householdsV6: "2a01",
  carriersV6: "2a02",
} as const;

export type BlockUse = "households" | "carriers" | "offices" | "empty";
const uses: readonly BlockUse[] = ["households", "carriers", "offices", "empty"];

/** As many countries as have blocks for each use. */
const spacious = 25;
/** Blocks of the later countries: those of no service below. */
const singleBlocks = [...Array(256).keys()]
  .filter((block) => (block > 0 && block < firstBlock) || (block >= 173 && block < 224))
  .filter((block) => ![5, 10, 34, 45, 51, 185, 192, 193].includes(block));

/** Where a country's networks of one use begin. */
function placeOf(home: string, use: Exclude<BlockUse, "empty">): { block: number; second: number } {
  const country = Math.max(0, countryCodes.indexOf(home));
  if (country < spacious) {
    return { block: firstBlock + country * blocksOfCountry + uses.indexOf(use), second: 0 };
  }
  return { block: singleBlocks[country - spacious]!, second: secondOf[use] };
}
const secondOf = { households: 0, carriers: 40, offices: 100 };

/** The country and use of a block, and where the networks of that use begin in it. */
export function useOfBlock(
  block: number,
  second: number,
): { country: string; use: BlockUse; second: number } | null {
  const single = singleBlocks.indexOf(block);
  if (single >= 0) {
    const country = countryCodes[spacious + single];
    const use = second >= 100 ? "offices" : second >= 40 ? "carriers" : "households";
    return country ? { country, use, second: secondOf[use] } : null;
  }
  const place = Math.floor((block - firstBlock) / blocksOfCountry);
  const country = place < spacious ? countryCodes[place] : undefined;
  return country
    ? { country, use: uses[(block - firstBlock) % blocksOfCountry]!, second: 0 }
    : null;
}

/** The country of an IPv6 network, whose registry says the use. */
export function countryOfV6(block: number): string | null {
  return useOfBlock(block, 0)?.country ?? null;
}

const octet = (random: Random) => random.int(1, 254);
const hex = (value: number) => value.toString(16);

/** A household's address. Some /24 networks have many customers, most have few. */
export function homeIp(random: Random, home: string): string {
  const { block } = placeOf(home, "households");
  if (random.chance(0.2)) {
    const provider = random.int(0, plan.householdProviders - 1);
    const pool = Math.floor(random.next() ** 1.6 * 256);
    return `${plan.householdsV6}:${hex(block * 256 + provider)}:${hex(pool + 1)}:${hex(random.int(1, 65_535))}::${random.int(1, 9)}`;
  }
  const street = Math.floor(random.next() ** 1.6 * plan.householdOctets * 256);
  return `${block}.${street >> 8}.${street & 255}.${octet(random)}`;
}

/** A mobile network shares few addresses among many customers, or gives each an IPv6 network. */
export function carrierIp(random: Random, home: string): string {
  const { block, second } = placeOf(home, "carriers");
  const carrier = random.int(0, 1);
  if (random.chance(0.25)) {
    const pool = random.int(1, 64);
    return `${plan.carriersV6}:${hex(block * 256 + carrier)}:${hex(pool)}:${hex(random.int(1, 65_535))}::${random.int(1, 9)}`;
  }
  return `${block}.${second + 10 + carrier}.${random.int(0, 1)}.${octet(random)}`;
}

export function officeIp(random: Random, home: string): string {
  const { block, second } = placeOf(home, "offices");
  const office = second + random.int(0, plan.officeOctets - 1);
  return `${block}.${office}.${random.int(0, 255)}.${octet(random)}`;
}

/** All guests of a hotel share one IP address. */
export function hotelWifiIp(country: string, hotel: string): string {
  const place = drawOf(`wifi/${hotel}`, 254 * 256);
  const { block } = placeOf(country, "offices");
  return `${block}.${plan.hotelOctet}.${place & 255}.${1 + (place >> 8)}`;
}

/** An address in the network of a university. */
export function campusIp(random: Random, country: string, university: number): string {
  const { block } = placeOf(country, "offices");
  return `${block}.${plan.campusOctet}.${university}.${octet(random)}`;
}

/** Another address of the same network: after a reconnect, or of another line at the same place. */
export function neighbourIp(random: Random, ip: string): string {
  const cut = Math.max(ip.lastIndexOf("."), ip.lastIndexOf(":")) + 1;
  return ip.slice(0, cut) + (ip.includes(":") ? random.int(1, 9) : octet(random));
}

export interface Provider {
  prefix: string;
  asn: number;
  country: string;
  /** Number of /24 networks, counted from 0. */
  networks: number;
}

export const hostingProviders: readonly Provider[] = [
  { prefix: "159.89", asn: 14061, country: "US", networks: 8 },
  { prefix: "5.161", asn: 24940, country: "DE", networks: 8 },
  { prefix: "51.38", asn: 16276, country: "FR", networks: 6 },
  { prefix: "45.76", asn: 20473, country: "NL", networks: 6 },
  { prefix: "34.240", asn: 16509, country: "IE", networks: 10 },
  { prefix: "193.36", asn: 9009, country: "GB", networks: 4 },
];

export function serverIp(random: Random): string {
  return `${serverNetwork(random)}${octet(random)}`;
}

/** A /24 of a hosting provider, up to and including the last dot. */
export function serverNetwork(random: Random, from = random.pick(hostingProviders)): string {
  return `${from.prefix}.${random.int(0, from.networks - 1)}.`;
}

export const vpnPrefix = "185.220";
/** Countries of the VPN exits, one /24 each. */
export const vpnCountries: readonly string[] =
  "NL NL DE DE GB GB US US US FR ES PT SE CH RO PL IT BE".split(" ");
export const torPrefix = "185.100.87";
export const relayPrefix = "172.224";
export const gatewayPrefix = "165.225";
export const gatewayCountries: readonly string[] = ["DE", "GB", "NL", "US", "FR", "CH"];

/** An exit of a commercial VPN; most people choose one in or near their country. */
export function vpnIp(random: Random, near?: string): string {
  const near24 = near && random.chance(0.6) ? vpnCountries.indexOf(near) : -1;
  const network = near24 < 0 ? random.int(0, vpnCountries.length - 1) : near24;
  return `${vpnPrefix}.${network}.${random.int(1, 60)}`;
}

export const torIp = (random: Random): string => `${torPrefix}.${random.int(1, 120)}`;

/** A privacy relay run by a phone vendor; the exit is in the user's country. */
export function relayIp(random: Random, home: string): string {
  return `${relayPrefix}.${Math.max(0, countryCodes.indexOf(home))}.${random.int(1, 200)}`;
}

/** A secure web gateway: company traffic leaves through the security provider's data centre. */
export function gatewayIp(random: Random): string {
  return `${gatewayPrefix}.${random.int(0, gatewayCountries.length - 1)}.${octet(random)}`;
}

/** Whether proxy lists contain a household's address; now and then they are wrong. */
export const isListedProxy = (ip: string): boolean => drawOf(`proxy/${ip}`, 250) === 0;

/** A residential proxy: a household's line for rent. Few are on proxy lists. */
export function residentialProxyIp(random: Random, home: string): string {
  const ip = homeIp(random, home);
  if (ip.includes(":") || !random.chance(0.2)) return ip;
  const network = ip.slice(0, ip.lastIndexOf(".") + 1);
  for (let host = 1; host < 255; host++) {
    if (isListedProxy(network + host)) return network + host;
  }
  return ip;
}
