/** Starting and ending a challenge, in the project of the page. */
import { useState } from "react";
import type { ModelsHere } from "../../../http/dashboard-api/models/list.ts";
import { api, unwrap } from "../../api/client.ts";
import { useProject } from "../../api/session.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Form } from "../../components/form.tsx";
import { ErrorNotice, SkeletonRows } from "../../components/page.tsx";
import { showToast } from "../../components/toast.tsx";
import { NumberField, numberOf } from "../settings/number-field.tsx";
import { PromotionProof } from "./promotion-proof.tsx";
import { TypedName, useTypedName } from "./typed-name.tsx";
import { useRefreshModels, useReplays } from "./use-models.ts";

interface Props {
  model: string;
  onClose: () => void;
}

export function ChallengeDialog({ model, state, onClose }: Props & { state: ModelsHere }) {
  const { name } = useProject();
  const replays = useReplays(model);
  const here = replays.data?.proof.here;
  // A challenge is how live decisions are collected, so it does not require any.
  const proof = here && {
    ...here,
    objections: here.objections.filter(({ kind }) => kind !== "live"),
  };
  return (
    <Dialog title={`Start a challenge with ${model}?`} onClose={onClose}>
      <div className="stack tight">
        <p>
          Within a second, <b>{model}</b> decides for a share of the guests of <b>{name}</b>, and{" "}
          {state.deciding.model} for all others. A guest always gets the same model.
        </p>
        <p>
          It ends by itself if this model lets through more fraud, or denies more, beyond what
          chance explains.
        </p>
      </div>
      {replays.isPending && <SkeletonRows rows={2} />}
      {replays.error && <ErrorNotice error={replays.error} />}
      {proof && proof.objections.length > 0 && (
        <PromotionProof
          model={model}
          proof={proof}
          newest={undefined}
          replays={replays.data ?? null}
        />
      )}
      {proof && (
        <ChallengeForm model={model} onClose={onClose} isProven={proof.objections.length === 0} />
      )}
    </Dialog>
  );
}

function ChallengeForm({ model, isProven, onClose }: Props & { isProven: boolean }) {
  const { projectId } = useProject();
  const refresh = useRefreshModels();
  const [percent, setPercent] = useState("10");
  const [days, setDays] = useState("90");
  const typed = useTypedName(model);
  const start = async () => {
    if (!isProven) typed.assert();
    const body = {
      on: true as const,
      share: Number((numberOf(percent) / 100).toPrecision(12)),
      days: numberOf(days),
      force: !isProven,
    };
    await unwrap(api.projects({ projectId }).models({ model }).challenge.put(body));
    await refresh();
    showToast(`${model} is the challenger`);
  };
  return (
    <Form
      action={isProven ? "Start" : "Start anyway"}
      onSubmit={start}
      onDone={onClose}
      onCancel={onClose}
    >
      {(errors) => (
        <>
          <NumberField
            label="Share of the guests, in percent"
            name="share"
            inputMode="decimal"
            hint="1 to 50."
            error={errors.share}
            value={percent}
            onType={setPercent}
          />
          <NumberField
            label="Ends after, in days"
            name="challengeDays"
            inputMode="numeric"
            hint="1 to 365."
            error={errors.challengeDays}
            value={days}
            onType={setDays}
          />
          {!isProven && <TypedName typed={typed} action="start it" error={errors.typed} />}
        </>
      )}
    </Form>
  );
}

export function EndChallengeDialog({ model, onClose }: Props) {
  const { projectId, name } = useProject();
  const refresh = useRefreshModels();
  const stop = async () => {
    await unwrap(api.projects({ projectId }).models({ model }).challenge.put({ on: false }));
    await refresh();
    showToast("Challenge ended");
  };
  return (
    <ConfirmDialog
      title={`End the challenge of ${model}?`}
      action="End challenge"
      onConfirm={stop}
      onClose={onClose}
    >
      <p>
        The active model decides again for all guests of {name}. Decisions and results of the
        challenge are kept.
      </p>
    </ConfirmDialog>
  );
}
