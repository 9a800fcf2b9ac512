import { useState } from "react";
import { Link, useLocation } from "wouter";
import type { RiskSetting } from "../../../projects/risk-setting.ts";
import { api, unwrap } from "../../api/client.ts";
import { can, type Project, useMe, useRefreshSession } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { TextField } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { EmptyState, Page } from "../../components/page.tsx";
import { Time } from "../../components/time.tsx";
import { showToast } from "../../components/toast.tsx";
import { useQueryParam } from "../../layout/use-query-param.ts";
import { projectHome } from "../navigation.ts";
import { RiskSettingChoice, settingNames } from "../settings/risk-setting.tsx";

export default function ProjectsPage() {
  const me = useMe();
  const [isNew, setNew] = useQueryParam("new");
  const mayCreate = can(me, "project.create");
  const inUse = me.projects.filter(({ archivedAt }) => archivedAt === null);
  const archived = me.projects.filter(({ archivedAt }) => archivedAt !== null);
  const make = (
    <Button variant="primary" icon="plus" onClick={() => setNew("")}>
      New project
    </Button>
  );
  return (
    <Page
      title="Projects"
      lead="Each is an environment of its own, with its own keys, guests and decisions. Make one for
        production and one for development."
      action={mayCreate && me.projects.length > 0 ? make : undefined}
    >
      {inUse.length > 0 ? (
        <ul className="tiles">
          {inUse.map((project) => (
            <Tile key={project.projectId} project={project} />
          ))}
        </ul>
      ) : (
        <div className="card">
          <NoProject mayCreate={mayCreate} action={make} />
        </div>
      )}
      {archived.length > 0 && <Archived projects={archived} />}
      {isNew !== null && mayCreate && <NewProject onClose={() => setNew(null)} />}
    </Page>
  );
}

function NoProject({ mayCreate, action }: { mayCreate: boolean; action: React.ReactNode }) {
  if (!mayCreate) {
    return (
      <EmptyState icon="projects" title="No project yet">
        You have no role in a project in use. Ask an owner to invite you to one.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="projects" title="Make your first project" action={action}>
      A project is one site that takes bookings. Then come its keys, and the first booking can be
      scored.
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
      </div>
      <p className="muted small">
        Made <Time at={project.createdAt} /> · <code>{project.projectId}</code>
      </p>
    </li>
  );
}

function Archived({ projects }: { projects: readonly Project[] }) {
  const refresh = useRefreshSession();
  const restore = async ({ projectId, name }: Project) => {
    await unwrap(api.projects({ projectId }).archived.put({ archived: false }));
    await refresh();
    showToast(`${name} is in use again`);
  };
  return (
    <section className="stack">
      <h2>Archived</h2>
      <ul className="tiles">
        {projects.map((project) => (
          <li className="card tile" key={project.projectId}>
            <h2>{project.name}</h2>
            <p className="muted small">
              Archived <Time at={project.archivedAt ?? project.createdAt} />. Its keys are refused.
            </p>
            {can(project, "project.archive") && (
              <div>
                <Button icon="turn" onClick={() => void restore(project)}>
                  Restore
                </Button>
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
    <Dialog title="New project" onClose={onClose}>
      <Form
        action="Make the project"
        onCancel={onClose}
        onSubmit={async () => {
          const { projectId } = await unwrap(api.projects.post({ name, riskSetting }));
          await refresh();
          go(`/p/${projectId}`);
        }}
      >
        {(errors) => (
          <>
            <TextField
              label="Name"
              name="name"
              required
              maxLength={100}
              placeholder="Hotel Avenida, production"
              error={errors.name}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
            <RiskSettingChoice value={riskSetting} onChange={setRiskSetting} />
          </>
        )}
      </Form>
    </Dialog>
  );
}
