/** Where webhooks may be sent besides public addresses. */
import { type Network, parseNetwork } from "../../base/client-address.ts";
import { type Environment, listed, UsageError } from "./setting.ts";

export interface WebhookFlags {
  webhookNetwork?: string[];
}

export interface WebhookConfig {
  /** Networks whose addresses webhooks may be sent to, over HTTP too. */
  webhookNetworks: readonly Network[];
}

export function webhookConfig(flags: WebhookFlags, env: Environment): WebhookConfig {
  const named = flags.webhookNetwork ?? listed(env.BOOKING_RISK_WEBHOOK_NETWORK);
  return { webhookNetworks: named.map(network) };
}

function network(text: string): Network {
  try {
    return parseNetwork(text.trim());
  } catch {
    throw new UsageError("--webhook-network must be an address or a network such as 10.0.0.0/8");
  }
}
