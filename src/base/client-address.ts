/** The address that a request came from, past the proxies that the operator named. */
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** An address, or a network with the length of its prefix. */
export type Network = ReturnType<typeof ipaddr.parseCIDR>;

/** Addresses and networks whose word is believed. */
export type TrustedProxies = Network[];

/** @param text an address, or a network as `10.0.0.0/8`. @throws Error where it is neither. */
export function parseNetwork(text: string): Network {
  const [address = "", bits] = text.split("/");
  if (isIP(address) === 0) throw new Error("not an address");
  const [network, length] = ipaddr.parseCIDR(
    `${address}/${bits ?? (isIP(address) === 4 ? 32 : 128)}`,
  );
  // IPv4 inside IPv6 is IPv4, here as everywhere.
  const inside = network instanceof ipaddr.IPv6 && network.isIPv4MappedAddress() && length >= 96;
  return inside ? [network.toIPv4Address(), length - 96] : [network, length];
}

/**
 * The nearest address that is not a trusted proxy's. `X-Forwarded-For` is read from its end, since
 * each proxy appends its caller's address; what precedes an untrusted address may be forged.
 *
 * @param peer the address at the other end of the connection.
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | null,
  trusted: TrustedProxies,
): string {
  let address = normal(peer) ?? "";
  const hops = forwardedFor?.split(",") ?? [];
  while (hops.length > 0 && isInNetworks(address, trusted)) {
    const hop = addressOfHop(hops.pop()!.trim());
    if (hop === null) break;
    address = hop;
  }
  return address;
}

/** Whether the browser's end of the connection is encrypted, by the word of a trusted proxy. */
export function cameByHttps(request: Request, peer: string, trusted: TrustedProxies): boolean {
  if (request.url.startsWith("https:")) return true;
  const proto = request.headers.get("x-forwarded-proto");
  return isInNetworks(normal(peer) ?? "", trusted) && proto?.split(",").at(-1)?.trim() === "https";
}

/**
 * The URL that a request was sent to, before the proxies that the operator named: they say it in
 * `X-Forwarded-Proto`, `X-Forwarded-Host` and, where they change the path, `X-Forwarded-Uri`. Of the latter only
 * a path counts, since proxies that do not set it may pass on a client's own.
 */
export function sentUrl(request: Request, peer: string, trusted: TrustedProxies): string {
  const { host, pathname, search } = new URL(request.url);
  const scheme = cameByHttps(request, peer, trusted) ? "https" : "http";
  const isBelieved = isInNetworks(normal(peer) ?? "", trusted);
  const told = (name: string) =>
    isBelieved ? request.headers.get(name)?.split(",").at(-1)?.trim() : undefined;
  const uri = told("x-forwarded-uri");
  const path = uri?.startsWith("/") ? uri : pathname + search;
  // Put together, and not resolved: `//host/` would be another host.
  return URL.parse(`${scheme}://${told("x-forwarded-host") ?? host}${path}`)?.href ?? request.url;
}

/**
 * One spelling for each network, with the bits behind its prefix cleared: `203.0.113.0/24`, or an
 * address alone.
 */
export function networkText([address, bits]: Network): string {
  const isWhole = bits === (address.kind() === "ipv4" ? 32 : 128);
  if (isWhole) return address.toString();
  const range = `${address}/${bits}`;
  const first =
    address.kind() === "ipv4"
      ? ipaddr.IPv4.networkAddressFromCIDR(range)
      : ipaddr.IPv6.networkAddressFromCIDR(range);
  return `${first}/${bits}`;
}

/** Some proxies, such as Azure's Application Gateway, append the caller's port: `192.0.2.1:443`, `[2001:db8::1]:443`. */
function addressOfHop(hop: string): string | null {
  return normal(hop) ?? normal(hop.replace(/^(?:\[([^\]]+)\]|([\d.]+)):\d+$/, "$1$2"));
}

/** One spelling for each address: IPv4 inside IPv6 as IPv4, IPv6 shortened. */
function normal(text: string): string | null {
  // Node's own test is the stricter one: no octal, no hexadecimal, nothing shortened.
  const version = isIP(text);
  if (version === 4) return text; // It accepts one spelling only.
  return version === 0 ? null : ipaddr.process(text).toString();
}

/**
 * Whether an address is one of these, or in one of these networks.
 * @param address as `clientAddress` gives it; "" is in none.
 */
export function isInNetworks(address: string, networks: readonly Network[]): boolean {
  if (networks.length === 0 || address === "") return false;
  if (judged.address !== address || judged.networks !== networks) {
    const parsed = ipaddr.process(address);
    const isInside = networks.some(
      ([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits),
    );
    judged = { address, networks, isInside };
  }
  return judged.isInside;
}

/** The last answer: behind a proxy, each request asks for the proxy's address. Parsing it takes 3 µs. */
let judged: { address: string; networks: readonly Network[]; isInside: boolean } = {
  address: "",
  networks: [],
  isInside: false,
};

/**
 * Notices a proxy that the operator did not name: its visitors then share one address, and one limit.
 * Only a peer in a private network is believed to be one; from elsewhere anybody can send the header.
 */
export function proxyWatch(trusted: TrustedProxies) {
  let found: string | null = null;
  /** The peer that was judged last, which is usually the same proxy. */
  let judged: string | null = null;
  return {
    /** @returns the peer's address where it is the first such proxy; null else. */
    note(peer: string, forwardedFor: string | null): string | null {
      if (found !== null || forwardedFor === null || peer === judged) return null;
      judged = peer;
      const address = normal(peer) ?? "";
      if (address === "" || isInNetworks(address, trusted) || !isPrivate(address)) return null;
      found = address;
      return found;
    },
    /** A line for `/readyz` where there is such a proxy. */
    warnings(): string[] {
      if (found === null) return [];
      return [
        `X-Forwarded-For arrives from ${found}, which is not a trusted proxy: its visitors share one ` +
          `address and one limit. If it is your proxy, start with --trusted-proxy ${found}`,
      ];
    },
  };
}

const privateRanges = new Set([
  "loopback",
  "private",
  "linkLocal",
  "uniqueLocal",
  "carrierGradeNat",
]);

const isPrivate = (address: string) => privateRanges.has(ipaddr.process(address).range());
