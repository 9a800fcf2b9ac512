/** The roles that a user can have in a project, or in all projects. */
export const roles = ["owner", "analyst", "viewer"] as const;
export type Role = (typeof roles)[number];
