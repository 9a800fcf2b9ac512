import { decidingBundles } from "../../registry/deciding-bundles.ts";
import { verifiersOf } from "../../registry/verifier.ts";
import type { Verification } from "../../risk/verify.ts";
import { decisionVerifier } from "../../risk/verify.ts";
import type { Parts } from "../parts.ts";
import { type DecisionOf, decisionOfProject } from "./of-project.ts";
import type { InTurn } from "./one-after-the-other.ts";

/** What `booking-risk decision verify` says: whether it is the same bit for bit, made again. */
export async function verify(
  { store, models: { library } }: Parts,
  inTurn: InTurn,
  of: DecisionOf,
): Promise<Verification> {
  const record = await decisionOfProject(of, store);
  return inTurn(async () => {
    const bundles = decidingBundles(library);
    try {
      return await decisionVerifier(store, verifiersOf(bundles))(record);
    } finally {
      await bundles.close();
    }
  });
}
