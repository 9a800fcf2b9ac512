import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { eventTypes } from "./event-types.ts";

const rows = readFileSync(join(import.meta.dir, "../../../docs/webhooks.md"), "utf8").split("\n");

test.each(Object.entries(eventTypes))(
  "%s is documented with its members",
  (type, { properties }) => {
    const row = rows.find((line) => line.startsWith(`| \`${type}\``))!;
    const [, , , data] = row.split("|");
    for (const name of Object.keys(properties)) expect(data).toContain(`\`${name}\``);
  },
);

test("no other type is documented", () => {
  const documented = rows.flatMap((line) => /^\| `([a-z_]+\.[a-z_]+)`/.exec(line)?.[1] ?? []);
  expect(documented.sort()).toEqual(Object.keys(eventTypes).sort());
});
