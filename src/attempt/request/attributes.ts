/** The `attributes` of a request: columns of its own that the project has declared. */
import type {
  Attributes,
  AttributeValue,
  ProjectAttribute,
} from "../../storage/port/attributes.ts";
import { hasCardNumber, isCardNumber } from "./card-number.ts";
import type { ValidationIssue } from "./schema-reader.ts";
import { trimmed } from "./trimmed.ts";

export const attributeLimits = {
  /** Of one request, and declared and in use in one project. */
  attributes: 32,
  categoryCharacters: 64,
  /** Twelve digits, either sign: fewer than a card number has. */
  numberMax: 999_999_999_999,
} as const;

export const attributeNamePattern = "^[a-z][a-z0-9_]{0,62}$";
const attributeName = new RegExp(attributeNamePattern);

/** Whether an attribute can have this name, which is neither of another form nor has a card number in it. */
export function isAttributeName(name: string): boolean {
  return attributeName.test(name) && !hasCardNumber(name);
}

/**
 * Reads the member `attributes`: `null` counts as absent, texts are trimmed, and the result is in the order of the
 * names, whatever order they were sent in.
 *
 * @param declared those of the project, the archived ones too.
 * @returns the attributes, none included, or every issue at once. An issue never has the caller's value; nor has it
 *   a name that no attribute can have, which may be anything.
 */
export function readAttributes(
  sent: Readonly<Record<string, unknown>>,
  declared: readonly ProjectAttribute[],
): { attributes: Attributes } | { issues: ValidationIssue[] } {
  const attributes: Record<string, AttributeValue> = {};
  let valid = 0;
  for (const { name, type } of inUse(declared)) {
    const value = sent[name];
    if (value === undefined || value === null || !Object.hasOwn(sent, name)) continue;
    const read = readers[type](value);
    if (typeof read === "object") return { issues: issuesOf(sent, declared) };
    attributes[name] = read;
    valid += 1;
  }
  let members = 0;
  for (const name in sent) if (sent[name] !== null) members += 1;
  return valid === members ? { attributes } : { issues: issuesOf(sent, declared) };
}

/** By the list of all that a project declares, which is the same for all requests until it changes. */
const ofDeclared = new WeakMap<readonly ProjectAttribute[], readonly ProjectAttribute[]>();

/** Those that a request may have, in the order of their names. */
function inUse(declared: readonly ProjectAttribute[]): readonly ProjectAttribute[] {
  let found = ofDeclared.get(declared);
  if (!found) {
    found = declared
      .filter(({ archivedAt }) => archivedAt === null)
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    ofDeclared.set(declared, found);
  }
  return found;
}

/** Every issue of attributes that are not all valid. */
function issuesOf(
  sent: Readonly<Record<string, unknown>>,
  declared: readonly ProjectAttribute[],
): ValidationIssue[] {
  const names = Object.keys(sent).filter((name) => sent[name] !== null);
  const { attributes: max } = attributeLimits;
  if (names.length > max) {
    return [{ pointer: "/attributes", message: `must have at most ${max} members` }];
  }
  const issues = new Map<string, ValidationIssue>();
  for (const name of names.sort()) {
    const issue = issueOf(sent[name], name, declared);
    if (issue) issues.set(issue.pointer, issue);
  }
  return [...issues.values()];
}

function issueOf(
  sent: unknown,
  name: string,
  declared: readonly ProjectAttribute[],
): ValidationIssue | null {
  const attribute = declared.find((one) => one.name === name);
  if (!attribute && !isAttributeName(name)) {
    const message =
      "has a member that no attribute can be named as: a letter, then up to 62 of a-z, 0-9 and _";
    return { pointer: "/attributes", message };
  }
  const pointer = `/attributes/${name}`;
  if (!attribute) return { pointer, message: "is not declared in the project: declare it first" };
  if (attribute.archivedAt !== null) {
    return { pointer, message: "is archived in the project: leave it out, or declare it again" };
  }
  const read = readers[attribute.type](sent);
  return typeof read === "object" ? { pointer, message: read.fault } : null;
}

type Reader = (sent: unknown) => AttributeValue | { fault: string };

const readers: Readonly<Record<ProjectAttribute["type"], Reader>> = {
  number: (sent) => {
    const { numberMax: max } = attributeLimits;
    // JSON loses the sign of -0.
    if (typeof sent === "number" && Math.abs(sent) <= max) return sent + 0;
    return { fault: `must be a number from -${max} to ${max}` };
  },
  flag: (sent) => (typeof sent === "boolean" ? sent : { fault: "must be true or false" }),
  category: (sent) => {
    if (typeof sent !== "string") return { fault: "must be a string" };
    const text = trimmed(sent);
    const { categoryCharacters: max } = attributeLimits;
    if (text === "") return { fault: "must not be empty" };
    // Twice as many UTF-16 units at most: a long text is not taken apart.
    if (text.length > max && (text.length > 2 * max || [...text].length > max)) {
      return { fault: `must have at most ${max} characters` };
    }
    if (!text.isWellFormed() || text.includes("\0")) {
      return { fault: "must be well-formed Unicode text without NUL characters" };
    }
    if (isCardNumber(text) || hasCardNumber(text.normalize("NFKC"))) {
      return { fault: "looks like a card number: its digits, 13 to 19, have the checksum of one" };
    }
    return text;
  },
};
