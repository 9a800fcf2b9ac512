/** The attributes that models read: whether a project declares them, and who misses one that is archived. */
import { DomainError } from "../../base/domain-error.ts";
import { archiveAttribute } from "../../projects/attributes.ts";
import type { ProjectDeps } from "../../projects/projects.ts";
import { type AttributeFeature, attributeFeatures } from "../../risk/features/attribute-feature.ts";
import type { ProjectAttribute } from "../../storage/port/attributes.ts";
import type { Actor } from "../../storage/port/audit.ts";
import type { ModelRecord } from "../../storage/port/models.ts";
import type { Store } from "../../storage/port/store.ts";
import type { Library } from "./library.ts";
import { fullName } from "./model-name.ts";
import { promotionsOf } from "./roles.ts";

/**
 * Checked when a model is to score there; if an attribute is archived afterwards, the model scores without it.
 *
 * @param projectId null: all projects, for which no model that reads attributes can score.
 * @throws DomainError attributes_undeclared
 */
export async function assertAttributesDeclared(
  { store }: Pick<Library, "store">,
  model: ModelRecord,
  projectId: string | null,
): Promise<void> {
  const read = attributesOfModel(model);
  if (read.length === 0) return;
  const choices = projectId === null ? null : await store.projects.choices(projectId);
  const declared = choices?.attributes ?? [];
  const missing = read.filter((feature) => !declared.some((one) => isRead(one, feature)));
  if (missing.length === 0) return;
  const attributes = [...new Set(missing.map(textOf))];
  throw new DomainError("attributes_undeclared", { model: fullName(model), projectId, attributes });
}

/** What a model reads of attributes; mostly nothing. */
export function attributesOfModel({ manifest }: Pick<ModelRecord, "manifest">): AttributeFeature[] {
  const { input } = JSON.parse(manifest) as { input?: { features?: readonly string[] } };
  return attributeFeatures(input?.features ?? []);
}

const isRead = (
  { name, type, archivedAt }: ProjectAttribute,
  { attribute, category }: AttributeFeature,
) => name === attribute && archivedAt === null && (type === "category") === (category !== null);

const textOf = ({ attribute, category }: AttributeFeature) =>
  `${attribute} (${category === null ? "a number or a flag" : "a category"})`;

/** A model that scores in a project, and what it reads there of attributes. */
export interface AttributeReader {
  /** `NAME@VERSION` */
  model: string;
  role: "active" | "challenger" | "shadow";
  /** Their names. */
  attributes: readonly string[];
}

/** The models in use that read attributes: none of them scores for all projects. */
export async function attributeReaders(
  { models }: Pick<Store, "models">,
  projectId: string,
): Promise<AttributeReader[]> {
  const roles = await models.roles();
  const [active] = promotionsOf(roles, projectId);
  const ofProject = (one: { projectId: string | null }) => one.projectId === projectId;
  const inUse = [
    ...(active ? [{ ...active, role: "active" as const }] : []),
    ...roles.challenges.filter(ofProject).map((one) => ({ ...one, role: "challenger" as const })),
    ...roles.shadows.filter(ofProject).map((one) => ({ ...one, role: "shadow" as const })),
  ];
  const found = await Promise.all(
    inUse.map(async ({ name, version, role }) => {
      const record = await models.find(name, version);
      const read = record ? attributesOfModel(record) : [];
      const attributes = [...new Set(read.map(({ attribute }) => attribute))];
      return { model: fullName({ name, version }), role, attributes };
    }),
  );
  return found.filter(({ attributes }) => attributes.length > 0);
}

/**
 * Archives an attribute as `archiveAttribute` does.
 * @param input `confirmed`: also one that a model in use reads, which scores without it from then on.
 * @throws DomainError attribute_read, invalid_input, project_not_found
 */
export async function archiveReadAttribute(
  deps: ProjectDeps & { store: Pick<Store, "models"> },
  actor: Actor,
  { confirmed, ...input }: { projectId: string; name: string; confirmed: boolean },
): Promise<void> {
  const { projectId, name } = input;
  const readers = confirmed ? [] : await attributeReaders(deps.store, projectId);
  const models = readers.filter(({ attributes }) => attributes.includes(name));
  if (models.length > 0) {
    throw new DomainError("attribute_read", {
      name,
      projectId,
      models: models.map(({ model, role }) => `${model} (${role})`),
    });
  }
  await archiveAttribute(deps, actor, input);
}
