/** Column types that both dialects store alike: JSON as text, times as whole milliseconds. */
import { bigint, customType } from "drizzle-orm/pg-core";

/**
 * Text that is compared by its bytes, whatever the collation of the database: identifiers are ordered
 * and ranged over.
 */
export const bytewise = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });

/** Whole milliseconds since 1970, or another whole number of at most 53 bits. */
export const whole = (name: string) => bigint(name, { mode: "number" });

export const bytes = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });

/** A value as JSON text: as it was written, byte for byte, which `jsonb` does not keep. */
export function jsonText<Data>(name: string) {
  return customType<{ data: Data; driverData: string }>({
    dataType: () => "text",
    toDriver: (value) => JSON.stringify(value),
    fromDriver: (text) => JSON.parse(text) as Data,
  })(name);
}
