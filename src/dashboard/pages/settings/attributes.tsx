/** The attributes of the project: columns of its own that its requests may have. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Attributes } from "../../../http/dashboard-api/projects.ts";
import type { AttributeType, ProjectAttribute } from "../../../storage/port/attributes.ts";
import { api, unwrap } from "../../api/client.ts";
import { useProject, useRefresh } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { SelectField, TextField } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { Notice } from "../../components/page.tsx";
import { showToast } from "../../components/toast.tsx";
import { SettingCard } from "./setting-card.tsx";

const queryKey = (projectId: string) => ["attributes", projectId] as const;

export function AttributesCard({ canEdit }: { canEdit: boolean }) {
  const { projectId } = useProject();
  const attributes = useQuery({
    queryKey: queryKey(projectId),
    queryFn: () => unwrap(api.projects({ projectId }).attributes.get()),
  });
  const lead =
    "Columns of your own that your server sends with a booking, and that a model of your own can read. The type and " +
    "the unit of an attribute never change. A request with an attribute that is not declared is rejected.";
  return (
    <SettingCard title="Attributes" lead={lead} setting={attributes}>
      {({ attributes: all, readers }) => (
        <>
          {all.length === 0 && <p>No attribute is declared.</p>}
          {all.length > 0 && (
            <ul className="stack tight attributes">
              {all.map((one) => (
                <Attribute
                  key={one.name}
                  attribute={one}
                  readers={readers.filter(({ attributes }) => attributes.includes(one.name))}
                  canEdit={canEdit}
                />
              ))}
            </ul>
          )}
          {canEdit && <AttributeForm key={all.length} declared={all} />}
        </>
      )}
    </SettingCard>
  );
}

/** Models in use. */
type Readers = Attributes["readers"];

function Attribute({
  attribute,
  readers,
  canEdit,
}: {
  attribute: ProjectAttribute;
  readers: Readers;
  canEdit: boolean;
}) {
  const { name, type, unit, meaning, personal, archivedAt } = attribute;
  const [isArchiving, setArchiving] = useState(false);
  const kind = [type, unit, personal && "personal", archivedAt !== null && "archived"];
  return (
    <li>
      <div>
        <code>{name}</code> <span className="muted small">{kind.filter(Boolean).join(", ")}</span>
        <br />
        {meaning}
      </div>
      {canEdit && archivedAt === null && (
        <Button variant="plain" aria-label={`Archive ${name}`} onClick={() => setArchiving(true)}>
          Archive
        </Button>
      )}
      {isArchiving && (
        <ArchiveDialog name={name} readers={readers} onClose={() => setArchiving(false)} />
      )}
    </li>
  );
}

function ArchiveDialog({
  name,
  readers,
  onClose,
}: {
  name: string;
  readers: Readers;
  onClose: () => void;
}) {
  const { projectId } = useProject();
  const refresh = useRefresh(queryKey);
  const archive = async () => {
    await unwrap(api.projects({ projectId }).attributes.archive.post({ name }));
    showToast(`${name} is archived`);
    await refresh();
  };
  return (
    <ConfirmDialog
      title={`Archive ${name}?`}
      action="Archive"
      onConfirm={archive}
      onClose={onClose}
    >
      <p>
        Requests that have it are rejected from the next booking on: change your server first. Past
        decisions keep it, and declaring it again puts it back in use.
      </p>
      {readers.length > 0 && (
        <Notice variant="warn">
          {readers.map(({ model, role }) => `${model} (${role})`).join(", ")}{" "}
          {readers.length === 1 ? "reads" : "read"} it: from then on each booking is scored as if it
          were missing.
        </Notice>
      )}
    </ConfirmDialog>
  );
}

const types: { value: AttributeType; label: string }[] = [
  { value: "number", label: "Number" },
  { value: "category", label: "Category: one of some texts" },
  { value: "flag", label: "Flag: true or false" },
];

/** What is entered in the form. */
type AttributeInput = Omit<ProjectAttribute, "archivedAt">;

const noAttribute: AttributeInput = {
  name: "",
  type: "number",
  unit: null,
  meaning: "",
  personal: false,
};

function AttributeForm({ declared: all }: { declared: readonly ProjectAttribute[] }) {
  const { projectId } = useProject();
  const refresh = useRefresh(queryKey);
  const [attribute, setAttribute] = useState(noAttribute);
  const save = async () => {
    const { name, type, meaning, personal } = attribute;
    const unit = type === "number" ? attribute.unit : null;
    const declared = { name: name.trim(), type, unit, meaning, personal };
    await unwrap(api.projects({ projectId }).attributes.put(declared));
    showToast("Saved. Requests may have it from the next booking.");
    await refresh();
  };
  return (
    <Form action="Declare" onSubmit={save}>
      {(errors) => (
        <AttributeFields
          attribute={attribute}
          onChange={setAttribute}
          declared={all}
          errors={errors}
        />
      )}
    </Form>
  );
}

function AttributeFields({
  attribute,
  onChange,
  declared,
  errors,
}: {
  attribute: AttributeInput;
  onChange: (next: AttributeInput) => void;
  declared: readonly ProjectAttribute[];
  errors: Readonly<Record<string, string | undefined>>;
}) {
  const set = (changed: Partial<AttributeInput>) => onChange({ ...attribute, ...changed });
  /** The name of a declared one brings the rest of it, so that a change of its meaning keeps whether it is personal. */
  const typeName = (name: string) =>
    set({ ...declared.find((one) => one.name === name.trim()), name });
  return (
    <>
      <TextField
        label="Name in the request"
        name="name"
        autoComplete="off"
        placeholder="loyalty_years"
        hint="A letter, then up to 62 of a to z, 0 to 9 and _. That of a declared one changes it."
        error={errors.name}
        value={attribute.name}
        onChange={(event) => typeName(event.target.value)}
      />
      <SelectField
        label="Type"
        value={attribute.type}
        onChange={(type) => set({ type })}
        options={types}
      />
      {attribute.type === "number" && (
        <TextField
          label="Unit"
          name="unit"
          autoComplete="off"
          placeholder="years"
          hint="Leave empty for none."
          error={errors.unit}
          value={attribute.unit ?? ""}
          onChange={(event) => set({ unit: event.target.value })}
        />
      )}
      <TextField
        label="Meaning"
        name="meaning"
        autoComplete="off"
        placeholder="Years in the loyalty programme"
        hint="What it says of a booking, at most 100 characters. Reasons name it by this."
        error={errors.meaning ?? errors.type}
        value={attribute.meaning}
        onChange={(event) => set({ meaning: event.target.value })}
      />
      <label className="row">
        <input
          type="checkbox"
          checked={attribute.personal}
          onChange={(event) => set({ personal: event.target.checked })}
        />
        Personal data of the guest
      </label>
    </>
  );
}
