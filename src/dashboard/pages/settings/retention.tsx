/** How long a project's telemetry is stored. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { readRetentionDays, retentionDays } from "../../../attempt/telemetry/retention.ts";
import type { Retention, WouldDelete } from "../../../http/dashboard-api/projects.ts";
import { api, unwrap } from "../../api/client.ts";
import { useProject } from "../../api/session.ts";
import { integers } from "../../components/charts/number-format.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Form } from "../../components/form.tsx";
import { Time } from "../../components/time.tsx";
import { showToast } from "../../components/toast.tsx";
import { RetentionDaysField, useRetentionDays } from "./retention-days.tsx";
import { SettingCard } from "./setting-card.tsx";

const queryKey = (projectId: string) => ["retention", projectId] as const;

export function RetentionCard({ canEdit }: { canEdit: boolean }) {
  const { projectId } = useProject();
  const retention = useQuery({
    queryKey: queryKey(projectId),
    queryFn: () => unwrap(api.projects({ projectId }).retention.get()),
  });
  const lead =
    "How long raw telemetry from browsers is stored. Each decision has its own copy of its inputs, so it can " +
    "still be explained, verified and replayed.";
  return (
    <SettingCard title="Telemetry retention" lead={lead} setting={retention}>
      {(data) =>
        canEdit ? (
          <RetentionForm key={String(data.days)} retention={data} />
        ) : (
          <p>Telemetry retention: {retentionText(data)}.</p>
        )
      }
    </SettingCard>
  );
}

const daysText = (days: number) =>
  days === retentionDays.forEver
    ? "forever"
    : `${integers.format(days)} ${days === 1 ? "day" : "days"}`;

function retentionText({ days, serviceDays }: Retention): string {
  return days === null ? `${daysText(serviceDays)} (the default)` : daysText(days);
}

function isShorter(next: number, current: number): boolean {
  if (next === retentionDays.forEver) return false;
  return current === retentionDays.forEver || next < current;
}

function RetentionForm({ retention: { days, serviceDays } }: { retention: Retention }) {
  const { projectId } = useProject();
  const client = useQueryClient();
  const value = useRetentionDays({ days, serviceDays }, 90);
  const [toConfirm, setToConfirm] = useState<WouldDelete | null>(null);
  const retention = api.projects({ projectId }).retention;
  const { chosen } = value;

  const apply = async () => {
    const saved = await unwrap(retention.put({ days: chosen }));
    showToast(`Saved. Telemetry retention: ${retentionText(saved)}.`);
    await client.invalidateQueries({ queryKey: queryKey(projectId) });
  };
  const save = async () => {
    const next = chosen === null ? serviceDays : readRetentionDays(chosen);
    if (next !== null && isShorter(next, days ?? serviceDays)) {
      const query = { days: chosen ?? "default" };
      setToConfirm(await unwrap(retention["would-delete"].get({ query })));
    } else await apply();
  };
  return (
    <>
      <Form action="Save" onSubmit={save} isSetting>
        {(errors) => (
          <RetentionDaysField
            value={value}
            label="Store telemetry for"
            serviceText={daysText(serviceDays)}
            name="days"
            hint={`${retentionDays.min} to ${integers.format(retentionDays.max)}.`}
            error={errors.days}
          />
        )}
      </Form>
      {toConfirm && (
        <ConfirmDialog
          title="Shorten retention?"
          action={toConfirm.batches > 0 ? "Delete older telemetry" : "Shorten retention"}
          onConfirm={apply}
          onClose={() => setToConfirm(null)}
        >
          <Deleted {...toConfirm} />
        </ConfirmDialog>
      )}
    </>
  );
}

function Deleted({ batches, oldestAt }: WouldDelete) {
  if (oldestAt === null) {
    return <p>No telemetry is that old yet. From now on it is deleted once it is.</p>;
  }
  return (
    <>
      <p>
        <b>
          {integers.format(batches)} {batches === 1 ? "batch" : "batches"} of telemetry
        </b>
        , the oldest from <Time at={oldestAt} />, will be deleted within ten minutes. You cannot
        undo this.
      </p>
      <p>Decisions are not affected: each has its own copy of its inputs.</p>
    </>
  );
}
