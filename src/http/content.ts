/** Public content: pages, scripts and descriptions that are the same for everybody. */
import type { BunFile } from "bun";
import type { AnswerPace } from "./answer-pace.ts";
import type { Handler } from "./handler.ts";

export interface Content {
  body: string | BunFile;
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
    const turn = pace.turn("", typeof body === "string" ? body.length : body.size);
    if (turn) await turn;
    return contentResponse(content);
  };
}

export const contentResponse = ({ body, headers }: Content) => new Response(body, { headers });
