import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { type Line, lineBytesMax, linesOf, RejectedLines, rejectedLines } from "./ndjson.ts";
import { CommandFailed } from "./output.ts";

const folder = mkdtempSync(join(tmpdir(), "booking-risk-ndjson-"));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
/** What is read at once. */
const chunkBytes = 256 * 1024;

function fileOf(content: string | Buffer): string {
  const file = join(folder, `${files++}.ndjson`);
  writeFileSync(file, content);
  return file;
}

async function linesIn(file: string): Promise<Line[]> {
  const lines: Line[] = [];
  for await (const line of linesOf(file)) lines.push(line);
  return lines;
}
/** Those that are good UTF-8 of a length that is taken have no fault; the others have one. */
async function lines(content: string | Buffer): Promise<Omit<Line, "fault">[]> {
  return (await linesIn(fileOf(content))).map(({ fault, ...line }) => {
    expect(fault).toBe(line.text === null ? tooLong : null);
    return line;
  });
}
const tooLong = "is longer than 128 KiB";

/** What a promise is rejected with. */
const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => new TypeError("it was not rejected"),
    (error) => error,
  );

describe("the lines of a file", () => {
  test("end with a newline, the last one or not; each tells where it ends", async () => {
    const two = [
      { number: 1, text: "ab", end: 3 },
      { number: 2, text: "c", end: 5 },
    ];
    expect(await lines("ab\nc\n")).toEqual(two);
    expect(await lines("ab\nc")).toEqual([two[0]!, { ...two[1]!, end: 4 }]);
  });

  test("that are blank are left out, and counted", async () => {
    expect(await lines("\n \n\r\na\n\t\n\nb\n\n")).toEqual([
      { number: 4, text: "a", end: 7 },
      { number: 7, text: "b", end: 12 },
    ]);
    expect(await lines("a\n  ")).toEqual([{ number: 1, text: "a", end: 2 }]);
  });

  test("begin after a byte order mark, as some editors write it", async () => {
    expect(await lines("\uFEFF{}\n\uFEFF{}\n")).toEqual([
      { number: 1, text: "{}", end: 6 },
      { number: 2, text: "\uFEFF{}", end: 12 },
    ]);
  });

  test("that are not UTF-8 say so", async () => {
    const latin1 = Buffer.from('{"a":"é"}\n{}\n', "latin1");
    const found = await linesIn(fileOf(latin1));
    expect(found.map(({ fault }) => fault)).toEqual(["is not UTF-8", null]);
  });

  test("of Windows are the same JSON", async () => {
    const found = await lines('{"a":1}\r\n{"a":2}\r\n');
    expect(found.map(({ text }) => JSON.parse(text!))).toEqual([{ a: 1 }, { a: 2 }]);
    expect(found.map(({ number, end }) => [number, end])).toEqual([
      [1, 9],
      [2, 18],
    ]);
  });

  test.each(["", "\n", "\r\n\r\n", " "])("are none of %j", async (content) => {
    expect(await lines(content)).toEqual([]);
  });

  test("end in bytes, not in characters", async () => {
    expect(await lines("é😀\na")).toEqual([
      { number: 1, text: "é😀", end: 7 },
      { number: 2, text: "a", end: 8 },
    ]);
  });

  test.each([0, 1, 2, 3, 4, 5])("are whole where a chunk ends %i bytes into one", async (into) => {
    const first = "x".repeat(100_000);
    const second = "y".repeat(100_000);
    const third = "z".repeat(chunkBytes - into - 200_002 - 1);
    const fourth = "😀é"; // Of 4 and 2 bytes.
    const found = await lines([first, second, third, fourth, "last"].join("\n"));
    expect(found.map(({ text }) => text)).toEqual([first, second, third, fourth, "last"]);
    expect(found.map(({ end }) => end)).toEqual([
      100_001,
      200_002,
      chunkBytes - into,
      chunkBytes - into + 7,
      chunkBytes - into + 11,
    ]);
  });

  test("are whole where a newline is the last byte of a chunk, or the first", async () => {
    const one = "x".repeat(chunkBytes / 2 - 1);
    for (const more of ["", "y", "yy"]) {
      const two = "y".repeat(chunkBytes / 2 - 2) + more;
      const found = await lines(`${one}\n${two}\na\n`);
      expect(found.map(({ text }) => text)).toEqual([one, two, "a"]);
      expect(found[1]!.end).toBe(chunkBytes - 1 + more.length);
    }
  });

  test("are whole, whatever their length, over many chunks", async () => {
    const all = Array.from(
      { length: 60 },
      (_, i) => `${i} ${["é", "😀", "-"][i % 3]!.repeat(i * 500)}`,
    );
    const content = Buffer.from(`${all.join("\n")}\n`);
    expect(content.length).toBeGreaterThan(3 * chunkBytes);
    const found = await lines(content);
    expect(found.map(({ text }) => text)).toEqual(all);
    expect(found.at(-1)!.end).toBe(content.length);
    for (const { end } of found) expect(content[end - 1]).toBe(10);
  });

  test("are those of a plain reading, whatever the file", async () => {
    const piece = fc.constantFrom("\n", "\r\n", "a", "é", "😀", " ", '{"b":1}');
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 20 }), async (pieces) => {
        const content = pieces.join("");
        const wanted = content
          .split("\n")
          .map((text, i) => ({ number: i + 1, text }))
          .filter(({ text }) => text.trim() !== "");
        expect((await lines(content)).map(({ number, text }) => ({ number, text }))).toEqual(
          wanted,
        );
      }),
      { numRuns: 50 },
    );
  });
});

describe("a line that is too long", () => {
  const most = "x".repeat(lineBytesMax);

  test("is one of more bytes than fit, and no fewer", async () => {
    expect(lineBytesMax).toBe(131_072);
    expect(await lines(`${most}\n${most}y\nb`)).toEqual([
      { number: 1, text: most, end: lineBytesMax + 1 },
      { number: 2, text: null, end: 2 * lineBytesMax + 3 },
      { number: 3, text: "b", end: 2 * lineBytesMax + 4 },
    ]);
    expect((await lines("é".repeat(lineBytesMax / 2 + 1))).map(({ text }) => text)).toEqual([null]);
  });

  test.each([
    ["the first", [3], 0],
    ["between others, over chunks", [0.01, 5, 0.01], 1],
    ["the last, without a newline", [0.01, 4], 1],
    ["beside another", [2, 2, 0.01], 0],
    ["of exactly some chunks", [1, 0.01], 0],
    ["blank", [1.5, 0.01], 0],
  ])("is told of as such: %s", async (kind, chunks, long) => {
    const all = chunks.map((of, i) =>
      (kind === "blank" ? " x" : "xy")[i && 1]!.repeat(of * chunkBytes),
    );
    const found = await lines(all.join("\n"));
    expect(found.map(({ number }) => number)).toEqual(all.map((_, i) => i + 1));
    expect(found[long]!.text).toBeNull();
    for (const [i, text] of all.entries()) {
      expect(found[i]!.text).toBe(text.length > lineBytesMax ? null : text);
    }
    expect(found.at(-1)!.end).toBe(Buffer.byteLength(all.join("\n")));
  });
});

describe("a file that cannot be read", () => {
  test("is said to be missing", async () => {
    const file = join(folder, "nowhere");
    const error = await rejection(linesIn(file));
    expect(error).toBeInstanceOf(CommandFailed);
    expect(error).toHaveProperty("message", `${file} cannot be read (ENOENT)`);
  });

  test("is said to be a folder", async () => {
    const error = await rejection(linesIn(folder));
    expect(error).toBeInstanceOf(CommandFailed);
    expect(error).toHaveProperty("message", `${folder} cannot be read (EISDIR)`);
  });

  test("an error of who reads the lines is that error still", async () => {
    const file = fileOf("a\nb\n");
    const reading = async () => {
      for await (const _ of linesOf(file)) throw new RangeError("mine");
    };
    expect(await rejection(reading())).toEqual(new RangeError("mine"));
  });
});

describe("rejected lines", () => {
  const kept = (file: string) =>
    readFileSync(`${file}.rejected`, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));

  test("are set aside beside the file as they were, for the operator's eyes only", async () => {
    const file = fileOf("");
    const rejected = await RejectedLines.beside(file);
    await rejected.add({ number: 3, text: '{"a":\t"é"\r' }, "is not a JSON object");
    await rejected.add({ number: 7, text: null }, tooLong);
    expect(kept(file)).toEqual([
      { line: 3, error: "is not a JSON object", text: '{"a":\t"é"\r' },
      { line: 7, error: "is longer than 128 KiB", text: null },
    ]);
    expect(statSync(`${file}.rejected`).mode & 0o777).toBe(0o600);
    expect(rejected.tally).toEqual({
      rejected: 2,
      rejectedFile: `${file}.rejected`,
      errors: [
        { line: 3, error: "is not a JSON object" },
        { line: 7, error: "is longer than 128 KiB" },
      ],
    });
  });

  test("with a card number are named, and not copied", async () => {
    const file = fileOf("");
    const rejected = await RejectedLines.beside(file);
    await rejected.add(
      { number: 4, text: '{"bin":"4111 1111 1111 1111"}' },
      "/bin must be a token",
    );
    expect(kept(file)).toEqual([
      { line: 4, error: "/bin must be a token (not copied: the line has a card number)" },
    ]);
  });

  test("of an earlier run are gone; without any there is no file", async () => {
    const file = fileOf("");
    writeFileSync(`${file}.rejected`, "of yesterday");
    const { tally } = await RejectedLines.beside(file);
    expect(tally).toEqual({ rejected: 0, rejectedFile: null, errors: [] });
    expect(existsSync(`${file}.rejected`)).toBe(false);
    expect(rejectedLines(tally)).toEqual([]);
  });

  test("are shown up to ten, and kept all", async () => {
    const file = fileOf("");
    const rejected = await RejectedLines.beside(file);
    for (let i = 1; i <= 25; i++) await rejected.add({ number: i, text: `${i}` }, `bad ${i}`);
    expect(rejected.tally.rejected).toBe(25);
    expect(kept(file)).toHaveLength(25);
    expect(rejectedLines(rejected.tally)).toEqual([
      ...Array.from({ length: 10 }, (_, i) => `line ${i + 1}: bad ${i + 1}`),
      `All rejected lines: ${file}.rejected`,
    ]);
  });
});
