/** Agents that say who they are: the signatures of a visit's requests (Web Bot Auth, RFC 9421). */
import { type Feature, family, share } from "./feature.ts";
import { fromFacts, shareOf } from "./from-facts.ts";

const missing = "No collection is known, or none of its batches was signed.";

export const agent: readonly Feature[] = family("device", [
  {
    name: "welcome_agent_share",
    ...share,
    meaning:
      "Batches with a verified signature of an agent that the project welcomes, among all of the collection.",
    why: "An assistant that books for its owner looks like any other program. The signature tells which one it is, so that its evenly paced keys need not count against its owner. It does not say whose card is used.",
    missing,
    ...fromFacts(["signatures", "batches"], ({ signatures, batches }) =>
      shareOf(signatures.welcome, batches),
    ),
  },
  {
    name: "other_agent_share",
    ...share,
    meaning:
      "Batches with a verified signature of an agent that the project has not said to welcome, among all of the collection.",
    why: "It is certain that a program made the booking and which one, not that the merchant wants it to.",
    missing,
    ...fromFacts(["signatures", "batches"], ({ signatures, batches }) =>
      shareOf(signatures.notWelcome, batches),
    ),
  },
  {
    name: "failed_signatures_share",
    ...share,
    meaning:
      "Batches whose signature is malformed, forged, expired or replayed, among all of the collection.",
    why: "Somebody poses as an agent. A wrong clock or a cached signature causes the same now and then.",
    missing,
    ...fromFacts(["signatures", "batches"], ({ signatures, batches }) =>
      shareOf(signatures.failed, batches),
    ),
  },
]);
