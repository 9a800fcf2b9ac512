/** Set by `npm test` to the folder of a PostgreSQL's socket, for a second run of some files. */
export const onPostgresVariable = "TEST_ON_POSTGRES";

/** There, the database with all tables that each installation gets a copy of. */
export const migratedDatabase = "migrated";
