/** Records by what guests are looked up: by which kinds of data, never for whom. */
import { RecentValues } from "../../../base/recent-values.ts";
import { isPersonal, type SearchKind, searchTermsOf } from "../../../decisions/search-terms.ts";
import { searchedBy } from "../../../decisions/searched-by.ts";
import type { View } from "../../../decisions/view.ts";
import { auditEntry } from "../../../storage/port/audit.ts";
import type { RouteDeps } from "../deps.ts";
import type { UserCaller } from "../guards.ts";

/** The same look-up by the same user is one while its page is open and reloads, ms. */
const sameWithinMs = 10 * 60_000;
const rememberedMax = 10_000;

type Searcher = Pick<UserCaller, "user" | "actor">;

export interface LookUps {
  /** A typed text, which is searched for as each kind of data that it may be. */
  text(by: Searcher, projectId: string, text: string): Promise<void>;
  /** A list of the decisions of one guest. */
  view(by: Searcher, projectId: string, view: View): Promise<void>;
}

export function auditedLookUps({ store, now }: Pick<RouteDeps, "store" | "now">): LookUps {
  const recent = new RecentValues<number>(rememberedMax);

  async function record(
    { user, actor }: Searcher,
    projectId: string,
    searched: { kinds: readonly SearchKind[]; text: string },
  ): Promise<void> {
    const by = searched.kinds.filter(isPersonal);
    if (by.length === 0) return;
    const at = now();
    const name = JSON.stringify([user.id, projectId, by, searched.text]);
    const before = recent.get(name);
    if (before !== undefined && at - before < sameWithinMs) return;
    const found = { subject: projectId, projectId, detail: { by } };
    await store.audit.add(auditEntry(actor, at, "decision.find", found));
    recent.set(name, at);
  }

  return {
    text: (by, projectId, text) =>
      record(by, projectId, { kinds: searchTermsOf(text).map((term) => term.by), text }),
    async view(by, projectId, { find, same }) {
      if (find) await record(by, projectId, { kinds: [find.by], text: find.text });
      if (same) {
        await record(by, projectId, { kinds: [searchedBy[same.kind]], text: same.decisionId });
      }
    },
  };
}
