/** Reads a request body up to its limit, and not a byte more. */
import { jsonObject } from "../request/json-object.ts";
import { Problem } from "./problem.ts";

/** @throws Problem body_too_large */
export function readBody(request: Request, limitBytes: number): Promise<Uint8Array> {
  return read(request, limitBytes, (bytes) => bytes);
}

/**
 * Reads a body as a JSON object; null if it is not one.
 * @throws Problem body_too_large
 */
export function readJsonObject(
  request: Request,
  limitBytes: number,
): Promise<Record<string, unknown> | null> {
  return read(request, limitBytes, parseJsonObject);
}

/**
 * Reads a body as text. Bytes that are not UTF-8 become U+FFFD.
 * @throws Problem body_too_large
 */
export function readText(request: Request, limitBytes: number): Promise<string> {
  const declared = Number(request.headers.get("content-length") ?? Number.NaN);
  // Bun reads no more than the Content-Length of a request.
  if (declared <= limitBytes) return request.text();
  return read(request, limitBytes, (bytes) => new TextDecoder().decode(bytes));
}

/** With `parse` inside, so that a request waits for one promise and not for a chain of three. */
async function read<Result>(
  request: Request,
  limitBytes: number,
  parse: (bytes: Uint8Array) => Result,
): Promise<Result> {
  const declared = request.headers.get("content-length");
  if (declared === null) return parse(await readChunks(request, limitBytes));
  if (Number(declared) > limitBytes) throw tooLarge(limitBytes);
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (bytes.byteLength > limitBytes) throw tooLarge(limitBytes); // The Content-Length was wrong.
  return parse(bytes);
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

/** Whether a Content-Type names a media type, ignoring its parameters. */
export function isMediaType(contentType: string | null, wanted: string): boolean {
  const [mediaType = ""] = (contentType ?? "").split(";");
  return mediaType.trim().toLowerCase() === wanted;
}
