/** `booking-risk decision pass` */
import { givePass } from "../../decisions/lists/passes.ts";
import { operatingSystemUser } from "../actor.ts";
import { answer } from "../output.ts";
import { type CommonFlags, withDeps } from "../with-store.ts";
import { askedDecision } from "./asked-decision.ts";

export async function pass(id: string, flags: CommonFlags & { reason: string }): Promise<void> {
  const given = await withDeps(flags, async (deps) => {
    const { project } = await askedDecision(id, deps.store);
    const input = { projectId: project.id, decisionId: id, reason: flags.reason };
    return givePass(deps, operatingSystemUser(), input);
  });
  answer(flags.json, given, () => [
    `Pass ${given.passId}: the guest's next attempt until ${given.expiresAt}, with the same e-mail address, is ` +
      "allowed once.",
  ]);
}
