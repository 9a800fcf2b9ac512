/** Set by `npm test` to the folder of a PostgreSQL's socket, for a second run of some files. */
export const onPostgresVariable = "TEST_ON_POSTGRES";
