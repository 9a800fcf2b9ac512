/** The active model and the shadow model of the project, and the button to roll back. */
import { useState } from "react";
import { Link } from "wouter";
import type { ModelsHere } from "../../../http/dashboard-api/models/list.ts";
import { useProject } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/page.tsx";
import { RollbackDialog } from "./action-dialogs.tsx";
import type { Scope } from "./model-actions.ts";
import { useModelPermissions } from "./model-menu.tsx";
import { useModelUrls } from "./model-urls.ts";
import { percent } from "./report/report-numbers.ts";
import { isSwitching } from "./use-models.ts";

export function ActiveModel({ state }: { state: ModelsHere }) {
  const { name } = useProject();
  const { deciding, own, all } = state;
  const [rollback, setRollback] = useState<Scope | null>(null);
  const shadow = own?.shadow ?? all.shadow;
  return (
    <>
      <ModelNotices state={state} />
      <section className="card active-model" aria-label="Active model">
        <dl>
          <div>
            <dt>Active model for {name}</dt>
            <dd>
              <ModelLink model={deciding.model} />
              {isSwitching(state) && (
                <span className="badge accent" role="status">
                  switching to {own?.model ?? all.model}
                </span>
              )}
            </dd>
            <dd className="muted small">
              {own?.model ? "Selected for this project." : "Selected for all projects."}
            </dd>
          </div>
          <div>
            <dt>Shadow model</dt>
            <dd>{shadow ? <ModelLink model={shadow} /> : <span className="muted">None</span>}</dd>
            <dd className="muted small">
              {shadow
                ? "Scores the same bookings without affecting decisions."
                : "Run a candidate in shadow mode to see what it would change."}
            </dd>
          </div>
          <div>
            <dt>Challenger</dt>
            <dd>
              {own?.challenger ? (
                <ModelLink model={own.challenger.model} />
              ) : (
                <span className="muted">None</span>
              )}
            </dd>
            <dd className="muted small">
              {own?.challenger
                ? `Decides for ${percent(own.challenger.share)} of guests.`
                : "Let a candidate decide for a share of guests, to compare both."}
            </dd>
          </div>
          <RollbackOptions state={state} onSelect={setRollback} />
        </dl>
      </section>
      {rollback && (
        <RollbackDialog scope={rollback} state={state} onClose={() => setRollback(null)} />
      )}
    </>
  );
}

/** What keeps a selected model from scoring. */
function ModelNotices({ state }: { state: ModelsHere }) {
  const { deciding, silentShadow, silentChallenger } = state;
  return (
    <>
      {deciding.insteadOf && (
        <Notice variant="danger">
          <b>{deciding.insteadOf.wanted}</b> is selected but cannot be loaded:{" "}
          {deciding.insteadOf.reason}. <b>{deciding.model}</b> is used instead. Install the bundle
          again, or roll back.
        </Notice>
      )}
      {silentShadow && (
        <Notice variant="warn">
          The shadow model <b>{silentShadow}</b> is not scoring. See the service log for the reason.
        </Notice>
      )}
      {silentChallenger && (
        <Notice variant="warn">
          The challenger <b>{silentChallenger.model}</b> cannot be loaded, so the active model
          decides for all guests: {silentChallenger.reason}
        </Notice>
      )}
    </>
  );
}

function ModelLink({ model }: { model: string }) {
  const urls = useModelUrls();
  return (
    <Link className="model-name" href={urls.model(model)}>
      {model}
    </Link>
  );
}

function RollbackOptions({
  state: { own, all },
  onSelect,
}: {
  state: ModelsHere;
  onSelect: (scope: Scope) => void;
}) {
  const permissions = useModelPermissions();
  const projectTarget = own?.model ? (own.before ?? all.model) : null;
  return (
    <div>
      <dt>Roll back</dt>
      {projectTarget && (
        <dd>
          <span>This project: to {projectTarget}</span>
          {permissions.here && (
            <Button icon="undo" onClick={() => onSelect("here")}>
              Roll back
            </Button>
          )}
        </dd>
      )}
      {all.before && (
        <dd>
          <span>All projects: to {all.before}</span>
          {permissions.all && (
            <Button icon="undo" onClick={() => onSelect("all")}>
              Roll back all
            </Button>
          )}
        </dd>
      )}
      {!projectTarget && !all.before && <dd className="muted">No earlier model</dd>}
    </div>
  );
}
