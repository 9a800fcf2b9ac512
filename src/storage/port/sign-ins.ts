/** The tables of the sign-in library, which reads and writes rows rather than records. */

const signInTables = [
  "user",
  "session",
  "account",
  "verification",
  "twoFactor",
  "passkey",
] as const;
export type SignInTable = (typeof signInTables)[number];
/** How the identifiers of trusted devices begin, which the library keeps among the verifications. */
export const trustedDevicePrefix = "trust-device-";

export type SignInValue = string | number | boolean | null;
export type SignInRow = Record<string, SignInValue>;

/** In a list, all conditions must hold. */
export interface SignInCondition {
  field: string;
  operator: "eq" | "ne" | "lt" | "lte" | "gt" | "gte" | "in" | "not_in";
  value: SignInValue | readonly (string | number)[];
}

export interface SignInStore {
  create(table: SignInTable, row: SignInRow): Promise<SignInRow>;
  find(table: SignInTable, where: readonly SignInCondition[], limit: number): Promise<SignInRow[]>;
  /** Sets values and adds to numbers in one step. @returns the rows after the change. */
  update(
    table: SignInTable,
    where: readonly SignInCondition[],
    set: SignInRow,
    add?: Readonly<Record<string, number>>,
  ): Promise<SignInRow[]>;
  /** @returns the rows that were removed. */
  remove(table: SignInTable, where: readonly SignInCondition[]): Promise<SignInRow[]>;
  /** Removes sessions and unfinished sign-ins that have expired. */
  sweep(at: number): Promise<void>;
}
