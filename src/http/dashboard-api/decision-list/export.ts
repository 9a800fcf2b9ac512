import { csvOf, type RowReasons } from "../../../decisions/csv.ts";
import type { Decisions } from "../../../decisions/decisions.ts";
import { withoutErasures } from "../../../decisions/privacy/unchanged.ts";
import type { DecisionRow } from "../../../decisions/rows.ts";
import { knownReasons } from "../../../model/reasons/stored-reasons.ts";
import { topReasonText } from "../../../model/reasons/summary.ts";
import { isAllowed } from "../../../projects/accounts/permissions.ts";
import { auditEntry } from "../../../storage/port/audit.ts";
import type { Store } from "../../../storage/port/store.ts";
import type { RouteDeps } from "../deps.ts";
import { streamOf } from "../download.ts";
import type { UserCaller } from "../guards.ts";
import type { ExportOrders } from "./orders.ts";
import { impersonal } from "./sent-view.ts";

export interface ExportDeps extends Pick<RouteDeps, "store" | "now"> {
  decisions: Decisions;
  orders: ExportOrders;
}

/** Without it spreadsheets assume an old encoding, and garble "Hôtel". */
const byteOrderMark = "\uFEFF";

/**
 * Exports the decisions of a view as a file, read as fast as it is downloaded, so that a million
 * rows are never in memory at once. The audit log gets one entry before the first row is sent, and
 * one at the end with the number of rows.
 *
 * @throws Problem not_found, rate_limited
 */
export async function exportDecisions(
  { store, decisions, orders, now }: ExportDeps,
  { user, grants, actor }: Pick<UserCaller, "user" | "grants" | "actor">,
  { projectId, orderId }: { projectId: string; orderId: string },
): Promise<Response> {
  const guests = isAllowed(grants, "guest.read", projectId);
  const { view, end } = orders.begin(orderId, { userId: user.id, projectId });
  const about = { subject: projectId, projectId };
  let rows = 0;
  async function* counted(pages: AsyncIterable<DecisionRow[]>) {
    for await (const page of pages) {
      rows += page.length;
      yield page;
    }
  }
  async function* file() {
    let whole = false;
    try {
      const detail = { view: impersonal(view), guests };
      const begun = auditEntry(actor, now(), "decision.export", { ...about, detail });
      await store.audit.add(begun);
      yield byteOrderMark;
      const pages = counted(withoutErasures(store, decisions.all(projectId, view, guests)));
      yield* csvOf(pages, guests, (page) => storedRowReasons(store, projectId, page));
      whole = true;
    } finally {
      end();
      const detail = { rows, whole };
      const ended = auditEntry(actor, now(), "decision.exported", { ...about, detail });
      await store.audit.add(ended);
    }
  }
  return new Response(streamOf(file(), end), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8; header=present",
      "Content-Disposition": `attachment; filename="${fileName(now())}"`,
    },
  });
}

/** Only the stored ones: computing a million would take days. */
async function storedRowReasons(
  store: Pick<Store, "projects" | "reasons">,
  projectId: string,
  page: readonly DecisionRow[],
): Promise<Map<string, RowReasons>> {
  const ids = page.map(({ decisionId }) => decisionId);
  const known = await knownReasons(store, projectId, ids);
  return new Map(
    known.map(({ decisionId, summary: { sentence, top } }) => [
      decisionId,
      { summary: sentence, strongest: top.map(topReasonText) },
    ]),
  );
}

function fileName(at: number): string {
  return `decisions-${new Date(at).toISOString().slice(0, 16).replaceAll(":", "")}Z.csv`;
}
