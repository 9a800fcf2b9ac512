/** The attributes that a project declares: columns of its own, which its requests may then have. */
import { attributeLimits, isAttributeName } from "../attempt/request/attributes.ts";
import { hasCardNumber } from "../attempt/request/card-number.ts";
import { DomainError, FieldFault, FieldReader, invalidInput } from "../base/domain-error.ts";
import {
  type AttributeType,
  attributeTypes,
  type ProjectAttribute,
} from "../storage/port/attributes.ts";
import { type Actor, auditEntry } from "../storage/port/audit.ts";
import { changeList } from "./choices.ts";
import { readName } from "./name.ts";
import type { ProjectDeps } from "./projects.ts";

export const attributeTextLimits = {
  unitCharacters: 16,
  /** With the archived ones, of which stored decisions and models have values. */
  declared: 128,
} as const;

export interface AttributeInput {
  name: string;
  type: string;
  /** Null: none; absent: as it is declared, or none. */
  unit?: string | null | undefined;
  meaning: string;
  /** Absent: as it is declared, or not. */
  personal?: boolean | undefined;
}

/**
 * Declares an attribute, or changes the meaning of a declared one and whether it is personal; an archived one is
 * in use again. It holds from the next request on. The same again changes nothing.
 *
 * @throws DomainError invalid_input, project_not_found
 */
export async function setAttribute(
  deps: ProjectDeps,
  actor: Actor,
  { projectId, ...input }: { projectId: string } & AttributeInput,
): Promise<ProjectAttribute> {
  const read = readAttribute(input);
  const { name } = read;
  let wanted = read;
  await changeList(deps, { projectId, name: "attributes" }, (all) => {
    const stored = all.find((one) => one.name === name);
    if (stored && input.unit === undefined) wanted = { ...wanted, unit: stored.unit };
    if (stored && input.personal === undefined) wanted = { ...wanted, personal: stored.personal };
    if (!stored) assertRoom(all);
    else assertSameKind(stored, wanted);
    if (stored && JSON.stringify(stored) === JSON.stringify(wanted)) return null;
    if (stored && stored.archivedAt !== null) assertRoomInUse(all);
    const list = stored ? all.map((one) => (one === stored ? wanted : one)) : [...all, wanted];
    const { archivedAt: _, ...declared } = wanted;
    const detail = { ...declared, before: stored ?? null };
    const about = { subject: projectId, projectId, detail };
    const audit = auditEntry(actor, deps.now(), "project.attribute", about);
    return { list, audit };
  });
  return wanted;
}

/**
 * Requests must not have it from the next one on. Decisions and models that have it stay as they are, and its name
 * stays taken. Archived again it stays as it is.
 *
 * @throws DomainError invalid_input, project_not_found
 */
export async function archiveAttribute(
  deps: ProjectDeps,
  actor: Actor,
  { projectId, name }: { projectId: string; name: string },
): Promise<void> {
  await changeList(deps, { projectId, name: "attributes" }, (all) => {
    const stored = all.find((one) => one.name === name);
    if (!stored) throw invalidInput("name", "is not declared in the project");
    if (stored.archivedAt !== null) return null;
    const archivedAt = deps.now();
    const list = all.map((one) => (one === stored ? { ...one, archivedAt } : one));
    const about = { subject: projectId, projectId, detail: { name } };
    return { list, audit: auditEntry(actor, archivedAt, "project.attribute-archive", about) };
  });
}

/** @throws DomainError invalid_input, with every field at fault. */
function readAttribute(input: AttributeInput): ProjectAttribute {
  const fields = new FieldReader();
  const name = fields.read("name", () => readAttributeName(input.name));
  const type = fields.read("type", () => readType(input.type));
  const unit = fields.read("unit", () => readUnit(input.unit, type));
  const meaning = fields.read("meaning", () => readText(input.meaning));
  fields.assertRead();
  const { personal = false } = input;
  return { name: name!, type: type!, unit, meaning: meaning!, personal, archivedAt: null };
}

function readAttributeName(name: string): string {
  if (isAttributeName(name)) return name;
  throw new FieldFault("must be a letter, a to z, and up to 62 of a to z, 0 to 9 and _");
}

function readType(text: string): AttributeType {
  const type = attributeTypes.find((one) => one === text);
  if (type) return type;
  throw new FieldFault(`must be one of ${attributeTypes.join(", ")}`);
}

function readUnit(text: string | null | undefined, type: AttributeType | null): string | null {
  if ((text ?? "").trim() === "") return null;
  if (type !== null && type !== "number") throw new FieldFault("is only of a number");
  const unit = readText(text!);
  const { unitCharacters: max } = attributeTextLimits;
  if (unit.length > max) throw new FieldFault(`must have at most ${max} characters`);
  return unit;
}

/** As a name: one line of at most 100 characters, and never a card number. */
function readText(text: string): string {
  const read = oneLine(text);
  if (hasCardNumber(read)) throw new FieldFault("must not have a card number in it");
  return read;
}

/** A name's rules, as a fault of the field that is read. */
function oneLine(text: string): string {
  try {
    return readName(text);
  } catch (error) {
    if (!(error instanceof DomainError) || !error.is("invalid_input")) throw error;
    throw new FieldFault(error.details.fields[0]!.message);
  }
}

function assertRoom(all: readonly ProjectAttribute[]): void {
  assertRoomInUse(all);
  const { declared: max } = attributeTextLimits;
  if (all.length < max) return;
  throw invalidInput(
    "name",
    `is one too many: a project declares at most ${max}, the archived ones included`,
  );
}

function assertRoomInUse(all: readonly ProjectAttribute[]): void {
  const { attributes: max } = attributeLimits;
  if (all.filter(({ archivedAt }) => archivedAt === null).length < max) return;
  throw invalidInput(
    "name",
    `is one too many: a project has at most ${max} in use; archive one first`,
  );
}

/** Stored decisions and models mean the same by the name. */
function assertSameKind(stored: ProjectAttribute, wanted: ProjectAttribute): void {
  for (const field of ["type", "unit"] as const) {
    if (stored[field] === wanted[field]) continue;
    throw invalidInput(
      field,
      `is ${stored[field] ?? "none"} and never changes; declare another attribute under another name`,
    );
  }
}
