/** Whether members of a project need a second factor, and who has none yet. */
import { useState } from "react";
import { Link } from "wouter";
import type { TeamList } from "../../../http/dashboard-api/accounts.ts";
import { api, unwrap } from "../../api/client.ts";
import { can, type Project, useMe } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { showToast } from "../../components/toast.tsx";
import { useRefreshTeam } from "./use-team.ts";

export function SecondFactorRule({ project, team }: { project: Project; team: TeamList }) {
  const me = useMe();
  const [isAsking, setAsking] = useState(false);
  const { required, everywhere } = team.secondFactor;
  const lacking = team.people.filter(({ twoFactor }) => !twoFactor);
  return (
    <Card
      title="Two-factor authentication"
      beside={
        <p>
          {required
            ? "Required: without a second factor, nobody can see or change anything in this project."
            : "Optional: each member may turn it on in their own account."}
        </p>
      }
    >
      <div className="body stack">
        <Lacking names={lacking.map(({ name }) => name)} isRequired={required} />
        {everywhere && <p className="muted">The operator of the service requires it everywhere.</p>}
        {!everywhere && !required && !me.twoFactor && (
          <p className="muted">
            Before you can require it of others, <Link href="/account">turn it on yourself</Link>.
          </p>
        )}
        {can(project, "people.set") && !everywhere && (required || me.twoFactor) && (
          <div>
            <Button icon="shield" onClick={() => setAsking(true)}>
              {required ? "Make it optional" : "Require it"}
            </Button>
          </div>
        )}
      </div>
      {isAsking && (
        <ChangeDialog
          project={project}
          required={!required}
          lacking={lacking.length}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  );
}

function Lacking({ names, isRequired }: { names: readonly string[]; isRequired: boolean }) {
  if (names.length === 0) return <p>Everyone here has a second factor.</p>;
  return (
    <p>
      Without a second factor{isRequired && ", and locked out until they turn one on"}:{" "}
      {names.join(", ")}.
    </p>
  );
}

function ChangeDialog({
  project,
  required,
  lacking,
  onClose,
}: {
  project: Project;
  required: boolean;
  lacking: number;
  onClose: () => void;
}) {
  const refresh = useRefreshTeam(project);
  const change = async () => {
    const { projectId } = project;
    await unwrap(api.projects({ projectId })["second-factor"].put({ required }));
    await refresh();
    showToast(required ? "Two-factor authentication is required" : "It is optional now");
  };
  return (
    <ConfirmDialog
      title={
        required ? "Require two-factor authentication?" : "Make two-factor authentication optional?"
      }
      action={required ? "Require" : "Make optional"}
      onConfirm={change}
      onClose={onClose}
    >
      <p>
        {required
          ? `Whoever has no second factor can do nothing in ${project.name} until they turn one on, from their next click on. That concerns ${lacking === 1 ? "one person" : `${lacking} people`} now.`
          : `A password alone gives access to ${project.name} again.`}
      </p>
    </ConfirmDialog>
  );
}
