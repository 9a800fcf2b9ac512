/** All tables, for Drizzle's generator of migrations. */
export * from "./control/schema.ts";
export * from "./events/schema.ts";
export * from "./shared/schema.ts";
