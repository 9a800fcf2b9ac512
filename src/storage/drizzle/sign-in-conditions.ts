/** What the sign-in library asks of its tables, as Drizzle's conditions and values: the same in both stores. */
import {
  and,
  type Column,
  getTableColumns,
  gt,
  gte,
  inArray,
  lt,
  lte,
  ne,
  notInArray,
  type SQL,
  sql,
  type Table,
} from "drizzle-orm";
import type { SignInCondition, SignInRow } from "../sign-ins.ts";
import { hasValue } from "./has-value.ts";

/** @throws Error if there is no condition: none of these operations is meant for all rows. */
export function allOf(table: Table, where: readonly SignInCondition[]): SQL {
  if (where.length === 0) throw new Error("a condition is required");
  return and(...where.map((one) => conditionOf(columnOf(table, one.field), one)))!;
}

/** New values of a row: some are set, and to others a number is added. */
export function changedValues(
  table: Table,
  set: SignInRow,
  add: Readonly<Record<string, number>>,
): Record<string, unknown> {
  const sums = Object.entries(add).map(([field, by]) => {
    return [field, sql`coalesce(${columnOf(table, field)}, 0) + ${by}`] as const;
  });
  return { ...set, ...Object.fromEntries(sums) };
}

function columnOf(table: Table, field: string): Column {
  const columns: Readonly<Record<string, Column>> = getTableColumns(table);
  const column = Object.hasOwn(columns, field) && columns[field];
  if (!column) throw new Error(`no column ${field}`);
  return column;
}

const comparisons = { ne, lt, lte, gt, gte };

function conditionOf(column: Column, { operator, value }: SignInCondition): SQL {
  switch (operator) {
    case "eq":
      return hasValue(column, value);
    case "in":
      return inArray(column, [value].flat());
    case "not_in":
      return notInArray(column, [value].flat());
    default:
      return comparisons[operator](column, value);
  }
}
