import type { ListedModel } from "../../../dashboard-api/models/list.ts";

const looks = {
  active: "badge ok",
  shadow: "badge accent",
  candidate: "badge",
  retired: "badge",
} as const;

export function StateBadge({ state }: Pick<ListedModel, "state">) {
  return <span className={looks[state]}>{state}</span>;
}
