/**
 * What verifying the signature of a batch gave. Agents that book for their owners may sign their
 * requests (Web Bot Auth, `src/http/agents`). What is stored is the result, never the signature.
 */

/**
 * Why a signature counts against the visit.
 *
 * | | |
 * |---|---|
 * | `malformed` | it claims to be one of Web Bot Auth and lacks what that requires |
 * | `forged` | no key of the agent that it names has made it |
 * | `expired` | it is not valid yet or no longer, or is valid for too long |
 * | `replayed` | it has been used for another batch |
 */
export type SignatureFault = "malformed" | "forged" | "expired" | "replayed";

export type SignatureResult =
  /** `agent`: its host; `welcome`: whether the project welcomed it when the batch arrived. */
  | { kind: "verified"; agent: string; welcome: boolean }
  | { kind: "failed"; fault: SignatureFault }
  /** Of an agent that the operator does not know, or whose keys are not known at the moment. */
  | { kind: "unknown" };

/** The signed batches of a collection, by result. */
export interface SignatureTally {
  welcome: number;
  notWelcome: number;
  failed: number;
  unknown: number;
  /** The verified agents, each once. */
  agents: string[];
  faults: SignatureFault[];
}

const none: SignatureTally = {
  welcome: 0,
  notWelcome: 0,
  failed: 0,
  unknown: 0,
  agents: [],
  faults: [],
};

/** Agents of one collection; one has as a rule one. */
const agentsMax = 4;

/** A new tally with one more batch; the one before is left as it was. */
export function addSignature(
  before: SignatureTally | null,
  signature: SignatureResult,
): SignatureTally {
  const tally = { ...none, ...before };
  if (signature.kind === "verified") {
    tally[signature.welcome ? "welcome" : "notWelcome"] += 1;
    tally.agents = [...new Set([...tally.agents, signature.agent])].slice(0, agentsMax);
  } else {
    tally[signature.kind] += 1;
    if (signature.kind === "failed") {
      tally.faults = [...new Set([...tally.faults, signature.fault])];
    }
  }
  return tally;
}
