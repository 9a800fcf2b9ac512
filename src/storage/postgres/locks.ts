/** Locks that last for one transaction. Two numbers: ours, and what is locked. */
import type { Transaction } from "./connection.ts";

/** Chosen at random; other programs in the same database may use locks too. */
const ours = 1_263_945_021;
const locks = { migrations: 1, control: 2, partitions: 3, webhooks: 4 } as const;

const lock =
  (what: keyof typeof locks) =>
  async ({ sql }: Pick<Transaction, "sql">): Promise<void> => {
    await sql(`SELECT pg_advisory_xact_lock(${ours}, ${locks[what]})`);
  };

export const lockForMigrations = lock("migrations");
export const lockForControl = lock("control");
export const lockForPartitions = lock("partitions");
export const lockForWebhooks = lock("webhooks");
