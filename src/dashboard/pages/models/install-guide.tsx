/** How to train and install a model, with a command for each step. */
import { useState } from "react";
import type { DataPlace } from "../../../http/dashboard-api/data-place.ts";
import { useProject } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { CopyField } from "../../components/copy.tsx";
import { WhereToRun } from "../../components/where-to-run.tsx";
import { type Command, commandsFor } from "./commands.ts";
import { UploadBundle } from "./upload-bundle.tsx";

interface Props {
  place: DataPlace;
  /** Whether the steps are shown without a button to hide them. */
  isAlwaysOpen: boolean;
}

export function InstallGuide({ place, isAlwaysOpen }: Props) {
  const { projectId } = useProject();
  const [open, setOpen] = useState(isAlwaysOpen);
  const { install, installShared, modelsFolder } = commandsFor({ projectId, ...place });
  return (
    <Card
      title="Install your own model"
      lead="Any model that exports to ONNX, trained on your own decisions and outcomes. The service keeps running, and each step can be undone."
      beside={
        <div className="row">
          <UploadBundle />
          {!isAlwaysOpen && (
            <Button aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? "Hide steps" : "Show steps"}
            </Button>
          )}
        </div>
      }
      kind="install-guide"
    >
      {open && (
        <div className="body stack">
          <p className="muted">
            Run the commands <WhereToRun {...place} />.
          </p>
          <ol className="steps">
            {install.map((command, i) => (
              <Step key={command.label} number={i + 1} command={command} />
            ))}
          </ol>
          {modelsFolder === null ? (
            <InstallShared command={installShared} />
          ) : (
            <p className="muted">
              Alternatively, copy the bundle folder to <code>{modelsFolder}</code> while the service
              runs. The bundle is checked and appears here as a candidate that all projects share.
              If it is rejected, the service log has the reason.
            </p>
          )}
          <p className="muted">
            A bundle is a folder with <code>model.onnx</code> and <code>manifest.json</code>. An
            optional <code>CARD.md</code> is shown here as the model card.
          </p>
        </div>
      )}
    </Card>
  );
}

/** What a copy to the models folder does where there is one. */
function InstallShared({ command }: { command: string }) {
  return (
    <div className="stack tight">
      <p className="muted">To install it as a candidate that all projects share:</p>
      <CopyField text={command} label="the command: install your bundle for all projects" />
    </div>
  );
}

function Step({ number, command }: { number: number; command: Command }) {
  return (
    <li>
      <span className="number">{number}</span>
      <div className="body">
        <h3>{command.title}</h3>
        <p className="muted">{command.description}</p>
        <CopyField text={command.text} label={command.label} />
      </div>
    </li>
  );
}
