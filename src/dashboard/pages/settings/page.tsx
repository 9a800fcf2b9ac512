import { useState } from "react";
import { useLocation } from "wouter";
import type { RiskSetting } from "../../../projects/risk-setting.ts";
import { api, unwrap } from "../../api/client.ts";
import { can, useProject, useRefreshSession } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { CopyField } from "../../components/copy.tsx";
import { TextField } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { Notice, Page } from "../../components/page.tsx";
import { showToast } from "../../components/toast.tsx";
import { RetentionCard } from "./retention.tsx";
import { PreviewLine, PreviewState, usePreview } from "./risk-preview.tsx";
import { RiskSettingChoice, Scale } from "./risk-setting.tsx";

export default function SettingsPage() {
  const project = useProject();
  const maySet = can(project, "project.set");
  return (
    <Page
      title="Settings"
      lead={maySet ? undefined : "You see these settings; an owner changes them."}
    >
      {project.archivedAt && (
        <Notice variant="warn">This project is archived: its keys are refused.</Notice>
      )}
      <div>
        <NameCard key={`name ${project.projectId}`} maySet={maySet} />
        <RiskCard key={`risk ${project.projectId} ${project.riskSetting}`} maySet={maySet} />
        <RetentionCard key={`retention ${project.projectId}`} maySet={maySet} />
        {can(project, "project.archive") && <ArchiveCard />}
      </div>
    </Page>
  );
}

function NameCard({ maySet }: { maySet: boolean }) {
  const project = useProject();
  const refresh = useRefreshSession();
  const [name, setName] = useState(project.name);
  const save = async () => {
    await unwrap(api.projects({ projectId: project.projectId }).name.put({ name }));
    await refresh();
    showToast("Saved");
  };
  return (
    <section className="settings-card">
      <div>
        <h2>Name</h2>
        <p>What people call it. Keys and data stay as they are.</p>
      </div>
      <div className="stack">
        {maySet ? (
          <Form action="Save" onSubmit={save}>
            {(errors) => (
              <TextField
                label="Project name"
                name="name"
                required
                maxLength={100}
                error={errors.name}
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Form>
        ) : (
          <p>{project.name}</p>
        )}
        <div className="field">
          <span className="label">Project ID</span>
          <CopyField text={project.projectId} label="the project's ID" />
        </div>
      </div>
    </section>
  );
}

function RiskCard({ maySet }: { maySet: boolean }) {
  const project = useProject();
  const refresh = useRefreshSession();
  const [riskSetting, setRiskSetting] = useState(project.riskSetting as RiskSetting);
  const preview = usePreview();
  const save = async () => {
    await unwrap(
      api.projects({ projectId: project.projectId })["risk-setting"].put({ riskSetting }),
    );
    await refresh();
    showToast("Saved. It holds from the next booking on.");
  };
  const choice = (
    <>
      <RiskSettingChoice
        value={riskSetting}
        onChange={setRiskSetting}
        disabled={!maySet}
        more={(setting) => <PreviewLine preview={preview} setting={setting} />}
      />
      <PreviewState preview={preview} />
      <Scale setting={riskSetting} />
    </>
  );
  return (
    <section className="settings-card">
      <div>
        <h2>Risk</h2>
        <p>
          From which score a booking is denied. The score itself and its level do not depend on it.
        </p>
      </div>
      {maySet ? (
        <Form action="Save" onSubmit={save}>
          {() => choice}
        </Form>
      ) : (
        <div className="stack">{choice}</div>
      )}
    </section>
  );
}

function ArchiveCard() {
  const { projectId, name, archivedAt } = useProject();
  const refresh = useRefreshSession();
  const [, go] = useLocation();
  const [asking, setAsking] = useState(false);
  const archive = async (archived: boolean) => {
    await unwrap(api.projects({ projectId }).archived.put({ archived }));
    await refresh();
    showToast(archived ? `${name} is archived` : `${name} is in use again`);
    if (archived) go("/projects");
  };
  return (
    <section className="settings-card">
      <div>
        <h2>{archivedAt ? "Restore" : "Archive"}</h2>
        <p>Out of use: all its keys are refused from then on. Nothing is deleted.</p>
      </div>
      <div>
        {archivedAt ? (
          <Button icon="turn" onClick={() => void archive(false)}>
            Restore the project
          </Button>
        ) : (
          <Button variant="danger" icon="archive" onClick={() => setAsking(true)}>
            Archive the project
          </Button>
        )}
      </div>
      {asking && (
        <ConfirmDialog
          title={`Archive ${name}?`}
          action="Archive"
          onConfirm={() => archive(true)}
          onClose={() => setAsking(false)}
        >
          <p>
            Every call with one of its keys is answered 401 from then on, and its pages send nothing
            any more. You can restore it at any time, and the keys work again.
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}
