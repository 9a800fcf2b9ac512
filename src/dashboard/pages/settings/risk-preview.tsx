/** What each risk setting would have done of late, below its name. */
import { useQuery } from "@tanstack/react-query";
import { previewDays, type SettingsPreview } from "../../../decisions/settings-preview.ts";
import type { RiskSetting } from "../../../projects/risk-setting.ts";
import { api, ask } from "../../api/client.ts";
import { useProject } from "../../api/session.ts";
import { percents, wholes } from "../../parts/charts/numbers.ts";
import { Failure, Notice } from "../../parts/page.tsx";

export function usePreview() {
  const { projectId } = useProject();
  return useQuery({
    queryKey: ["risk-setting-preview", projectId],
    queryFn: () => ask(api.projects({ projectId })["risk-setting"].preview.get()),
  });
}

type Preview = ReturnType<typeof usePreview>;

/** A line for one setting; nothing where there is nothing to tell. */
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
      {lineOf(preview.data, setting)}
    </span>
  );
}

function lineOf({ decisions, settings }: SettingsPreview, setting: RiskSetting): string {
  const { denied, denyRate, reported } = settings[setting];
  const rate = percents.say(denyRate ?? 0);
  const would = `Last ${previewDays} days: it would have denied ${wholes.say(denied)} of ${wholes.say(decisions)} (${rate})`;
  if (denied === 0) return `${would}.`;
  return `${would}; of those ${wholes.say(reported.fraud)} are known fraud, ${wholes.say(reported.legitimate)} known legitimate.`;
}

/** Where there are no lines: why. */
export function PreviewState({ preview }: { preview: Preview }) {
  if (preview.error) return <Failure error={preview.error} retry={() => void preview.refetch()} />;
  if (preview.data?.decisions !== 0) return null;
  return (
    <Notice>
      No booking was scored in the last {previewDays} days. Once some are, you see here how many
      each setting would have denied, and what is known of them.
    </Notice>
  );
}
