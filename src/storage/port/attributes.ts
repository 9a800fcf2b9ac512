/** Columns of its own that a project declares, and that its requests may then have. */

export const attributeTypes = ["number", "category", "flag"] as const;
export type AttributeType = (typeof attributeTypes)[number];

/** A number for `number`, a text for `category`, true or false for `flag`. */
export type AttributeValue = number | string | boolean;

/** Those of a request, by name. */
export type Attributes = Readonly<Record<string, AttributeValue>>;

export interface ProjectAttribute {
  /** As a request has it. */
  name: string;
  /** Never changes, so that stored decisions and models mean the same by its name. */
  type: AttributeType;
  /** Of a number, such as `EUR`; null: it has none. Never changes either. */
  unit: string | null;
  /** What it says of a booking, for people: reasons name it by this. */
  meaning: string;
  /** Whether it says something of the guest: then it is shown to those alone who may see guests' data. */
  personal: boolean;
  /** From then on requests must not have it, Unix ms; null: it is in use. */
  archivedAt: number | null;
}
