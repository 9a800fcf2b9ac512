import { Link } from "wouter";
import type { KeyKind } from "../../../projects/keys.ts";
import { can, useProject } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { CopyField } from "../../components/copy.tsx";
import { ErrorNotice, Notice } from "../../components/page.tsx";
import { Step } from "./step.tsx";
import type { MadeKeys } from "./use-new-keys.ts";
import type { Start } from "./use-start.ts";

const kinds = [
  {
    kind: "publishable",
    title: "Publishable key",
    more: "Names your project on the pages of your site. Safe to be seen.",
  },
  {
    kind: "secret",
    title: "Secret key",
    more: "Your server asks for decisions with it. Never in a page or an app.",
  },
] as const;

export function KeysStep({ start, made }: { start: Start; made: MadeKeys }) {
  const project = useProject();
  const { secret, publishable } = start.keys;
  const done = secret > 0 && publishable > 0;
  const missing = secret > 0 ? "a publishable key" : publishable > 0 ? "a secret key" : "both keys";
  return (
    <Step
      number={1}
      title="Make the keys"
      done={done}
      opened={!done}
      status={done ? "The project has both." : `Still to make: ${missing}.`}
    >
      {!made.make && !project.archivedAt && <p>Keys are made by the project's owners.</p>}
      {kinds.map((one) => (
        <KeyRow key={one.kind} {...one} count={start.keys[one.kind]} made={made} />
      ))}
      {made.error && <ErrorNotice error={made.error} />}
      {can(project, "key.read") && (
        <p className="muted small">
          Names, allowed origins, rotation:{" "}
          <Link href={`/p/${project.projectId}/keys`}>all keys of the project</Link>.
        </p>
      )}
    </Step>
  );
}

function KeyRow({
  kind,
  title,
  more,
  count,
  made,
}: {
  kind: KeyKind;
  title: string;
  more: string;
  count: number;
  made: MadeKeys;
}) {
  const known = made.known[kind];
  return (
    <div className="stack tight">
      <div className="row between">
        <div>
          <h3>{title}</h3>
          <p className="muted small">{more}</p>
        </div>
        {!known && (
          <MakeKey kind={kind} made={made} count={count} look={count === 0 ? "primary" : ""} />
        )}
      </div>
      {known && <CopyField text={known} label={`the ${kind} key`} />}
      {known && kind === "secret" && (
        <Notice variant="warn">
          This is the only time that it is shown. Store it with your server's secrets now.
        </Notice>
      )}
    </div>
  );
}

/** Makes a key by one click: its name says where it is used, and can be changed later. */
function MakeKey({
  kind,
  made,
  count,
  look = "",
}: {
  kind: KeyKind;
  made: MadeKeys;
  /** How many of the kind there are. */
  count: number;
  look?: "primary" | "";
}) {
  const { make, making } = made;
  if (!make) return null;
  return (
    <Button icon="key" variant={look} busy={making !== null} onClick={() => void make(kind)}>
      {count === 0 ? `Make a ${kind} key` : `Make another ${kind} key`}
    </Button>
  );
}

/** Beside a snippet with a placeholder: what to put there, or a click that fills it in. */
export function UnknownKey({
  kind,
  made,
  count,
}: {
  kind: KeyKind;
  made: MadeKeys;
  count: number;
}) {
  if (made.known[kind]) return null;
  return (
    <div className="row between">
      <p className="muted small grow">
        <code>{made.text(kind)}</code> stands for your {kind} key.
        {count > 0 &&
          " The keys that you have cannot be shown again: take the stored one, or make another."}
      </p>
      <MakeKey kind={kind} made={made} count={count} />
    </div>
  );
}
