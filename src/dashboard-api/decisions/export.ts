import { csvOf } from "../../decisions/csv.ts";
import type { DecisionRow } from "../../decisions/rows.ts";
import { auditLine } from "../../storage/audit.ts";
import type { Caller } from "../admit.ts";
import type { Room } from "./room.ts";
import { impersonal, seesGuests } from "./sent-view.ts";

/** Without it spreadsheets take the file for one of an old encoding, and spoil "Hôtel". */
const byteOrderMark = "\uFEFF";

/**
 * A view's decisions as a file, read on as fast as it is taken: a million rows are never held at
 * once. The audit has a line before the first row leaves, and one at the end that says how many.
 *
 * @throws Problem not_found, rate_limited
 */
export async function exportDecisions(
  { store, decisions, orders, now }: Pick<Room, "store" | "decisions" | "orders" | "now">,
  { person, grants, doing }: Pick<Caller, "person" | "grants" | "doing">,
  { projectId, orderId }: { projectId: string; orderId: string },
): Promise<Response> {
  const guests = seesGuests({ grants }, projectId);
  const { view, end } = orders.begin(orderId, { userId: person.id, projectId });
  const note = (action: string, detail: object) =>
    store.audit.add(auditLine(doing(), action, projectId, projectId, detail));
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
      await note("decision.export", { view: impersonal(view), guests });
      yield byteOrderMark;
      yield* csvOf(counted(decisions.all(projectId, view, guests)), guests);
      whole = true;
    } finally {
      end();
      await note("decision.exported", { rows, whole });
    }
  }
  return new Response(streamOf(file(), end), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8; header=present",
      "Content-Disposition": `attachment; filename="${fileName(now())}"`,
    },
  });
}

function fileName(at: number): string {
  return `decisions-${new Date(at).toISOString().slice(0, 16).replaceAll(":", "")}Z.csv`;
}

/** The next text is made when the last was taken; who stops taking ends the making. */
function streamOf(texts: AsyncGenerator<string>, end: () => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await texts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      end(); // What was never begun has no end of its own.
      await texts.return(undefined);
    },
  });
}
