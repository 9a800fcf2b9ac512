/** Which decisions go to review by themselves. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { scoreMax } from "../../../risk/score.ts";
import type { ReviewRules } from "../../../storage/port/reviews.ts";
import { api, unwrap } from "../../api/client.ts";
import { useProject } from "../../api/session.ts";
import { percentages } from "../../components/charts/number-format.ts";
import { Form } from "../../components/form.tsx";
import { showToast } from "../../components/toast.tsx";
import { useReplacing } from "../../components/use-replacing.ts";
import { NumberField, numberOf, percentTyped } from "./number-field.tsx";
import { SettingCard } from "./setting-card.tsx";

const queryKey = (projectId: string) => ["review-rules", projectId] as const;

export function ReviewCard({ canEdit }: { canEdit: boolean }) {
  const { projectId } = useProject();
  const rules = useQuery({
    queryKey: queryKey(projectId),
    queryFn: () => unwrap(api.projects({ projectId }).review.rules.get()),
  });
  const lead =
    "Which bookings a person looks into, besides those that an entry of the watch list or somebody sends " +
    "there. Review changes neither the score nor the action.";
  return (
    <SettingCard title="Review" lead={lead} setting={rules}>
      {(data) =>
        canEdit ? <ReviewForm key={projectId} rules={data} /> : <p>To review: {ruleText(data)}.</p>
      }
    </SettingCard>
  );
}

function ruleText({ band, share }: ReviewRules): string {
  const parts: string[] = [];
  if (band) parts.push(`scores from ${band.from} to ${band.to}`);
  if (share > 0) parts.push(`${percentages.format(share)} at random`);
  return parts.join(", ") || "none by themselves";
}

function ReviewForm({ rules: stored }: { rules: ReviewRules }) {
  const { band, share } = stored;
  const { projectId } = useProject();
  const client = useQueryClient();
  const [from, setFrom] = useState(band === null ? "" : String(band.from));
  const [to, setTo] = useState(band === null ? "" : String(band.to));
  const [percent, setPercent] = useState(percentTyped(share));
  const { rules } = api.projects({ projectId }).review;
  const replacing = useReplacing(stored, { read: () => unwrap(rules.get()), text: ruleText });
  const save = async () => {
    const isNone = from.trim() === "" && to.trim() === "";
    const wanted = {
      band: isNone ? null : { from: numberOf(from), to: numberOf(to) },
      share: numberOf(percent) / 100,
    };
    await replacing((replaces) => unwrap(rules.put({ ...wanted, replaces })));
    showToast("Saved. The change applies from the next booking.");
    await client.invalidateQueries({ queryKey: queryKey(projectId) });
  };
  return (
    <Form action="Save" onSubmit={save} isSetting>
      {(errors) => (
        <>
          <NumberField
            label="Lowest score"
            name="from"
            inputMode="numeric"
            hint={`0 to ${scoreMax}. Leave both empty for no band of scores.`}
            error={errors.band}
            value={from}
            onType={setFrom}
          />
          <NumberField
            label="Highest score"
            name="to"
            inputMode="numeric"
            value={to}
            onType={setTo}
          />
          <NumberField
            label="Random share, in percent"
            name="share"
            inputMode="decimal"
            hint="Of all bookings, whatever their score is: for an honest measurement. 0 for none."
            error={errors.share}
            value={percent}
            onType={setPercent}
          />
        </>
      )}
    </Form>
  );
}
