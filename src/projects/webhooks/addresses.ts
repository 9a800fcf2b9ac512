/** Where webhooks may be sent: to public addresses, and to those of networks that the operator names. */
import ipaddr from "ipaddr.js";
import { isInNetworks, type Network, parseNetwork } from "../../base/client-address.ts";

/** Public by their number, and internal all the same: the platform's own endpoint in Azure. */
const internal = [parseNetwork("168.63.129.16")];

/** What is assigned of IPv6. The rest has addresses of IPv4 in forms that few know, among others. */
const assigned = [parseNetwork("2000::/3")];

/** Whether an address can be reached from everywhere: no private, local, reserved or translated one. */
export function isPublic(address: string): boolean {
  const parsed = ipaddr.process(address); // IPv4 inside IPv6 is IPv4.
  const text = parsed.toString();
  if (parsed.kind() === "ipv6" && !isInNetworks(text, assigned)) return false;
  return parsed.range() === "unicast" && !isInNetworks(text, internal);
}

/** @param allowed networks of the operator. @returns why nothing may be sent there; null where it may. */
export function addressRefusal(
  address: string,
  { protocol }: Pick<URL, "protocol">,
  allowed: readonly Network[],
): string | null {
  if (isInNetworks(ipaddr.process(address).toString(), allowed)) return null;
  if (!isPublic(address)) return "its address is not public, and in no --webhook-network";
  return protocol === "https:" ? null : "http is only for addresses of a --webhook-network";
}
