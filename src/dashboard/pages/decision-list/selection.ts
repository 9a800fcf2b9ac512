import { useState } from "react";
import type { ListedRow } from "../../../http/dashboard-api/decision-list/routes.ts";

/** The rows of a page that are selected. Those of another page are not. */
export function useSelection(rows: readonly ListedRow[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const selected = rows.filter(({ decisionId }) => ids.has(decisionId));
  return {
    selected,
    has: (decisionId: string) => ids.has(decisionId),
    toggle(decisionId: string) {
      setIds((before) => {
        const next = new Set(before);
        if (!next.delete(decisionId)) next.add(decisionId);
        return next;
      });
    },
    isAll: rows.length > 0 && selected.length === rows.length,
    setAll: (isSelected: boolean) =>
      setIds(new Set(isSelected ? rows.map(({ decisionId }) => decisionId) : [])),
  };
}

export type Selection = ReturnType<typeof useSelection>;
