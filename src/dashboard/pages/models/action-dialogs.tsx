/** The confirmation dialogs of the actions on models. */
import type { ModelsHere } from "../../../http/dashboard-api/models/list.ts";
import { api, unwrap } from "../../api/client.ts";
import { useProject } from "../../api/session.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Form } from "../../components/form.tsx";
import { ErrorNotice, SkeletonRows } from "../../components/page.tsx";
import { showToast } from "../../components/toast.tsx";
import { ChallengeDialog, EndChallengeDialog } from "./challenge-dialogs.tsx";
import type { ModelAction, Scope } from "./model-actions.ts";
import { isProven, PromotionProof } from "./promotion-proof.tsx";
import { TypedName, useTypedName } from "./typed-name.tsx";
import { useRefreshModels, useReplays } from "./use-models.ts";

interface Props {
  model: string;
  state: ModelsHere;
  onClose: () => void;
}

export function ActionDialog({ action, ...props }: Props & { action: ModelAction }) {
  switch (action.kind) {
    case "promote":
      return <PromoteDialog {...props} scope={action.scope} />;
    case "shadow":
    case "end-shadow":
      return <ShadowDialog {...props} scope={action.scope} isStart={action.kind === "shadow"} />;
    case "challenge":
      return <ChallengeDialog {...props} />;
    case "end-challenge":
      return <EndChallengeDialog {...props} />;
    case "retire":
      return <RetireDialog {...props} />;
  }
}

/** The models endpoints of the project of the page, or of all projects. */
function useModelsApi(scope: Scope) {
  const { projectId } = useProject();
  return api.projects({ projectId: scope === "here" ? projectId : "all" }).models;
}

function PromoteDialog({ model, state, scope, onClose }: Props & { scope: Scope }) {
  const replays = useReplays(model);
  const proof = replays.data?.proof[scope];
  const { projectId } = useProject();
  const newest = replays.data?.replays.find(
    (one) =>
      one.passed !== null &&
      (scope === "all" || one.projectId === null || one.projectId === projectId),
  );
  return (
    <Dialog
      title={`Promote ${model}${scope === "all" ? " for all projects" : ""}?`}
      onClose={onClose}
    >
      <PromotionEffects model={model} state={state} scope={scope} />
      {replays.isPending && <SkeletonRows rows={2} />}
      {replays.error && <ErrorNotice error={replays.error} />}
      {proof && (
        <PromotionProof
          model={model}
          proof={proof}
          newest={newest}
          replays={scope === "here" ? (replays.data ?? null) : null}
        />
      )}
      {proof && (
        <PromoteForm model={model} scope={scope} onClose={onClose} isProven={isProven(proof)} />
      )}
    </Dialog>
  );
}

function PromotionEffects({
  model,
  state,
  scope,
}: Pick<Props, "model" | "state"> & { scope: Scope }) {
  const { name } = useProject();
  const current = scope === "here" ? state.deciding.model : state.all.model;
  return (
    <div className="stack tight">
      <p>
        Within a second, <b>{model}</b> replaces {current} as the active model for{" "}
        {scope === "here" ? <b>{name}</b> : "every project that has no model of its own"}. No
        requests are lost.
      </p>
      {scope === "all" && state.own?.model && (
        <p>
          {name} has a model of its own and keeps it: {state.own.model}.
        </p>
      )}
      <p className="muted">Past decisions do not change. You can roll back at any time.</p>
    </div>
  );
}

function PromoteForm({
  model,
  scope,
  isProven,
  onClose,
}: {
  model: string;
  scope: Scope;
  /** Whether nothing speaks against it. Otherwise the user has to type the model's name. */
  isProven: boolean;
  onClose: () => void;
}) {
  const endpoints = useModelsApi(scope);
  const refresh = useRefreshModels();
  const typed = useTypedName(model);
  const promote = async () => {
    if (!isProven) typed.assert();
    const { changed } = await unwrap(endpoints({ model }).promote.post({ force: !isProven }));
    await refresh();
    showToast(changed ? `${model} promoted` : `${model} was already active`);
  };
  return (
    <Form
      action={isProven ? "Promote" : "Promote anyway"}
      onSubmit={promote}
      onDone={onClose}
      onCancel={onClose}
    >
      {(errors) =>
        !isProven && <TypedName typed={typed} action="promote it" error={errors.typed} />
      }
    </Form>
  );
}

function ShadowDialog({
  model,
  state,
  scope,
  isStart,
  onClose,
}: Props & { scope: Scope; isStart: boolean }) {
  const { name } = useProject();
  const endpoints = useModelsApi(scope);
  const refresh = useRefreshModels();
  const current = (scope === "here" ? state.own?.shadow : state.all.shadow) ?? null;
  const change = async () => {
    await unwrap(endpoints({ model }).shadow.put({ on: isStart }));
    await refresh();
    showToast(isStart ? `${model} runs in shadow mode` : `Shadow mode stopped for ${model}`);
  };
  const bookings = scope === "here" ? `${name}'s bookings` : "the bookings of all projects";
  return (
    <Dialog
      title={isStart ? `Run ${model} in shadow mode?` : `Stop shadow mode for ${model}?`}
      onClose={onClose}
    >
      <Form
        action={isStart ? "Run in shadow mode" : "Stop shadow mode"}
        onSubmit={change}
        onDone={onClose}
        onCancel={onClose}
      >
        {() =>
          isStart ? (
            <div className="stack tight">
              <p>
                It scores {bookings} after the response has been sent. Its scores do not affect
                decisions. They show what the model would change.
              </p>
              {current && <p>It replaces {current}, whose scores are kept.</p>}
            </div>
          ) : (
            <p>It stops scoring {bookings}. Its scores so far are kept.</p>
          )
        }
      </Form>
    </Dialog>
  );
}

function RetireDialog({ model, onClose }: Props) {
  const refresh = useRefreshModels();
  const retire = async () => {
    await unwrap(api.models({ model }).retire.post());
    await refresh();
    showToast(`${model} retired`);
  };
  return (
    <ConfirmDialog title={`Retire ${model}?`} action="Retire" onConfirm={retire} onClose={onClose}>
      <p>
        It can no longer be promoted or run in shadow mode in any project. Its files are kept, since
        decisions refer to it. To use it again, install the same bundle.
      </p>
    </ConfirmDialog>
  );
}

/** Returns to the previously active model, in the project of the page or in all projects. */
export function RollbackDialog({
  scope,
  state,
  onClose,
}: {
  scope: Scope;
  state: ModelsHere;
  onClose: () => void;
}) {
  const { name } = useProject();
  const endpoints = useModelsApi(scope);
  const refresh = useRefreshModels();
  const selection = scope === "here" ? state.own : state.all;
  if (!selection?.model) return null;
  const from = selection.model;
  const to = selection.before ?? (scope === "here" ? state.all.model : null);
  const rollBack = async () => {
    const { model } = await unwrap(endpoints.rollback.post({ from }));
    await refresh();
    showToast(model ? `${model} is active again` : `${name} uses the model of all projects again`);
  };
  return (
    <ConfirmDialog
      title={`Roll back from ${from}?`}
      action="Roll back"
      onConfirm={rollBack}
      onClose={onClose}
    >
      <p>
        Within a second, <b>{to}</b> becomes active again for{" "}
        {scope === "here" ? <b>{name}</b> : "every project that has no model of its own"}
        {scope === "here" && !selection.before && ", as it is for all projects"}. No requests are
        lost.
      </p>
      <p className="muted">
        {from} stays in the registry and can be promoted again. Past decisions do not change.
      </p>
    </ConfirmDialog>
  );
}
