/** One confirmation for several decisions. */
import type { ReactNode } from "react";
import type { ListedRow } from "../../../../http/dashboard-api/decision-list/routes.ts";
import type { ListType } from "../../../../storage/port/lists.ts";
import { PartsDialog } from "../../../components/parts-dialog.tsx";
import { Time } from "../../../components/time.tsx";

export interface BulkProps {
  rows: readonly ListedRow[];
  /** Of the values that are listed unless another one is chosen. */
  type?: ListType | undefined;
  onCancel: () => void;
  onDone: () => void;
}

export function BulkDialog({
  rows,
  act,
  ...more
}: Omit<BulkProps, "type"> & {
  title: string;
  /** The label of the button. */
  action: string;
  isReady?: boolean;
  /** @returns what was done, such as "Saved". @throws Error, whose message is the row's result. */
  act: (row: ListedRow) => Promise<string>;
  children: ReactNode;
}) {
  const parts = rows.map((row) => ({
    id: row.decisionId,
    label: <BookingLabel name={row.guest?.name ?? row.hotel.name} at={row.decidedAt} />,
    act: () => act(row),
  }));
  return <PartsDialog parts={parts} {...more} />;
}

/** @param name of the guest, or of the hotel. @param at ISO 8601. */
export function BookingLabel({ name, at }: { name: string; at: string }) {
  return (
    <>
      <bdi>{name}</bdi>{" "}
      <span className="muted small">
        <Time at={at} />
      </span>
    </>
  );
}
