import { useState } from "react";
import { useLocation } from "wouter";
import type { RiskSetting } from "../../../projects/risk-setting.ts";
import { api, unwrap } from "../../api/client.ts";
import { can, useProject, useRefreshSession } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { CopyField } from "../../components/copy.tsx";
import { NameField } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { Notice, Page } from "../../components/page.tsx";
import { showToast } from "../../components/toast.tsx";
import { RestoreProject } from "../projects/restore-project.tsx";
import { AgentsCard } from "./agents.tsx";
import { AttributesCard } from "./attributes.tsx";
import { ControlGroupCard } from "./control-group.tsx";
import { DecisionRetentionCard } from "./decision-retention.tsx";
import { FraudRateCard } from "./fraud-rate.tsx";
import { KiosksCard } from "./kiosks.tsx";
import { RetentionCard } from "./retention.tsx";
import { ReviewCard } from "./review.tsx";
import { PreviewLine, PreviewState, usePreview } from "./risk-preview.tsx";
import { RiskSettingChoice, Scale } from "./risk-setting.tsx";

export default function SettingsPage() {
  const project = useProject();
  const canEdit = can(project, "project.set");
  return (
    <Page title="Settings" lead={canEdit ? undefined : "Only an owner can change these settings."}>
      {project.archivedAt && (
        <Notice variant="warn">
          This project is archived. Requests with its keys are rejected.
        </Notice>
      )}
      <div>
        <NameCard key={`name ${project.projectId}`} canEdit={canEdit} />
        <RiskCard key={`risk ${project.projectId} ${project.riskSetting}`} canEdit={canEdit} />
        <FraudRateCard
          key={`fraud rate ${project.projectId} ${project.riskSetting}`}
          canEdit={canEdit}
        />
        <ControlGroupCard key={`control group ${project.projectId}`} canEdit={canEdit} />
        <ReviewCard key={`review ${project.projectId}`} canEdit={canEdit} />
        <AgentsCard key={`agents ${project.projectId}`} canEdit={canEdit} />
        {can(project, "guest.read") && (
          <KiosksCard key={`kiosks ${project.projectId}`} canEdit={canEdit} />
        )}
        <AttributesCard key={`attributes ${project.projectId}`} canEdit={canEdit} />
        <RetentionCard key={`retention ${project.projectId}`} canEdit={canEdit} />
        <DecisionRetentionCard key={`decisions ${project.projectId}`} canEdit={canEdit} />
        {can(project, "project.archive") && <ArchiveCard />}
      </div>
    </Page>
  );
}

function NameCard({ canEdit }: { canEdit: boolean }) {
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
        <p>Renaming the project does not affect its keys or data.</p>
      </div>
      <div className="stack">
        {canEdit ? (
          <Form action="Save" onSubmit={save} isSetting>
            {(errors) => (
              <NameField label="Project name" error={errors.name} value={name} onChange={setName} />
            )}
          </Form>
        ) : (
          <p>{project.name}</p>
        )}
        <div className="field">
          <span className="label">Project ID</span>
          <CopyField text={project.projectId} label="the project ID" />
        </div>
      </div>
    </section>
  );
}

function RiskCard({ canEdit }: { canEdit: boolean }) {
  const project = useProject();
  const refresh = useRefreshSession();
  const [riskSetting, setRiskSetting] = useState(project.riskSetting as RiskSetting);
  const preview = usePreview();
  const save = async () => {
    await unwrap(
      api.projects({ projectId: project.projectId })["risk-setting"].put({ riskSetting }),
    );
    await refresh();
    showToast("Saved. The change applies from the next booking.");
  };
  const choice = (
    <>
      <RiskSettingChoice
        value={riskSetting}
        onChange={setRiskSetting}
        disabled={!canEdit}
        details={(setting) => <PreviewLine preview={preview} setting={setting} />}
      />
      <PreviewState preview={preview} />
      <Scale setting={riskSetting} />
    </>
  );
  return (
    <section className="settings-card">
      <div>
        <h2>Risk setting</h2>
        <p>
          The score from which a booking is denied. The score and its level do not depend on it.
        </p>
      </div>
      {canEdit ? (
        <Form action="Save" onSubmit={save} isSetting>
          {() => choice}
        </Form>
      ) : (
        <div className="stack">{choice}</div>
      )}
    </section>
  );
}

function ArchiveCard() {
  const project = useProject();
  const { projectId, name, archivedAt } = project;
  const refresh = useRefreshSession();
  const [, go] = useLocation();
  const [isConfirming, setConfirming] = useState(false);
  const archive = async () => {
    await unwrap(api.projects({ projectId }).archived.put({ archived: true }));
    await refresh();
    showToast(`${name} archived`);
    go("/projects");
  };
  return (
    <section className="settings-card">
      <div>
        <h2>{archivedAt ? "Restore" : "Archive"}</h2>
        <p>An archived project rejects all requests with its keys. Nothing is deleted.</p>
      </div>
      <div>
        {archivedAt ? (
          <RestoreProject project={project} />
        ) : (
          <Button variant="danger" icon="archive" onClick={() => setConfirming(true)}>
            Archive project
          </Button>
        )}
      </div>
      {isConfirming && (
        <ConfirmDialog
          title={`Archive ${name}?`}
          action="Archive"
          onConfirm={archive}
          onClose={() => setConfirming(false)}
        >
          <p>
            Every call with one of its keys is answered 401, and your website stops sending
            telemetry. You can restore the project at any time; its keys then work again.
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}
