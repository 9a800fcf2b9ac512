/** Reads a request body up to its limit, and not a byte more, within a deadline. */
import { jsonObject } from "../../attempt/request/json-object.ts";
import { Problem } from "../problems/problem.ts";
import { BodyDeadline } from "./body-deadline.ts";

export const bodyLimits = {
  /**
   * How long a body may take, ms. A server sends 64 KiB in milliseconds, a phone sends 32 KiB in less
   * than a second; the rest is for a lost packet or two.
   */
  arrivalMs: 2000,
  /** Unfinished bodies at once, of at most 64 KiB each. One more cuts off the oldest. */
  unfinished: 8192,
} as const;

const deadline = new BodyDeadline({ ms: bodyLimits.arrivalMs, max: bodyLimits.unfinished });

/**
 * @param within by default, the deadline that all bodies share.
 * @throws Problem body_too_large, request_timeout
 */
export function readBody(
  request: Request,
  limitBytes: number,
  within = deadline,
): Promise<Uint8Array> {
  return read(request, limitBytes, (bytes) => bytes, within);
}

/**
 * Reads a body as a JSON object; null if it is not one.
 * @throws Problem body_too_large, request_timeout
 */
export function readJsonObject(
  request: Request,
  limitBytes: number,
): Promise<Record<string, unknown> | null> {
  return read(request, limitBytes, parseJsonObject);
}

/**
 * Reads a body as text, for as long as `within` allows: null after that. Bytes that are not UTF-8 become
 * U+FFFD.
 * @throws Problem body_too_large
 */
export function readText(
  request: Request,
  limitBytes: number,
  within: BodyDeadline,
): Promise<string | null> {
  const declared = Number(request.headers.get("content-length") ?? Number.NaN);
  // Bun reads no more than the Content-Length of a request.
  if (declared <= limitBytes) return within.inTime<string | null>(request.text(), nothing);
  if (declared > limitBytes) return Promise.reject(tooLarge(limitBytes));
  const decoded = readChunks(request, limitBytes).then((bytes) => new TextDecoder().decode(bytes));
  return within.inTime<string | null>(decoded, nothing);
}

const nothing = () => null;

/** With `parse` inside, so that a request waits for two promises and not for a chain of four. */
async function read<Result>(
  request: Request,
  limitBytes: number,
  parse: (bytes: Uint8Array) => Result,
  within = deadline,
): Promise<Result> {
  const declared = request.headers.get("content-length");
  if (declared !== null && Number(declared) > limitBytes) throw tooLarge(limitBytes);
  const late = () => tooLate(within);
  let bytes: Uint8Array;
  try {
    bytes =
      declared === null
        ? await within.inTime(readChunks(request, limitBytes), late)
        : new Uint8Array(await within.inTime(request.arrayBuffer(), late));
  } catch (error) {
    throw error instanceof Problem ? error : gone();
  }
  if (bytes.byteLength > limitBytes) throw tooLarge(limitBytes); // The Content-Length was wrong.
  return parse(bytes);
}

/** The connection is closed: what still arrives on it would be the rest of this body. */
const close = { headers: { Connection: "close" } };

function tooLate({ ms }: BodyDeadline): never {
  const seconds = ms / 1000;
  const detail = `The body did not arrive within ${seconds} seconds. Send it at once.`;
  throw new Problem("request_timeout", detail, close);
}

/** Its sender closed the connection, which is no fault of the service, and will not see the answer. */
function gone(): Problem {
  return new Problem(
    "request_timeout",
    "The connection was closed before the body was complete.",
    close,
  );
}

/** A body of unknown length is counted as it arrives. */
async function readChunks(request: Request, limitBytes: number): Promise<Uint8Array> {
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body as ReadableStream<Uint8Array>) {
    length += chunk.byteLength;
    if (length > limitBytes) throw tooLarge(limitBytes);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

function tooLarge(limitBytes: number): Problem {
  return new Problem("body_too_large", `The body must not exceed ${limitBytes} bytes.`);
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Parses the bytes as a JSON object; null if they are not one, or are not UTF-8. */
export function parseJsonObject(bytes: Uint8Array): Record<string, unknown> | null {
  try {
    return jsonObject(utf8.decode(bytes));
  } catch {
    return null;
  }
}

/** The levels of arrays and objects in a JSON text, without parsing it: 0 for a number, 2 for `[{}]`. */
export function jsonNesting(bytes: Uint8Array): number {
  let level = 0;
  let deepest = 0;
  let isText = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === quote) isText = !isText;
    else if (isText && byte === backslash) at += 1;
    else if (!isText && (byte === bracket || byte === brace)) deepest = Math.max(deepest, ++level);
    else if (!isText && (byte === bracket + 2 || byte === brace + 2)) level -= 1;
  }
  return deepest;
}
const [quote, backslash, bracket, brace] = [0x22, 0x5c, 0x5b, 0x7b];

/** Whether a Content-Type names a media type, ignoring its parameters. */
export function isMediaType(contentType: string | null, wanted: string): boolean {
  const [mediaType = ""] = (contentType ?? "").split(";");
  return mediaType.trim().toLowerCase() === wanted;
}

/** @throws Problem unsupported_media_type: no encoding is undone, for a short body can become one of any length. */
export function assertNotEncoded({ headers }: Request): void {
  const encoding = headers.get("content-encoding")?.trim().toLowerCase() ?? "";
  if (encoding === "" || encoding === "identity") return;
  throw new Problem(
    "unsupported_media_type",
    "The content encoding of the body is not supported. Send it without Content-Encoding, uncompressed.",
    { headers: { "Accept-Encoding": "identity" } },
  );
}
