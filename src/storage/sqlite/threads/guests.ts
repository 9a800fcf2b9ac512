/** The guests thread: finds what is stored of guests, and deletes it from `history.db`. */
import { lowerThreadPriority } from "../../../base/executable.ts";
import { openForReading, openForWriting } from "../open.ts";
import { connectionTo, prepared } from "../operations.ts";
import { guestOperations } from "../subjects.ts";
import { answerQuestions } from "./answering.ts";

answerQuestions((folder) => {
  lowerThreadPriority();
  const events = openForReading(folder, "events");
  const history = openForWriting(folder, "history");
  return {
    operations: prepared(guestOperations, {
      events: connectionTo(events),
      history: connectionTo(history),
      folder,
    }),
    close() {
      events.close();
      history.close();
    },
  };
});
