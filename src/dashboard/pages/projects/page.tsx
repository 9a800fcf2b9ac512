import { useState } from "react";
import { Link, useLocation } from "wouter";
import { type RiskSetting, settingNames } from "../../../projects/risk-setting.ts";
import { api, unwrap } from "../../api/client.ts";
import { can, type Project, useMe, useRefreshSession } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { NameField } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { EmptyState, Page } from "../../components/page.tsx";
import { Time } from "../../components/time.tsx";
import { useQueryParam } from "../../layout/use-query-param.ts";
import { projectHome } from "../navigation.ts";
import { RiskSettingChoice } from "../settings/risk-setting.tsx";
import { RestoreProject } from "./restore-project.tsx";

export default function ProjectsPage() {
  const me = useMe();
  const [isCreating, setCreating] = useQueryParam("new");
  const canCreate = can(me, "project.create");
  const inUse = me.projects.filter(({ archivedAt }) => archivedAt === null);
  const archived = me.projects.filter(({ archivedAt }) => archivedAt !== null);
  const createButton = (
    <Button variant="primary" icon="plus" onClick={() => setCreating("")}>
      Create project
    </Button>
  );
  return (
    <Page
      title="Projects"
      lead="Each project is a separate environment with its own keys, guests and decisions. Create one
        for production and one for development."
      action={canCreate && me.projects.length > 0 ? createButton : undefined}
    >
      {inUse.length > 0 ? (
        <ul className="tiles">
          {inUse.map((project) => (
            <Tile key={project.projectId} project={project} />
          ))}
        </ul>
      ) : (
        <div className="card">
          <NoProject canCreate={canCreate} action={createButton} />
        </div>
      )}
      {archived.length > 0 && <Archived projects={archived} />}
      {isCreating !== null && canCreate && <NewProject onClose={() => setCreating(null)} />}
    </Page>
  );
}

function NoProject({ canCreate, action }: { canCreate: boolean; action: React.ReactNode }) {
  if (!canCreate) {
    return (
      <EmptyState icon="projects" title="No project yet">
        You have no access to an active project. Ask an owner to invite you.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="projects" title="Create your first project" action={action}>
      A project is a website that takes bookings. Once it has keys, you can score the first booking.
    </EmptyState>
  );
}

function Tile({ project }: { project: Project }) {
  return (
    <li className="card tile">
      <h2>
        <Link href={projectHome(project)}>{project.name}</Link>
      </h2>
      <div className="row">
        <span className="badge accent">
          {settingNames[project.riskSetting as RiskSetting] ?? project.riskSetting}
        </span>
        {project.needsSecondFactor && <span className="badge warn">Needs two-factor</span>}
      </div>
      <p className="muted small">
        Created <Time at={project.createdAt} /> · <code>{project.projectId}</code>
      </p>
    </li>
  );
}

function Archived({ projects }: { projects: readonly Project[] }) {
  return (
    <section className="stack">
      <h2>Archived</h2>
      <ul className="tiles">
        {projects.map((project) => (
          <li className="card tile" key={project.projectId}>
            <h2>{project.name}</h2>
            <p className="muted small">
              Archived <Time at={project.archivedAt ?? project.createdAt} />. Requests with its keys
              are rejected.
            </p>
            {can(project, "project.archive") && (
              <div>
                <RestoreProject project={project} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function NewProject({ onClose }: { onClose: () => void }) {
  const refresh = useRefreshSession();
  const [, go] = useLocation();
  const [name, setName] = useState("");
  const [riskSetting, setRiskSetting] = useState<RiskSetting>("balanced");
  return (
    <Dialog title="Create project" onClose={onClose}>
      <Form
        action="Create project"
        onCancel={onClose}
        onSubmit={async () => {
          const { projectId } = await unwrap(api.projects.post({ name, riskSetting }));
          await refresh();
          go(`/p/${projectId}`);
        }}
      >
        {(errors) => (
          <>
            <NameField
              label="Name"
              placeholder="Hotel Avenida, production"
              error={errors.name}
              value={name}
              onChange={setName}
            />
            <RiskSettingChoice value={riskSetting} onChange={setRiskSetting} />
          </>
        )}
      </Form>
    </Dialog>
  );
}
