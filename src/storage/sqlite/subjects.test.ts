import { expect, test } from "bun:test";
import { controlReads, controlWrites, eventsReads, eventsWrites, searches } from "./subjects.ts";

test("every operation is performed by one thread", () => {
  const tables = [controlReads, eventsReads, controlWrites, eventsWrites, searches];
  const names = tables.flatMap((table) =>
    Object.entries(table).flatMap(([subject, operations]) =>
      Object.keys(operations).map((method) => `${subject}.${method}`),
    ),
  );
  expect(names).toContain("keys.revoke");
  expect(names.sort()).toEqual([...new Set(names)].sort());
});
