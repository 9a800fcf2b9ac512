/** The log-in library's own rows, kept through the storage port. */
import { hash } from "node:crypto";
import { createAdapterFactory } from "better-auth/adapters";
import type {
  SignInCondition,
  SignInRow,
  SignInTable,
  SignInValue,
} from "../../storage/port/sign-ins.ts";
import type { Store } from "../../storage/port/store.ts";

/** More rows than the library ever asks for at once. */
const rowsMax = 1000;

type Where = {
  field: string;
  value: unknown;
  operator?: string | undefined;
  connector?: string | undefined;
};

/**
 * Times are kept as milliseconds and session tokens as their SHA-256, as keys are: who gets hold of
 * a copy of the database cannot sign in with it.
 */
export function signInRows(store: Store) {
  const rows = store.signIns;
  return createAdapterFactory({
    config: {
      adapterId: "booking-risk",
      supportsDates: true,
      supportsBooleans: true,
      customTransformInput: ({ data }) => (data instanceof Date ? data.getTime() : data),
      customTransformOutput: ({ data, fieldAttributes }) =>
        fieldAttributes.type === "date" && typeof data === "number" ? new Date(data) : data,
    },
    adapter: () => ({
      async create({ model, data }) {
        const token = (data as SignInRow).token;
        const row = await rows.create(model as SignInTable, sealed(model, data as SignInRow));
        return shown(row, token) as never;
      },
      async findOne({ model, where }) {
        const [row] = await rows.find(model as SignInTable, conditions(model, where), 1);
        return row ? (shown(row, tokenIn(where)) as never) : null;
      },
      async findMany({ model, where, limit }) {
        const most = Math.min(limit, rowsMax);
        return (await rows.find(model as SignInTable, conditions(model, where), most)) as never;
      },
      async count({ model, where }) {
        return (await rows.find(model as SignInTable, conditions(model, where), rowsMax)).length;
      },
      async update({ model, where, update }) {
        const set = sealed(model, update as SignInRow);
        const [row] = await rows.update(model as SignInTable, conditions(model, where), set);
        return row ? (shown(row, tokenIn(where)) as never) : null;
      },
      async updateMany({ model, where, update }) {
        const set = sealed(model, update as SignInRow);
        return (await rows.update(model as SignInTable, conditions(model, where), set)).length;
      },
      async delete({ model, where }) {
        await rows.remove(model as SignInTable, conditions(model, where));
      },
      async deleteMany({ model, where }) {
        return (await rows.remove(model as SignInTable, conditions(model, where))).length;
      },
      async consumeOne({ model, where }) {
        const [row] = await rows.remove(model as SignInTable, conditions(model, where));
        return (row ?? null) as never;
      },
      async incrementOne({ model, where, increment, set }) {
        const [row] = await rows.update(
          model as SignInTable,
          conditions(model, where),
          (set ?? {}) as SignInRow,
          increment,
        );
        return (row ?? null) as never;
      },
    }),
  });
}

const sealedToken = (token: SignInValue | undefined) => hash("sha256", String(token));

function sealed(model: string, row: SignInRow): SignInRow {
  return model === "session" && "token" in row ? { ...row, token: sealedToken(row.token) } : row;
}

/** With the token that was asked by: the row does not have it. */
function shown(row: SignInRow, token: SignInValue | undefined): SignInRow {
  return token === undefined ? row : { ...row, token };
}

function tokenIn(where: readonly Where[]): string | undefined {
  return where.find(({ field }) => field === "token")?.value as string | undefined;
}

function conditions(model: string, where: readonly Where[] = []): SignInCondition[] {
  return where.map(({ field, value, operator = "eq", connector = "AND" }) => {
    if (connector !== "AND") throw new Error("conditions are joined by AND only");
    const isToken = model === "session" && field === "token";
    return {
      field,
      operator: operator as SignInCondition["operator"],
      value: isToken ? sealedToken(value as string) : (value as SignInValue),
    };
  });
}
