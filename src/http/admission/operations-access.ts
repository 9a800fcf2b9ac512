/**
 * Who may read the metrics and the details of `/readyz`, and under which names the dashboard is
 * reached. A page of another site can make its own name resolve to this service's address (DNS
 * rebinding), and a browser then takes the service for that site: so names are checked.
 */
import { hash, timingSafeEqual } from "node:crypto";
import { isIP } from "node:net";
import {
  cameByHttps,
  clientAddress,
  isInNetworks,
  parseNetwork,
  type TrustedProxies,
} from "../../base/client-address.ts";
import { Problem } from "../problems/problem.ts";

export interface OperationsConfig {
  /** Read `/metrics` with this; null: nobody reads them with a token. Read at each request: it can be replaced. */
  readonly metricsToken: string | null;
  /** Names, in lower case and without a port, under which the service is reached. */
  allowedHosts: readonly string[];
  trustedProxies: TrustedProxies;
}

type Peer = () => string;

export interface OperationsAccess {
  /** @throws Problem host_not_allowed */
  assertDashboardHost(request: Request, peer: Peer): void;
  /** @throws Problem token_required, host_not_allowed */
  assertReader(request: Request, peer: Peer): void;
  /** Whether the browser's end of the connection is encrypted. */
  isEncrypted(request: Request, peer: Peer): boolean;
}

const loopback = ["127.0.0.0/8", "::1"].map(parseNetwork);
/** What a proxy adds: the caller is then somebody else than the peer. */
const proxyHeaders = ["x-forwarded-for", "forwarded", "x-real-ip", "via"];

const hostNotAllowed = new Problem(
  "host_not_allowed",
  "The service does not answer under this name. Start it with --allowed-host and the name, or use " +
    "an IP address or localhost.",
);
const tokenRequired = new Problem(
  "token_required",
  "Send Authorization: Bearer and the token of --metrics-token, or ask from the machine itself, or " +
    "on the port of --ops-port.",
  { headers: { "WWW-Authenticate": 'Bearer realm="metrics"' } },
);

/**
 * @param isOperationsPort whether it is the listener of `--ops-port`, which only monitoring and the
 *   team reach: without a token to check, everybody there is a reader.
 */
export function operationsAccess(
  config: OperationsConfig,
  isOperationsPort: boolean,
): OperationsAccess {
  const { allowedHosts, trustedProxies } = config;
  const names: ReadonlySet<string> = new Set(allowedHosts);
  const isAllowed = (request: Request) => {
    const host = hostOf(request);
    return host !== null && (isOwnName(host) || names.has(host));
  };
  return {
    assertDashboardHost(request, peer) {
      // A proxy that the operator named decides which names lead here, unless names are named too.
      const isByProxy = names.size === 0 && isTrustedPeer(peer, trustedProxies);
      if (!isByProxy && !isAllowed(request)) throw hostNotAllowed;
    },
    assertReader(request, peer) {
      const { metricsToken } = config;
      // Who knows the token is no page of another site.
      if (metricsToken !== null && isToken(request, metricsToken)) return;
      const isOpen = isOperationsPort && metricsToken === null;
      if (!isOpen && !isFromThisMachine(request, peer)) throw tokenRequired;
      if (!isAllowed(request)) throw hostNotAllowed;
    },
    isEncrypted: (request, peer) => cameByHttps(request, peer(), trustedProxies),
  };
}

/** The name that the caller used, in lower case and without a port; null where it cannot be read. */
function hostOf(request: Request): string | null {
  const host = request.headers.get("host");
  return host === null ? null : (URL.parse(`http://${host}`)?.hostname ?? null);
}

/** No page of another site has an address or localhost as its name. */
function isOwnName(host: string): boolean {
  return host === "localhost" || isIP(host.replace(/^\[(.*)\]$/, "$1")) !== 0;
}

function isFromThisMachine({ headers }: Request, peer: Peer): boolean {
  if (proxyHeaders.some((name) => headers.has(name))) return false;
  return isInNetworks(clientAddress(peer(), null, []), loopback);
}

function isTrustedPeer(peer: Peer, trusted: TrustedProxies): boolean {
  return isInNetworks(clientAddress(peer(), null, []), trusted);
}

function isToken(request: Request, token: string): boolean {
  const [, sent] = /^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  // The hashes are of equal length, and the time that it takes does not tell how much of it is right.
  return sent !== undefined && timingSafeEqual(digestOf(sent), digestOf(token));
}

const digestOf = (text: string) => hash("sha256", text, "buffer");
