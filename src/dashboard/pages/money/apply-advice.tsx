/** The button that applies the advice: it changes the project's risk setting, as the settings do. */
import { useState } from "react";
import type { Advice } from "../../../evaluation/money/settings-advice.ts";
import { settingNames } from "../../../projects/risk-setting.ts";
import { api, unwrap } from "../../api/client.ts";
import { can, useProject, useRefreshSession } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import type { NumberStyle } from "../../components/charts/number-format.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { showToast } from "../../components/toast.tsx";
import { intervalText } from "./settings-table.tsx";

export function ApplyAdvice({
  advice: { kind, setting, differences },
  isSaved,
  numbers,
}: {
  advice: Advice;
  /** Whether it rests on the project's own terms, and not on values that somebody tries. */
  isSaved: boolean;
  numbers: NumberStyle;
}) {
  const project = useProject();
  const refresh = useRefreshSession();
  const [isAsked, setAsked] = useState(false);
  if (kind !== "change" || !can(project, "project.set")) return null;
  if (!isSaved) return <span className="small muted">Save the assumptions to apply it.</span>;
  const apply = async () => {
    await unwrap(
      api.projects({ projectId: project.projectId })["risk-setting"].put({ riskSetting: setting }),
    );
    await refresh();
    showToast("Saved. The change applies from the next booking.");
  };
  return (
    <>
      <Button variant="primary" onClick={() => setAsked(true)}>
        Apply the advice
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={`Change to ${settingNames[setting]}?`}
          action={`Change to ${settingNames[setting]}`}
          onConfirm={apply}
          onClose={() => setAsked(false)}
        >
          <p>
            In the period shown, it would have earned {intervalText(differences[setting], numbers)}{" "}
            more than your setting (95%). It applies from the next booking, and is in the activity
            log.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
