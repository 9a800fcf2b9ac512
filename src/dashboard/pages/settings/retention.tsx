/** How long a project's telemetry is kept. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Retention, WouldDelete } from "../../../dashboard-api/projects.ts";
import { readRetentionDays, retentionDays } from "../../../telemetry/retention.ts";
import { api, unwrap } from "../../api/client.ts";
import { useProject } from "../../api/session.ts";
import { integers } from "../../components/charts/number-format.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { SelectField, TextField } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { ErrorNotice, SkeletonRows } from "../../components/page.tsx";
import { Time } from "../../components/time.tsx";
import { showToast } from "../../components/toast.tsx";

const keyOf = (projectId: string) => ["retention", projectId] as const;

export function RetentionCard({ maySet }: { maySet: boolean }) {
  const { projectId } = useProject();
  const retention = useQuery({
    queryKey: keyOf(projectId),
    queryFn: () => unwrap(api.projects({ projectId }).retention.get()),
  });
  return (
    <section className="settings-card">
      <div>
        <h2>Retention</h2>
        <p>
          How long what browsers sent is kept as it came. Decisions are kept for good, with their
          own copy of what they were made from, so they are looked into, verified and replayed as
          before.
        </p>
      </div>
      <div>
        {retention.error && (
          <ErrorNotice error={retention.error} retry={() => void retention.refetch()} />
        )}
        {retention.isPending && <SkeletonRows rows={2} />}
        {retention.data &&
          (maySet ? (
            <RetentionForm key={String(retention.data.days)} retention={retention.data} />
          ) : (
            <p>Telemetry is kept {saidOf(retention.data)}.</p>
          ))}
      </div>
    </section>
  );
}

const sayDays = (days: number) =>
  days === retentionDays.forEver
    ? "for ever"
    : `${integers.format(days)} ${days === 1 ? "day" : "days"}`;

function saidOf({ days, serviceDays }: Retention): string {
  return days === null ? `${sayDays(serviceDays)}, as the service does` : sayDays(days);
}

type Mode = "service" | "days" | "ever";

function modeOf(days: number | null): Mode {
  if (days === null) return "service";
  return days === retentionDays.forEver ? "ever" : "days";
}

/** What is kept less long than before; 0 is for ever. What cannot be read the service refuses. */
function isShorter(now: number, before: number): boolean {
  if (now === retentionDays.forEver) return false;
  return before === retentionDays.forEver || now < before;
}

function RetentionForm({ retention: { days, serviceDays } }: { retention: Retention }) {
  const { projectId } = useProject();
  const client = useQueryClient();
  const [mode, setMode] = useState<Mode>(modeOf(days));
  const [text, setText] = useState(String(days || serviceDays || 90));
  const [asking, setAsking] = useState<WouldDelete | null>(null);
  const retention = api.projects({ projectId }).retention;
  const chosen = { service: null, ever: "0", days: text.trim() }[mode];

  const keep = async () => {
    const kept = await unwrap(retention.put({ days: chosen }));
    showToast(`Saved. Telemetry is kept ${saidOf(kept)}.`);
    await client.invalidateQueries({ queryKey: keyOf(projectId) });
  };
  const save = async () => {
    const next = chosen === null ? serviceDays : readRetentionDays(chosen);
    if (next !== null && isShorter(next, days ?? serviceDays)) {
      const query = { days: chosen ?? "default" };
      setAsking(await unwrap(retention["would-delete"].get({ query })));
    } else await keep();
  };
  return (
    <>
      <Form action="Save" onSubmit={save}>
        {(errors) => (
          <>
            <SelectField<Mode>
              label="Telemetry is kept"
              value={mode}
              onChange={setMode}
              options={[
                { value: "service", label: `As the service does: ${sayDays(serviceDays)}` },
                { value: "days", label: "A number of days" },
                { value: "ever", label: "For ever" },
              ]}
            />
            {mode === "days" && (
              <TextField
                label="Days"
                name="days"
                inputMode="numeric"
                autoComplete="off"
                hint={`${retentionDays.min} to ${integers.format(retentionDays.max)}.`}
                error={errors.days}
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            )}
          </>
        )}
      </Form>
      {asking && (
        <ConfirmDialog
          title="Keep telemetry less long?"
          action={asking.batches > 0 ? "Delete what is older" : "Keep it less long"}
          onConfirm={keep}
          onClose={() => setAsking(null)}
        >
          <Deleted {...asking} />
        </ConfirmDialog>
      )}
    </>
  );
}

function Deleted({ batches, oldestAt }: WouldDelete) {
  if (oldestAt === null) {
    return <p>Nothing is that old yet. From now on telemetry is deleted when it is.</p>;
  }
  return (
    <>
      <p>
        <b>
          {integers.format(batches)} {batches === 1 ? "batch" : "batches"} of telemetry
        </b>
        , the oldest of <Time at={oldestAt} />, will be deleted within ten minutes. They cannot be
        brought back.
      </p>
      <p>
        Every decision stays, with its own copy of what it was made from: it can still be looked
        into, verified and replayed.
      </p>
    </>
  );
}
