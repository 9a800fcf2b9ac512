import { openLink } from "../../accounts/link.ts";
import { Problem } from "../../http/problem.ts";
import type { OneTimeLinkRecord } from "../../storage/accounts.ts";
import type { Visitor } from "../admit.ts";
import type { Parts } from "../parts.ts";

/** @throws Problem link_unusable, rate_limited */
export async function usableLink(
  { store, limits, now }: Parts,
  { address }: Visitor,
  token: string,
): Promise<OneTimeLinkRecord> {
  const wasRight = limits.begin(address, "link");
  const link = await openLink(token, now(), store);
  if (!link) throw unusable();
  wasRight();
  return link;
}

export function unusable(): Problem {
  return new Problem(
    "link_unusable",
    "This link was used, withdrawn, or is too old. Ask for a new one.",
  );
}
