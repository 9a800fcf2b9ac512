/**
 * Connections that are kept for the next attempt. One is used again only for the same host, and only where all of
 * the addresses that it may go to were checked for that attempt, too: so a name server that answers differently
 * later is not trusted, and neither is a name that was trusted before.
 */
import { type AgentOptions, Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { webhookLimits } from "./limits.ts";

export interface Connections {
  http: HttpAgent;
  https: HttpsAgent;
  close(): void;
}

/** What an attempt says of its addresses, in the options of its request. */
interface Checked {
  checked?: readonly string[];
}

const withAddresses = (name: string, options: object | undefined) =>
  `${name}:${[...((options as Checked | undefined)?.checked ?? [])].sort()}`;

class CheckedHttpAgent extends HttpAgent {
  override getName(options?: Parameters<HttpAgent["getName"]>[0]): string {
    return withAddresses(super.getName(options), options);
  }
}

class CheckedHttpsAgent extends HttpsAgent {
  override getName(options?: Parameters<HttpsAgent["getName"]>[0]): string {
    return withAddresses(super.getName(options), options);
  }
}

export function keptConnections(): Connections {
  const options: AgentOptions = {
    keepAlive: true,
    // Shorter than receivers keep one, which is 5 s in Node and more elsewhere.
    timeout: webhookLimits.keptMs,
    maxFreeSockets: webhookLimits.attemptsOfOne,
  };
  const http = new CheckedHttpAgent(options);
  const https = new CheckedHttpsAgent(options);
  return {
    http,
    https,
    close() {
      http.destroy();
      https.destroy();
    },
  };
}
