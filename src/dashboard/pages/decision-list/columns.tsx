/** The columns of the list. Everybody chooses theirs, and the browser keeps the choice, as it does the theme. */
import { type ReactNode, useState } from "react";
import type { ListedRow } from "../../../http/dashboard-api/decision-list/routes.ts";
import { type RiskSetting, settingNames } from "../../../projects/risk-setting.ts";
import { formatUtcDays } from "../../components/format.ts";
import { ActionBadge, OutcomeBadge } from "../../components/risk.tsx";
import { countryName } from "../decision-detail/format.ts";

interface Column {
  title: string;
  /** Unless somebody chose otherwise. */
  isShown: boolean;
  /** Takes the permission to see guests' data. */
  isPersonal?: true;
  /** In one line; what is too long is cut. */
  text?: (row: ListedRow) => string | null;
  cell?: (row: ListedRow) => ReactNode;
}

/** In their order. The time and the score stand before them, and are always shown. */
const columns = {
  action: {
    title: "Action",
    isShown: true,
    cell: (row) => <ActionBadge action={row.suggestedAction} />,
  },
  reason: { title: "Reason", isShown: true, text: (row) => row.reason },
  guest: {
    title: "Guest",
    isShown: true,
    isPersonal: true,
    text: (row) => row.guest?.name ?? null,
  },
  email: {
    title: "E-mail",
    isShown: false,
    isPersonal: true,
    text: (row) => row.guest?.email ?? null,
  },
  phone: {
    title: "Phone",
    isShown: false,
    isPersonal: true,
    text: (row) => row.guest?.phone ?? null,
  },
  hotel: {
    title: "Hotel",
    isShown: true,
    text: (row) => (row.isBlanked ? "Removed" : row.hotel.name),
  },
  country: {
    title: "Hotel country",
    isShown: false,
    text: (row) => countryName(row.hotel.country),
  },
  stay: { title: "Stay", isShown: true, text: stayText },
  outcome: {
    title: "Outcome",
    isShown: true,
    cell: ({ outcome }) => outcome && <OutcomeBadge outcome={outcome} />,
  },
  telemetry: {
    title: "Telemetry",
    isShown: false,
    text: (row) => (row.telemetry === "seen" ? "Yes" : "No"),
  },
  source: {
    title: "Source",
    isShown: false,
    text: (row) => (row.source === "import" ? "Imported" : "API"),
  },
  setting: {
    title: "Risk setting",
    isShown: false,
    text: (row) => settingNames[row.riskSetting as RiskSetting] ?? row.riskSetting,
  },
  model: { title: "Model", isShown: false, text: (row) => row.model },
  request: { title: "Request ID", isShown: false, text: (row) => row.requestId },
} as const satisfies Record<string, Column>;

export type ColumnId = keyof typeof columns;
const columnIds = Object.keys(columns) as ColumnId[];

export const columnOf = (id: ColumnId): Column => columns[id];

const storageKey = "decision-columns";

function storedColumns(): ColumnId[] {
  const byDefault = columnIds.filter((id) => columns[id].isShown);
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "null");
    return Array.isArray(stored) ? columnIds.filter((id) => stored.includes(id)) : byDefault;
  } catch {
    return byDefault; // The stored text is not ours.
  }
}

/**
 * The columns that this browser shows, in their order, and those that it may show.
 * @param seesGuests whether the role allows guests' data.
 */
export function useColumns(seesGuests: boolean) {
  const [chosen, setChosen] = useState(storedColumns);
  const isAllowed = (id: ColumnId) => seesGuests || columnOf(id).isPersonal !== true;
  return {
    shown: chosen.filter(isAllowed),
    offered: columnIds.filter(isAllowed),
    show(id: ColumnId, isShown: boolean) {
      const next = columnIds.filter((one) => (one === id ? isShown : chosen.includes(one)));
      localStorage.setItem(storageKey, JSON.stringify(next));
      setChosen(next);
    },
    reset() {
      localStorage.removeItem(storageKey);
      setChosen(storedColumns());
    },
  };
}

export type Columns = ReturnType<typeof useColumns>;

function stayText({ isBlanked, checkIn, checkOut }: ListedRow): string | null {
  if (isBlanked) return null;
  const [from, to] = [Date.parse(checkIn), Date.parse(checkOut)];
  if (Number.isNaN(from) || Number.isNaN(to) || to < from) return `${checkIn} – ${checkOut}`;
  return formatUtcDays(from, to);
}
