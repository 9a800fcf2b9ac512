/** How to bring a model of one's own: from the data to a promotion, each step as a command. */
import { useState } from "react";
import { useProject } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { CopyField } from "../../components/copy.tsx";
import { type Command, commandsFor } from "./commands.ts";

export function Bring({ dataFolder, isOpen }: { dataFolder: string | null; isOpen: boolean }) {
  const { projectId } = useProject();
  const [open, setOpen] = useState(isOpen);
  const { bring, byFolder } = commandsFor({ projectId, dataFolder });
  return (
    <section className="card bring" aria-label="Bring a model of your own">
      <header>
        <div>
          <h2>Bring a model of your own</h2>
          <p>
            Any model that exports ONNX, trained on your own decisions and outcomes. Nothing of this
            stops the service, and each step can be taken back.
          </p>
        </div>
        {!isOpen && (
          <Button aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? "Hide the steps" : "Show the steps"}
          </Button>
        )}
      </header>
      {open && (
        <div className="body">
          <ol className="steps">
            {bring.map((command, i) => (
              <Step key={command.label} number={i + 1} command={command} />
            ))}
          </ol>
          <p className="muted">
            Or copy the bundle's folder into <code>{byFolder}</code> while the service runs: it is
            checked in a process of its own, and appears here as a candidate. What is refused is in
            the service's log, with the reason.
          </p>
          <p className="muted">
            A bundle is a folder with <code>model.onnx</code> and <code>manifest.json</code>. A{" "}
            <code>CARD.md</code> beside them is shown here.
          </p>
        </div>
      )}
    </section>
  );
}

function Step({ number, command }: { number: number; command: Command }) {
  return (
    <li>
      <span className="number">{number}</span>
      <div className="body">
        <h3>{command.title}</h3>
        <p className="muted">{command.says}</p>
        <CopyField text={command.text} label={command.label} />
      </div>
    </li>
  );
}
