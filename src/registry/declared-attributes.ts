/** Whether a project declares the attributes that a model reads, so that its requests can have them. */
import { type AttributeFeature, attributeFeatures } from "../attribute-feature.ts";
import { DomainError } from "../domain-error.ts";
import type { ProjectAttribute } from "../storage/attributes.ts";
import type { ModelRecord } from "../storage/models.ts";
import type { Library } from "./library.ts";
import { fullName } from "./model-name.ts";

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
