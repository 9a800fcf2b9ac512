/** Asks before who decides is changed: what will happen, from when on, and what speaks for it. */
import { useState } from "react";
import { Link } from "wouter";
import type { ModelsHere } from "../../../dashboard-api/models/list.ts";
import { ApiProblem, api, unwrap } from "../../api/client.ts";
import { useProject } from "../../api/session.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { TextField } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { ErrorNotice, Notice, SkeletonRows } from "../../components/page.tsx";
import { Time } from "../../components/time.tsx";
import { showToast } from "../../components/toast.tsx";
import type { Deed, Where } from "./model-actions.ts";
import { usePlaces } from "./model-urls.ts";
import { useRefreshModels, useReplays } from "./use-models.ts";

interface Props {
  model: string;
  here: ModelsHere;
  onClose: () => void;
}

/** The dialog of a deed. */
export function DeedDialog({ deed, ...props }: Props & { deed: Deed }) {
  if (deed.kind === "promote") return <Promote {...props} where={deed.where} />;
  if (deed.kind === "retire") return <Retire {...props} />;
  return <Shadow {...props} where={deed.where} on={deed.kind === "shadow"} />;
}

/** The doors of the project of the page, or of all. */
function useDoors(where: Where) {
  const { projectId } = useProject();
  return api.projects({ projectId: where === "here" ? projectId : "all" }).models;
}

function Promote({ model, here, where, onClose }: Props & { where: Where }) {
  const replays = useReplays(model);
  const places = usePlaces();
  const proof = replays.data?.proof[where];
  const { projectId } = useProject();
  const newest = replays.data?.replays.find(
    (one) =>
      one.passed !== null &&
      (where === "all" || one.projectId === null || one.projectId === projectId),
  );
  return (
    <Dialog
      title={`Promote ${model}${where === "all" ? " for all projects" : ""}?`}
      onClose={onClose}
    >
      <WhatPromotingDoes model={model} here={here} where={where} />
      {replays.isPending && <SkeletonRows rows={2} />}
      {replays.error && <ErrorNotice error={replays.error} />}
      {proof === "passed" && newest?.finishedAt && (
        <Notice variant="ok">
          Its last replay passed, <Time at={newest.finishedAt} />.
        </Notice>
      )}
      {proof === "failed" && (
        <Notice variant="warn">
          Its last replay did not pass.{" "}
          {newest?.mayOpen ? (
            <Link href={places.report(model, newest.replayId)}>Look at its report</Link>
          ) : (
            "Look at its report"
          )}{" "}
          before you let it decide.
        </Notice>
      )}
      {proof === "none" && (
        <Notice variant="warn">
          No replay shows yet what it would have done with your bookings. Run one first: it takes
          minutes and changes nothing.
        </Notice>
      )}
      {proof && <PromoteForm {...{ model, where, onClose }} isProven={proof === "passed"} />}
    </Dialog>
  );
}

function WhatPromotingDoes({
  model,
  here,
  where,
}: Pick<Props, "model" | "here"> & { where: Where }) {
  const { name } = useProject();
  const decides = where === "here" ? here.deciding.model : here.all.model;
  return (
    <div className="stack tight">
      <p>
        Within a second, and from then on, <b>{model}</b> decides for{" "}
        {where === "here" ? <b>{name}</b> : "every project that has no model of its own"}. Until
        then {decides} does. No request is lost in between.
      </p>
      {where === "all" && here.own?.model && (
        <p>
          {name} has a model of its own and keeps it: {here.own.model}.
        </p>
      )}
      <p className="muted">
        Decisions that were made stay as they are. You can roll back at any time.
      </p>
    </div>
  );
}

function PromoteForm({
  model,
  where,
  isProven,
  onClose,
}: {
  model: string;
  where: Where;
  isProven: boolean;
  onClose: () => void;
}) {
  const doors = useDoors(where);
  const refresh = useRefreshModels();
  const [typed, setTyped] = useState("");
  const promote = async () => {
    if (!isProven && typed.trim() !== model) throw notTyped();
    const { changed } = await unwrap(doors({ model }).promote.post({ force: !isProven }));
    await refresh();
    showToast(changed ? `${model} is promoted` : `${model} was promoted already`);
  };
  return (
    <Form
      action={isProven ? "Promote" : "Promote without a replay that passed"}
      onSubmit={promote}
      onDone={onClose}
      onCancel={onClose}
    >
      {(errors) =>
        !isProven && (
          <TextField
            label={`To promote it all the same, type ${model}`}
            name="typed"
            autoComplete="off"
            spellCheck={false}
            error={errors.typed}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )
      }
    </Form>
  );
}

const notTyped = () =>
  new ApiProblem(422, {
    detail: "Type the model's name.",
    errors: [{ pointer: "/typed", message: "is not the model's name and version" }],
  });

function Shadow({ model, here, where, on, onClose }: Props & { where: Where; on: boolean }) {
  const { name } = useProject();
  const doors = useDoors(where);
  const refresh = useRefreshModels();
  const stands = (where === "here" ? here.own?.shadow : here.all.shadow) ?? null;
  const change = async () => {
    await unwrap(doors({ model }).shadow.put({ on }));
    await refresh();
    showToast(on ? `${model} is in the shadow` : `${model} is out of the shadow`);
  };
  const bookings = where === "here" ? `${name}'s bookings` : "the bookings of all projects";
  return (
    <Dialog
      title={on ? `Put ${model} into the shadow?` : `Take ${model} out of the shadow?`}
      onClose={onClose}
    >
      <Form
        action={on ? "Put it into the shadow" : "Take it out"}
        onSubmit={change}
        onDone={onClose}
        onCancel={onClose}
      >
        {() =>
          on ? (
            <div className="stack tight">
              <p>
                It scores {bookings} beside the model that decides, after the answer has left.
                Nobody gets its scores: they show here what it would have changed.
              </p>
              {stands && <p>It takes the place of {stands}, whose scores are kept.</p>}
            </div>
          ) : (
            <p>It scores none of {bookings} any more. What it said so far is kept.</p>
          )
        }
      </Form>
    </Dialog>
  );
}

function Retire({ model, onClose }: Props) {
  const refresh = useRefreshModels();
  const retire = async () => {
    await unwrap(api.models({ model }).retire.post());
    await refresh();
    showToast(`${model} is retired`);
  };
  return (
    <ConfirmDialog title={`Retire ${model}?`} action="Retire" onConfirm={retire} onClose={onClose}>
      <p>
        It can neither be promoted nor put into the shadow any more, in no project. Its files stay,
        since decisions name it. Installing the same bundle again brings it back.
      </p>
    </ConfirmDialog>
  );
}

/** Back to what decided before, in the project of the page or in all. */
export function Rollback({
  where,
  here,
  onClose,
}: {
  where: Where;
  here: ModelsHere;
  onClose: () => void;
}) {
  const { name } = useProject();
  const doors = useDoors(where);
  const refresh = useRefreshModels();
  const stand = where === "here" ? here.own : here.all;
  if (!stand?.model) return null;
  const from = stand.model;
  const to = stand.before ?? (where === "here" ? here.all.model : null);
  const goBack = async () => {
    const { model } = await unwrap(doors.rollback.post({ from }));
    await refresh();
    showToast(model ? `${model} decides again` : `${name} goes with all projects again`);
  };
  return (
    <ConfirmDialog
      title={`Roll back from ${from}?`}
      action="Roll back"
      onConfirm={goBack}
      onClose={onClose}
    >
      <p>
        Within a second, and from then on, <b>{to}</b> decides again for{" "}
        {where === "here" ? <b>{name}</b> : "every project that has no model of its own"}
        {where === "here" && !stand.before && ", as it does for all projects"}. No request is lost
        in between.
      </p>
      <p className="muted">
        {from} stays in the library and can be promoted again. Decisions that were made stay as they
        are.
      </p>
    </ConfirmDialog>
  );
}
