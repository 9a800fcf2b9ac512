/** `booking-risk model log` */
import { UsageError } from "../config.ts";
import { answer, table } from "./output.ts";
import { type CommonFlags, withStore } from "./with-store.ts";

const limitMax = 100_000;

export async function showLog(flags: CommonFlags & { limit: string }): Promise<void> {
  const limit = Number(flags.limit);
  if (!(Number.isInteger(limit) && limit > 0 && limit <= limitMax)) {
    throw new UsageError(`--limit must be a whole number from 1 to ${limitMax}`);
  }
  const lines = await withStore(flags, (store) => store.audit.list(limit));
  const said = lines
    .filter(({ action }) => action.startsWith("model."))
    .map(({ at, detail, ...line }) => ({
      at: new Date(at).toISOString(),
      ...line,
      detail: JSON.parse(detail) as Record<string, unknown>,
    }));
  answer(flags.json, said, () =>
    table(
      ["WHEN", "WHO", "WHAT", "MODEL", "PROJECT", "MORE"],
      said.map(({ at, actor, action, subject, projectId, detail }) => [
        at,
        actor,
        action.slice("model.".length),
        subject,
        projectId ?? "all",
        more(detail),
      ]),
    ),
  );
}

function more({ forced, first, to }: Record<string, unknown>): string {
  if (first) return "the first";
  if (forced) return "forced";
  return typeof to === "string" ? `back to ${to}` : "";
}
