import { describe, expect, test } from "bun:test";
import { roles } from "../../storage/port/roles.ts";
import { allowedPermissions, isAllowed, type Permission, permissions } from "./permissions.ts";

const actions = Object.keys(permissions) as Permission[];

test("an owner may do everything, and whoever has no role nothing", () => {
  expect(allowedPermissions([{ projectId: null, role: "owner" }], "prj_1")).toEqual(actions);
  expect(allowedPermissions([], "prj_1")).toEqual([]);
});

describe.each([...roles])("%s of one project", (role) => {
  const grants = [{ projectId: "prj_1", role }];

  test("may there what the table says", () => {
    for (const action of actions) {
      const listed = (permissions[action] as readonly string[]).includes(role);
      expect(isAllowed(grants, action, "prj_1")).toBe(listed);
    }
  });

  test("may nothing in another project, nor in all", () => {
    expect(allowedPermissions(grants, "prj_2")).toEqual([]);
    expect(allowedPermissions(grants, null)).toEqual([]);
  });
});

test("roles add up: a viewer of all may be the owner of one", () => {
  const grants = [
    { projectId: null, role: "viewer" as const },
    { projectId: "prj_1", role: "owner" as const },
  ];
  expect(isAllowed(grants, "key.create", "prj_1")).toBe(true);
  expect(isAllowed(grants, "key.create", "prj_2")).toBe(false);
  expect(isAllowed(grants, "project.read", "prj_2")).toBe(true);
});
