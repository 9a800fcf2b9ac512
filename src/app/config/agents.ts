/** Agents whose signatures are verified, and the hosts under which they reach the service. */
import { resolve } from "node:path";
import type { KnownAgent } from "../../http/agents/directories.ts";
import { type Environment, hostOf, listed, UsageError } from "./setting.ts";

export interface AgentFlags {
  agent?: string[];
  agentAuthority?: string[];
}

export interface AgentConfig {
  agents: readonly KnownAgent[];
  agentAuthorities: readonly string[];
}

export function agentConfig(flags: AgentFlags, env: Environment): AgentConfig {
  const named = flags.agent ?? listed(env.BOOKING_RISK_AGENT);
  const hosts = flags.agentAuthority ?? listed(env.BOOKING_RISK_AGENT_AUTHORITY);
  if (named.length > 0 && hosts.length === 0) {
    throw new UsageError(
      "--agent needs --agent-authority: the hosts under which agents reach this service, so that a " +
        "signature made for another site is not taken for one made for yours",
    );
  }
  return { agents: named.map(knownAgent), agentAuthorities: hosts.map(agentAuthority) };
}

/** `HOST`, or `HOST=FILE` with the file of its keys. */
function knownAgent(text: string): KnownAgent {
  const [name = "", file] = text.split(/=(.*)/s, 2);
  const host = hostOf(name);
  if (host && file !== "") return { host, file: file === undefined ? null : resolve(file) };
  throw new UsageError("--agent must be a host such as assistant.example, or HOST=FILE");
}

function agentAuthority(text: string): string {
  const [, wildcard = "", name = ""] = /^(\*\.)?(.*)$/s.exec(text.trim())!;
  const host = hostOf(name);
  if (host) return wildcard + host;
  throw new UsageError("--agent-authority must be a host such as risk.example.com");
}
