/** Fills a data folder with a year of a busy project. */
import { createProject } from "../../../src/projects/projects.ts";
import { attemptsIndexer } from "../../../src/storage/sqlite/history/index-attempts.ts";
import { openForReading, openForWriting } from "../../../src/storage/sqlite/open.ts";
import { decisionsIndexer } from "../../../src/storage/sqlite/search/index-decisions.ts";
import { openSqliteStore } from "../../../src/storage/sqlite/sqlite-store.ts";
import { generatedDecisions } from "./generated-decisions.ts";
import { templateOf } from "./template.ts";

/** Search terms of a decision. */
export interface Example {
  id: string;
  requestId: string;
  email: string;
  phone: string;
  booker: string;
  hotel: string;
}

const committedAtOnce = 500;
const examplesMax = 1000;
const reportEvery = 100_000;

export async function fill(folder: string, count: number, log: (line: string) => void) {
  const store = await openSqliteStore(folder);
  const input = { name: "Busy hotels", riskSetting: "balanced" };
  const { projectId } = await createProject({ store, now: Date.now }, { name: "bench" }, input);
  const decide = generatedDecisions(projectId, count, {
    until: Date.now(),
    template: await templateOf(),
  });
  const examples: Example[] = [];
  for (let n = 0; n < count; n += committedAtOnce) {
    const group: Promise<boolean>[] = [];
    for (let i = n; i < Math.min(count, n + committedAtOnce); i++) {
      const { added, request } = decide(i);
      group.push(store.decisions.commit(added));
      if (i % Math.ceil(count / examplesMax) === 0)
        examples.push(exampleOf(added.decision.id, request));
    }
    await Promise.all(group);
    if (n % reportEvery === 0) log(`${n} of ${count} decisions`);
  }
  await store.close();
  index(folder);
  return { projectId, examples };
}

type Request = ReturnType<ReturnType<typeof generatedDecisions>>["request"];

function exampleOf(id: string, { requestId, booker, hotel }: Request): Example {
  const { email, phone, referenceId } = booker;
  return {
    id,
    requestId: requestId!,
    email,
    phone: phone!,
    booker: referenceId!,
    hotel: hotel.referenceId!,
  };
}

/** Builds the indexes, which a service otherwise does in the background. */
function index(folder: string): void {
  const events = openForReading(folder, "events");
  const history = openForWriting(folder, "history");
  for (const indexer of [attemptsIndexer, decisionsIndexer]) {
    const next = indexer(events, history);
    while (next(2000) > 0);
  }
  events.close();
  history.close();
}
