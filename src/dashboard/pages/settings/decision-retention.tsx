/** How long a project's decisions keep the guest's data. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ShownDecisionRetention, WouldBlank } from "../../../http/dashboard-api/projects.ts";
import type { KeptOfDecisions } from "../../../storage/port/projects.ts";
import { api, unwrap } from "../../api/client.ts";
import { useProject } from "../../api/session.ts";
import { integers } from "../../components/charts/number-format.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { SelectField } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { Time } from "../../components/time.tsx";
import { showToast } from "../../components/toast.tsx";
import { useReplacing } from "../../components/use-replacing.ts";
import { RetentionDaysField, useRetentionDays } from "./retention-days.tsx";
import { SettingCard } from "./setting-card.tsx";

const queryKey = (projectId: string) => ["decision-retention", projectId] as const;

export function DecisionRetentionCard({ canEdit }: { canEdit: boolean }) {
  const { projectId } = useProject();
  const retention = useQuery({
    queryKey: queryKey(projectId),
    queryFn: () => unwrap(api.projects({ projectId })["decision-retention"].get()),
  });
  const lead =
    "How long decisions keep the guest, the booking and the visit. After that the score, the features and the " +
    "outcome remain for training, or nothing. The GDPR asks you to keep guests' data no longer than you need it.";
  return (
    <SettingCard title="Decision retention" lead={lead} setting={retention}>
      {(data) =>
        canEdit ? (
          <RetentionForm key={projectId} retention={data} />
        ) : (
          <p>Guests' data are kept {retentionText(data)}.</p>
        )
      }
    </SettingCard>
  );
}

const daysText = (days: number) => (days === 0 ? "forever" : `for ${integers.format(days)} days`);

const retentionText = ({ days, serviceDays }: ShownDecisionRetention) =>
  days === null ? `${daysText(serviceDays)} (the default)` : daysText(days);

const keptText = (retention: ShownDecisionRetention) =>
  `${retentionText(retention)}, and then ${retention.keeps === "nothing" ? "nothing" : "the data needed for training"}`;

function RetentionForm({ retention }: { retention: ShownDecisionRetention }) {
  const { projectId } = useProject();
  const client = useQueryClient();
  const value = useRetentionDays(retention, 395);
  const [keeps, setKeeps] = useState<KeptOfDecisions>(retention.keeps);
  const [toConfirm, setToConfirm] = useState<WouldBlank | null>(null);
  const route = api.projects({ projectId })["decision-retention"];
  const { chosen } = value;
  const replacing = useReplacing(retention, { read: () => unwrap(route.get()), text: keptText });

  const apply = async () => {
    await replacing(async (replaces) => {
      const shown = { days: replaces.days, keeps: replaces.keeps };
      const saved = await unwrap(route.put({ days: chosen, keeps, replaces: shown }));
      showToast(`Saved. Guests' data are kept ${retentionText(saved)}.`);
      return saved;
    });
    await client.invalidateQueries({ queryKey: queryKey(projectId) });
  };
  const save = async () => {
    const would = await unwrap(
      route["would-blank"].get({ query: { days: chosen ?? "default", keeps } }),
    );
    if (would.decisions > 0) setToConfirm(would);
    else await apply();
  };
  return (
    <>
      <Form action="Save" onSubmit={save} isSetting>
        {(errors) => (
          <>
            <RetentionDaysField
              value={value}
              label="Keep guests' data for"
              serviceText={daysText(retention.serviceDays)}
              name="decisionRetentionDays"
              hint="31 to 36,500. 395 cover a season and most chargebacks."
              error={errors.decisionRetentionDays}
            />
            <SelectField<KeptOfDecisions>
              label="After that, keep"
              value={keeps}
              onChange={setKeeps}
              options={[
                { value: "training", label: "Data needed for training" },
                { value: "nothing", label: "Nothing" },
              ]}
            />
          </>
        )}
      </Form>
      {toConfirm && (
        <ConfirmBlanking
          would={toConfirm}
          keeps={keeps}
          onConfirm={apply}
          onClose={() => setToConfirm(null)}
        />
      )}
    </>
  );
}

function ConfirmBlanking({
  would,
  keeps,
  onConfirm,
  onClose,
}: {
  would: WouldBlank;
  keeps: KeptOfDecisions;
  onConfirm: () => Promise<void>;
  onClose: () => void;
}) {
  return (
    <ConfirmDialog
      title="Remove guests' data?"
      action={keeps === "nothing" ? "Delete decisions" : "Remove guests' data"}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        <b>
          {integers.format(would.decisions)} {would.decisions === 1 ? "decision" : "decisions"}
        </b>
        {would.oldestAt && (
          <>
            , the oldest from <Time at={would.oldestAt} />,
          </>
        )}{" "}
        {keeps === "nothing"
          ? "will be deleted within ten minutes."
          : "will lose the guest, the booking and the visit within ten minutes."}{" "}
        You cannot undo this.
      </p>
    </ConfirmDialog>
  );
}
