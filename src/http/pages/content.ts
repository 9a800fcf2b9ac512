/** Public content: pages, scripts and descriptions that are the same for everybody. */
import type { BunFile } from "bun";
import type { AnswerPace } from "../admission/answer-pace.ts";
import type { Handler } from "../handler.ts";

export interface Content {
  body: string | BunFile | Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
}

/**
 * Serves public content. It needs no key, so a flood of requests for it is paced: while bookings are scored,
 * so many bytes are sent in a moment and the other requests wait.
 *
 * @param find what to send; or the response where there is no such content.
 */
export function contentHandler(
  pace: AnswerPace,
  find: (request: Request) => Content | Response,
): Handler {
  return async (request) => {
    const content = find(request);
    if (content instanceof Response) return content;
    const { body } = content;
    const turn = pace.turn("", bytesOf(body));
    if (turn) await turn;
    return contentResponse(content);
  };
}

function bytesOf(body: Content["body"]): number {
  if (typeof body === "string") return body.length;
  return body instanceof Uint8Array ? body.length : body.size;
}

export const contentResponse = ({ body, headers }: Content) => new Response(body, { headers });
