/** Saving what several people change: nobody's change is replaced by somebody who has not seen it. */
import { useRef } from "react";
import { ApiProblem } from "../api/client.ts";

/**
 * The form must stay mounted while what is stored is read again: what was typed, and what it replaces, remain.
 *
 * @param shown what the form was filled with when it was first rendered.
 * @param stored `read`: what is stored; `text`: that in words, as a part of a sentence.
 * @returns a function that calls `save` with what it replaces; `save` returns what is stored after it. After a conflict it
 *   throws an error that says what is stored by then, and the next call replaces that.
 */
export function useReplacing<Value>(
  shown: Value,
  stored: { read: () => Promise<Value>; text: (value: Value) => string },
) {
  const replaces = useRef(shown);
  return async (save: (replaces: Value) => Promise<Value>): Promise<void> => {
    try {
      replaces.current = await save(replaces.current);
    } catch (error) {
      if (!(error instanceof ApiProblem && error.code === "conflict")) throw error;
      replaces.current = await stored.read();
      const now = stored.text(replaces.current);
      throw new Error(
        `${error.message} Now it is: ${now}. To save yours anyway, save again. To keep theirs, reload the page.`,
      );
    }
  };
}
