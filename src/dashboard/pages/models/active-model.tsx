/** Who decides here at this moment, who watches, and the way back. */
import { useState } from "react";
import { Link } from "wouter";
import type { ModelsHere } from "../../../dashboard-api/models/list.ts";
import { useProject } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/page.tsx";
import { Rollback } from "./action-dialogs.tsx";
import type { Where } from "./model-actions.ts";
import { useRights } from "./model-menu.tsx";
import { usePlaces } from "./model-urls.ts";
import { isTakingUp } from "./use-models.ts";

export function Deciding({ here }: { here: ModelsHere }) {
  const { name } = useProject();
  const { deciding, own, all, silentShadow } = here;
  const [rollback, setRollback] = useState<Where | null>(null);
  const shadow = own?.shadow ?? all.shadow;
  return (
    <>
      {deciding.insteadOf && (
        <Notice variant="danger">
          <b>{deciding.insteadOf.wanted}</b> should decide here, but it does not load:{" "}
          {deciding.insteadOf.reason}. <b>{deciding.model}</b> decides in its place. Install the
          bundle again, or roll back.
        </Notice>
      )}
      {silentShadow && (
        <Notice variant="warn">
          <b>{silentShadow}</b> is in the shadow here, but it does not score. The service's log says
          why.
        </Notice>
      )}
      <section className="card deciding" aria-label="Who decides">
        <dl>
          <div>
            <dt>Decides for {name}</dt>
            <dd>
              <ModelLink model={deciding.model} />
              {isTakingUp(here) && (
                <span className="badge accent" role="status">
                  {own?.model ?? all.model} is being taken up
                </span>
              )}
            </dd>
            <dd className="muted small">
              {own?.model ? "A model of this project's own." : "The model of all projects."}
            </dd>
          </div>
          <div>
            <dt>Watches from the shadow</dt>
            <dd>{shadow ? <ModelLink model={shadow} /> : <span className="muted">nobody</span>}</dd>
            <dd className="muted small">
              {shadow
                ? "It scores the same bookings, and nobody gets its scores."
                : "Put a candidate there to see what it would change."}
            </dd>
          </div>
          <WaysBack here={here} onGo={setRollback} />
        </dl>
      </section>
      {rollback && <Rollback where={rollback} here={here} onClose={() => setRollback(null)} />}
    </>
  );
}

function ModelLink({ model }: { model: string }) {
  const places = usePlaces();
  return (
    <Link className="model-name" href={places.model(model)}>
      {model}
    </Link>
  );
}

function WaysBack({
  here: { own, all },
  onGo,
}: {
  here: ModelsHere;
  onGo: (where: Where) => void;
}) {
  const rights = useRights();
  const ownBack = own?.model ? (own.before ?? all.model) : null;
  return (
    <div>
      <dt>The way back</dt>
      {ownBack && (
        <dd>
          <span>This project: {ownBack}</span>
          {rights.here && (
            <Button icon="turn" onClick={() => onGo("here")}>
              Roll back
            </Button>
          )}
        </dd>
      )}
      {all.before && (
        <dd>
          <span>All projects: {all.before}</span>
          {rights.all && (
            <Button icon="turn" onClick={() => onGo("all")}>
              Roll back all
            </Button>
          )}
        </dd>
      )}
      {!ownBack && !all.before && <dd className="muted">This is the first model here.</dd>}
    </div>
  );
}
