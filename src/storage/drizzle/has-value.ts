import { type Column, eq, isNull, type SQL } from "drizzle-orm";

/** Whether a column has a value, of which null is one. */
export const hasValue = <Value>(column: Column, value: Value): SQL =>
  value === null ? isNull(column) : eq(column, value);
