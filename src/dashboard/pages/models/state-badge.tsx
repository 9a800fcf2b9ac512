import type { ListedModel } from "../../../http/dashboard-api/models/list.ts";

const classNames = {
  active: "badge ok",
  shadow: "badge accent",
  challenger: "badge accent",
  candidate: "badge",
  retired: "badge",
} as const;

export function StateBadge({ state }: Pick<ListedModel, "state">) {
  return <span className={classNames[state]}>{state}</span>;
}
