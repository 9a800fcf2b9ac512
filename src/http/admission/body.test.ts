import { afterEach, describe, expect, jest, test } from "bun:test";
import { connect } from "node:net";
import { processorMs } from "../../../test/fixtures/processor-time.ts";
import { nextTurn } from "../../../test/fixtures/turns.ts";
import { Problem } from "../problems/problem.ts";
import {
  bodyLimits,
  isMediaType,
  jsonNesting,
  parseJsonObject,
  readBody,
  readText,
} from "./body.ts";
import { BodyDeadline } from "./body-deadline.ts";

const limit = 1000;
const url = "http://x.test/";

/** A request as a server gets it: with a Content-Length, or in chunks of unknown number. */
const declared = (bytes: number, length = bytes) =>
  new Request(url, {
    method: "POST",
    body: new Uint8Array(bytes),
    headers: { "content-length": String(length) },
  });
function chunked(sizes: readonly number[], opened: { cancelled?: boolean } = {}): Request {
  let i = 0;
  const body = new ReadableStream({
    pull(controller) {
      if (i === sizes.length) controller.close();
      else controller.enqueue(new Uint8Array(sizes[i++]!).fill(i));
    },
    cancel() {
      opened.cancelled = true;
    },
  });
  return new Request(url, { method: "POST", body });
}

const outcome = async (request: Request) => {
  try {
    return (await readBody(request, limit)).byteLength;
  } catch (error) {
    return error instanceof Problem ? error.code : error;
  }
};

describe("readBody", () => {
  test.each([
    [0, 0],
    [1, 1],
    [limit, limit],
    [limit + 1, "body_too_large"],
  ])("%p declared bytes: %p", async (bytes, expected) => {
    expect(await outcome(declared(bytes))).toBe(expected as number);
  });

  test.each<{ sizes: number[]; expected: number | string }>([
    { sizes: [], expected: 0 },
    { sizes: [limit], expected: limit },
    { sizes: [400, 600], expected: limit },
    { sizes: Array(limit).fill(1), expected: limit },
    { sizes: [limit + 1], expected: "body_too_large" },
    { sizes: [400, 600, 1], expected: "body_too_large" },
  ])("chunks of unknown number: $expected", async ({ sizes, expected }) => {
    expect(await outcome(chunked(sizes))).toBe(expected as number);
  });

  test("a false Content-Length does not raise the limit", async () => {
    expect(await outcome(declared(5000, 10))).toBe("body_too_large");
    const odd = new Request(url, {
      method: "POST",
      body: new Uint8Array(5000),
      headers: { "content-length": "many" },
    });
    expect(await outcome(odd)).toBe("body_too_large");
  });

  test("chunks are joined in order", async () => {
    expect([...(await readBody(chunked([1, 2, 1]), limit))]).toEqual([1, 2, 2, 3]);
  });

  test("reading an endless body stops at the limit", async () => {
    const opened: { cancelled?: boolean } = {};
    expect(await outcome(chunked(Array(1_000_000).fill(100), opened))).toBe("body_too_large");
    expect(opened.cancelled).toBe(true);
  });

  test("a missing body is empty", async () => {
    expect(await outcome(new Request(url, { method: "POST" }))).toBe(0);
  });

  test("the limit holds on the wire, with every way to declare the length", async () => {
    const outcomes: unknown[] = [];
    const server = Bun.serve({
      port: 0,
      async fetch(request) {
        outcomes.push(await outcome(request));
        return new Response("done", { headers: { connection: "close" } });
      },
    });
    const send = (head: string, body: string) => exchange(server.port!, head, body);
    const chunk = (bytes: number) => `${bytes.toString(16)}\r\n${"x".repeat(bytes)}\r\n`;
    await send(`Content-Length: ${limit}`, "x".repeat(limit));
    await send("Transfer-Encoding: chunked", `${chunk(400)}${chunk(600)}0\r\n\r\n`);
    await send("Transfer-Encoding: chunked", `${chunk(400)}${chunk(601)}0\r\n\r\n`);
    expect(outcomes).toEqual([limit, limit, "body_too_large"]);
    // Both at once is request smuggling (RFC 9112, 6.3): refused, or held to the limit.
    await send("Content-Length: 5\r\nTransfer-Encoding: chunked", `${chunk(5000)}0\r\n\r\n`);
    expect(outcomes.slice(3).filter((one) => one !== "body_too_large")).toEqual([]);
    await server.stop(true);
  });
});

describe("readText", () => {
  const within = new BodyDeadline({ ms: 200, max: 10 });
  const read = async (request: Request) => {
    try {
      return await readText(request, limit, within);
    } catch (error) {
      return error instanceof Problem ? error.code : error;
    }
  };
  const sent = (bytes: readonly number[], how: "declared" | "chunked") => {
    const body = Uint8Array.from(bytes);
    const headers = { "content-length": String(bytes.length) };
    return how === "declared"
      ? new Request(url, { method: "POST", body, headers })
      : new Request(url, { method: "POST", body: new Response(body).body });
  };

  test.each(["declared", "chunked"] as const)("a %s body", async (how) => {
    expect(await read(sent([...Buffer.from('{"a":"é😀"}')], how))).toBe('{"a":"é😀"}');
    expect(await read(sent([0xef, 0xbb, 0xbf, 0x7b], how))).toBe("{");
    expect(await read(sent([0x7b, 0xff, 0x7d], how))).toBe("{\ufffd}");
    expect(await read(sent(Array(limit).fill(0x20), how))).toBe(" ".repeat(limit));
    expect(await read(sent(Array(limit + 1).fill(0x20), how))).toBe("body_too_large");
  });

  test.each(["declared", "chunked"] as const)("a %s body that never ends is null", async (how) => {
    expect(await read(unfinished(how))).toBeNull();
  });
});

afterEach(() => {
  jest.useRealTimers();
});

/** A body that begins, and never ends. */
function unfinished(how: "declared" | "chunked"): Request {
  const body = new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array(1)) });
  const headers: Record<string, string> = how === "declared" ? { "content-length": "2" } : {};
  return new Request(url, { method: "POST", body, headers });
}

test.each(["declared", "chunked"] as const)("a %s body has to arrive in time", async (how) => {
  jest.useFakeTimers();
  const within = new BodyDeadline({ ms: bodyLimits.arrivalMs, max: bodyLimits.unfinished });
  let refusal: unknown;
  const refused = readBody(unfinished(how), limit, within).catch((error) => {
    refusal = error;
  });
  jest.advanceTimersByTime(bodyLimits.arrivalMs * 0.7);
  await nextTurn();
  expect(refusal).toBeUndefined();
  jest.advanceTimersByTime(bodyLimits.arrivalMs);
  await refused;
  expect(refusal).toMatchObject({ code: "request_timeout", headers: { Connection: "close" } });
});

test("a connection that is closed within its body is no fault of the service", async () => {
  const body = new ReadableStream({
    pull(controller) {
      controller.error(new DOMException("The connection was closed.", "AbortError"));
    },
  });
  const refusal = await readBody(new Request(url, { method: "POST", body }), limit).catch((e) => e);
  expect(refusal).toMatchObject({ code: "request_timeout" });
});

/** Sends a raw request and waits for any answer. */
function exchange(port: number, head: string, body: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(`POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${head}\r\n\r\n${body}`);
    });
    socket.on("data", (bytes) => {
      answer += bytes;
      if (answer.includes("\r\n\r\n")) socket.end();
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(answer));
  });
}

describe("parseJsonObject", () => {
  const parse = (body: string | readonly number[]) =>
    parseJsonObject(
      typeof body === "string" ? new TextEncoder().encode(body) : Uint8Array.from(body),
    );

  test.each([
    ["{}", {}],
    [' {"a":1}\n', { a: 1 }],
    ['{"a":"é😀","b":[null]}', { a: "é😀", b: [null] }],
    ['\ufeff{"a":1}', { a: 1 }],
    ['{"a":1,"a":2}', { a: 2 }],
  ])("%s", (text, value) => {
    expect(parse(text)).toEqual(value);
  });

  test.each([
    "",
    " ",
    "null",
    "true",
    "1",
    '"{}"',
    "[]",
    "[{}]",
    "{",
    "{}}",
    "{a:1}",
    "{'a':1}",
    '{"a":1,}',
    '{"a":NaN}',
    '{"a":01}',
    '{"a":"\n"}',
    "// x\n{}",
    "a=1&b=2",
    "\0",
  ])("%j is not a JSON object", (text) => {
    expect(parse(text)).toBeNull();
  });

  test.each<{ why: string; bytes: number[] }>([
    { why: "a lone continuation byte", bytes: [0x7b, 0x22, 0x80, 0x22, 0x3a, 0x31, 0x7d] },
    { why: "an overlong slash", bytes: [0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d] },
    { why: "half a surrogate pair", bytes: [0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d] },
    { why: "UTF-16", bytes: [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00] },
    { why: "a cut character", bytes: [0x7b, 0x7d, 0xf0, 0x9f] },
  ])("$why is no UTF-8", ({ bytes }) => {
    expect(parse(bytes)).toBeNull();
  });

  test.each([
    ["brackets", "[", "]"],
    ["braces", '{"a":', "}"],
    ["open brackets", "[", ""],
  ])("%s nested very deeply neither crash nor hang", async (_, open, close) => {
    const depth = 60_000;
    const inner = open.repeat(depth) + (close && "1") + close.repeat(depth);
    const tookMs = await processorMs(() => {
      expect(() => parse(inner)).not.toThrow();
      expect(() => parse(`{"a":${inner}}`)).not.toThrow();
    });
    expect(tookMs).toBeLessThan(2000);
  });

  test("__proto__ is a member, and pollutes nothing", () => {
    const value = parse('{"__proto__":{"polluted":1}}');
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});

test.each([
  ["application/json", true],
  ["application/json; charset=utf-8", true],
  [" Application/JSON ;x", true],
  ["application/jsonx", false],
  ["application/problem+json", false],
  ["text/plain", false],
  ["text/json,application/json", false],
  ["", false],
  [null, false],
])("Content-Type %j is application/json: %p", (contentType, expected) => {
  expect(isMediaType(contentType, "application/json")).toBe(expected);
});

test.each([
  ["7", 0],
  ["[]", 1],
  ['{"a":[{"b":[]}],"c":{}}', 4],
  ["[[],[],[]]", 2],
  ['{"a":{},"b":{},"c":{}}', 2],
  ['"[[[["', 0],
  ['["\\"[[[\\\\",[]]', 2],
])("the nesting of %s is %i", (text, levels) => {
  expect(jsonNesting(new TextEncoder().encode(text))).toBe(levels);
});
