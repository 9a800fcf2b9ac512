import { Link } from "wouter";
import type { KeyKind } from "../../../projects/keys.ts";
import { can, useProject } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { CopyField } from "../../components/copy.tsx";
import { ErrorNotice, Notice } from "../../components/page.tsx";
import { Step } from "./step.tsx";
import type { NewKeys } from "./use-new-keys.ts";
import type { Start } from "./use-start.ts";

const kinds = [
  {
    kind: "publishable",
    title: "Publishable key",
    description: "Identifies your project on your website. It is safe to be public.",
  },
  {
    kind: "secret",
    title: "Secret key",
    description: "Authenticates your server. Never use it in a web page or an app.",
  },
] as const;

export function KeysStep({ start, newKeys }: { start: Start; newKeys: NewKeys }) {
  const project = useProject();
  const { secret, publishable } = start.keys;
  const isDone = secret > 0 && publishable > 0;
  const missing = secret > 0 ? "a publishable key" : publishable > 0 ? "a secret key" : "both keys";
  return (
    <Step
      number={1}
      title="Create API keys"
      isDone={isDone}
      isExpanded={!isDone}
      status={isDone ? "Both keys created." : `Not created yet: ${missing}.`}
    >
      {!newKeys.create && !project.archivedAt && <p>Only owners can create keys.</p>}
      {kinds.map((one) => (
        <KeyRow key={one.kind} {...one} count={start.keys[one.kind]} newKeys={newKeys} />
      ))}
      {newKeys.error && <ErrorNotice error={newKeys.error} />}
      {can(project, "key.read") && (
        <p className="muted small">
          To name or rotate keys, or to restrict their origins, open{" "}
          <Link href={`/p/${project.projectId}/keys`}>Keys</Link>.
        </p>
      )}
    </Step>
  );
}

interface KeyProps {
  kind: KeyKind;
  /** How many keys of this kind the project has. */
  count: number;
  newKeys: NewKeys;
}

function KeyRow({
  kind,
  title,
  description,
  count,
  newKeys,
}: KeyProps & { title: string; description: string }) {
  const known = newKeys.known[kind];
  return (
    <div className="stack tight">
      <div className="row between">
        <div>
          <h3>{title}</h3>
          <p className="muted small">{description}</p>
        </div>
        {!known && (
          <CreateKeyButton
            kind={kind}
            newKeys={newKeys}
            count={count}
            variant={count === 0 ? "primary" : ""}
          />
        )}
      </div>
      {known && <CopyField text={known} label={`the ${kind} key`} />}
      {known && kind === "secret" && (
        <Notice variant="warn">
          This key is only shown once. Store it with your server's secrets now.
        </Notice>
      )}
    </div>
  );
}

/** Creates a key without a dialog. It can be renamed later. */
function CreateKeyButton({
  kind,
  newKeys: { create, creating },
  count,
  variant = "",
}: KeyProps & { variant?: "primary" | "" }) {
  if (!create) return null;
  return (
    <Button icon="key" variant={variant} busy={creating !== null} onClick={() => void create(kind)}>
      {count === 0 ? `Create a ${kind} key` : `Create another ${kind} key`}
    </Button>
  );
}

/** Next to a snippet with a placeholder: explains it, with a button that replaces it. */
export function PlaceholderHint({ kind, newKeys, count }: KeyProps) {
  if (newKeys.known[kind]) return null;
  return (
    <div className="row between">
      <p className="muted small grow">
        Replace <code>{newKeys.text(kind)}</code> with your {kind} key.
        {count > 0 &&
          " Existing keys cannot be shown again: use the one that you stored, or create another."}
      </p>
      <CreateKeyButton kind={kind} newKeys={newKeys} count={count} />
    </div>
  );
}
