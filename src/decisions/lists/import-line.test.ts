import { describe, expect, test } from "bun:test";
import { csvLines, importedEntry, type LineReader, ndjsonLine } from "./import-line.ts";

const header = "type,value,reason,expiresAt";

describe("a line of CSV", () => {
  const read = csvLines(header) as LineReader;

  test.each([
    [
      "email,ada@example.com,fraud,",
      { type: "email", value: "ada@example.com", reason: "fraud", expiresAt: "" },
    ],
    [
      'email,ada@example.com,"two frauds, ""both"" in May",2027-05-01\r',
      {
        type: "email",
        value: "ada@example.com",
        expiresAt: "2027-05-01",
        reason: 'two frauds, "both" in May',
      },
    ],
  ])("%j", (line, fields) => {
    expect(read(line)).toEqual(fields);
  });

  test.each([
    "email,ada@example.com,fraud",
    "email,ada@example.com,fraud,,",
    'email,"ada@example.com,fraud,',
    'email,"ada"@example.com,fraud,',
    "",
  ])("%j is refused", (line) => {
    expect(read(line)).toBeString();
  });

  test("has its columns in the order of the header", () => {
    const other = csvLines("\u0020reason, value,type") as LineReader;
    expect(other("fraud,x,device")).toEqual({ reason: "fraud", value: "x", type: "device" });
  });

  test.each(["", "type;value", "type,value,reason,colour", "type,type,value"])(
    "the header %j is refused",
    (text) => {
      expect(csvLines(text)).toBeString();
    },
  );
});

test("what is wrong with a line is said without its value", () => {
  const into = { projectId: "prj_1", kind: "deny" } as const;
  const entry = (fields: object) =>
    importedEntry({ now: () => 0 }, { name: "ada" }, { ...into, fields });
  expect(entry({ type: "email", value: "nobody", reason: "" })).toBe(
    "value must be one e-mail address; reason must be one line of 1 to 500 characters: who reads the " +
      "entry later asks why",
  );
  expect(entry({ type: "email", value: "Ada@Example.com", reason: "fraud" })).toMatchObject({
    kind: "deny",
    value: "ada@example.com",
    createdBy: "ada",
  });
  const empty = { type: "email", value: "ada@example.com", reason: "fraud", expiresAt: "" };
  expect(entry(empty)).toMatchObject({ expiresAt: null });
  expect(ndjsonLine("[]")).toBe("is not a JSON object");
});
