/** The search thread: answers what may read many rows. */
import { openForReading } from "../open.ts";
import { connectionTo, prepared } from "../operations.ts";
import { searches } from "../subjects.ts";
import { answerQuestions } from "./answering.ts";

answerQuestions((folder) => {
  const events = openForReading(folder, "events");
  const history = openForReading(folder, "history");
  return {
    operations: prepared(searches, {
      events: connectionTo(events),
      history: connectionTo(history),
    }),
    close() {
      events.close();
      history.close();
    },
  };
});
