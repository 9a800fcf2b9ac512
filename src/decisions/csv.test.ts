import { expect, test } from "bun:test";
import { csvCell } from "../base/csv-cell.ts";
import { csvOf, type RowReasons } from "./csv.ts";
import type { DecisionRow } from "./rows.ts";

const row = (more: Partial<DecisionRow> = {}): DecisionRow => ({
  decisionId: "dec_1",
  decidedAt: "2027-01-01T00:00:00.000Z",
  requestId: "r-1",
  riskScore: 7,
  riskLevel: "low",
  suggestedAction: "allow",
  riskSetting: "balanced",
  source: "api",
  keyId: "key_1",
  model: "default@1.0.0",
  outcome: null,
  telemetry: "seen",
  hotel: { name: "Ritz", country: "PT", referenceId: null, giataId: "7" },
  checkIn: "2027-05-01",
  checkOut: "2027-05-04",
  billingCountry: "PT",
  isBlanked: false,
  guest: { name: "Ada", email: "ada@example.com", phone: "+351912345678", referenceId: null },
  ...more,
});

async function fileOf(
  rows: DecisionRow[],
  personal: boolean,
  reasons: ReadonlyMap<string, RowReasons> = new Map(),
): Promise<string> {
  async function* pages() {
    for (const one of rows) yield [one];
  }
  return (await Array.fromAsync(csvOf(pages(), personal, async () => reasons))).join("");
}

test("guests are in the file only where they may be, though the rows have them", async () => {
  const without = await fileOf([row()], false);
  for (const text of ["Ada", "ada@", "351912345678", "guest"]) expect(without).not.toContain(text);
  expect(without.split("\r\n")).toHaveLength(3);
  const [head, line] = (await fileOf([row()], true)).split("\r\n");
  expect(head).toEndWith("guestName,guestEmail,guestPhone,guestReferenceId");
  expect(line).toEndWith("Ada,ada@example.com,'+351912345678,");
});

test("the strongest reasons are in the file where they are known", async () => {
  const strongest = ["+14.2 1 night (typical 2)", "-3.0 5 pages viewed (typical 2)"];
  const known = new Map([["dec_1", { summary: "Denied: 1 night.", strongest }]]);
  const rows = [row(), row({ decisionId: "dec_2" })];
  const [head, first, second] = (await fileOf(rows, false, known)).split("\r\n");
  expect(head).toEndWith("billingCountry,summary,reason1,reason2,reason3");
  // An apostrophe keeps a spreadsheet from taking the sign for a formula.
  const [one, two] = strongest;
  expect(first).toEndWith(`PT,Denied: 1 night.,'${one},'${two},`);
  expect(second).toEndWith("PT,,,,");
});

test("no cell begins a formula", () => {
  // biome-ignore format: a list
  const hostile = [
    "=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "\u00a0=1", "\u200b=1", "＝1",
    "＋1", "－1", "＠x", '=HYPERLINK("http://x","y")', "\ufeff=1", "\0=1", "-",
  ];
  for (const text of hostile) {
    const cell = csvCell(text).replace(/^"/, "");
    expect(cell.startsWith("'")).toBe(true);
  }
  for (const text of ["Ritz", "a=b", "1-2", "", "ada@example.com"])
    expect(csvCell(text)).toBe(text);
});

test("a cell has its text and nothing of the next, whatever is in it", () => {
  expect(csvCell('a"b')).toBe('"a""b"');
  for (const text of ["a,b", "a\nb", "a\r\nb", "a;b", "a\tb"])
    expect(csvCell(text)).toBe(`"${text}"`);
  expect(csvCell(null)).toBe("");
  expect(csvCell(-5)).toBe("-5"); // A number of ours, and no text of a caller's.
});
