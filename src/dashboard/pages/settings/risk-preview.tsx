/** What each risk setting would have done in the last days, shown below its name. */
import { useQuery } from "@tanstack/react-query";
import { previewDays, type SettingsPreview } from "../../../decisions/settings-preview.ts";
import type { RiskSetting } from "../../../projects/risk-setting.ts";
import { api, unwrap } from "../../api/client.ts";
import { useProject } from "../../api/session.ts";
import { integers, percentages } from "../../components/charts/number-format.ts";
import { ErrorNotice, Notice } from "../../components/page.tsx";

export function usePreview() {
  const { projectId } = useProject();
  return useQuery({
    queryKey: ["risk-setting-preview", projectId],
    queryFn: () => unwrap(api.projects({ projectId })["risk-setting"].preview.get()),
  });
}

type Preview = ReturnType<typeof usePreview>;

/** The line for one setting; nothing if no booking was scored. */
export function PreviewLine({ preview, setting }: { preview: Preview; setting: RiskSetting }) {
  if (preview.isPending) {
    return (
      <span className="preview" role="status" aria-label="Loading">
        <span className="skeleton" />
      </span>
    );
  }
  if (!preview.data || preview.data.decisions === 0) return null;
  return (
    <span className="preview" data-setting={setting}>
      {previewText(preview.data, setting)}
    </span>
  );
}

function previewText({ decisions, settings }: SettingsPreview, setting: RiskSetting): string {
  const { denied, denyRate, reported } = settings[setting];
  const rate = percentages.format(denyRate ?? 0);
  const summary = `In the last ${previewDays} days it would have denied ${integers.format(denied)} of ${integers.format(decisions)} bookings (${rate})`;
  if (denied === 0) return `${summary}.`;
  return `${summary}: ${integers.format(reported.fraud)} reported as fraud, ${integers.format(reported.legitimate)} as legitimate.`;
}

/** Why there is no preview. */
export function PreviewState({ preview }: { preview: Preview }) {
  if (preview.error)
    return <ErrorNotice error={preview.error} retry={() => void preview.refetch()} />;
  if (preview.data?.decisions !== 0) return null;
  return (
    <Notice>
      No bookings were scored in the last {previewDays} days. Once there are some, this shows how
      many each setting would have denied, and their reported outcomes.
    </Notice>
  );
}
