/** One confirmation for several decisions: they are done one by one, and each has its result. */
import { type ReactNode, useState } from "react";
import type { ListedRow } from "../../../../dashboard-api/decision-list/routes.ts";
import type { ListType } from "../../../../storage/lists.ts";
import { ApiProblem } from "../../../api/client.ts";
import { Button } from "../../../components/button.tsx";
import { Dialog, DialogActions } from "../../../components/dialog.tsx";
import { Form } from "../../../components/form.tsx";
import { Time } from "../../../components/time.tsx";

export interface BulkProps {
  rows: readonly ListedRow[];
  /** Of the values that are listed unless another one is chosen. */
  type?: ListType | undefined;
  onCancel: () => void;
  onDone: () => void;
}

interface Result {
  isDone: boolean;
  text: string;
}

export function BulkDialog({
  rows,
  title,
  action,
  isReady = true,
  act,
  children,
  onCancel,
  onDone,
}: Omit<BulkProps, "type"> & {
  title: string;
  /** The label of the button. */
  action: string;
  isReady?: boolean;
  /** @returns what was done, such as "Saved". @throws Error, whose message is the row's result. */
  act: (row: ListedRow) => Promise<string>;
  children: ReactNode;
}) {
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map());
  const [isOver, setOver] = useState(false);
  const run = async () => {
    // After a confirmation it goes on where it was.
    const done = new Map(results);
    for (const row of rows) {
      if (done.has(row.decisionId)) continue;
      done.set(row.decisionId, await resultOf(act(row)));
      setResults(new Map(done));
    }
    setOver(true);
  };
  if (isOver) {
    return (
      <Dialog title={title} onClose={onDone}>
        <Results rows={rows} results={results} />
        <DialogActions>
          <Button variant="primary" onClick={onDone}>
            Done
          </Button>
        </DialogActions>
      </Dialog>
    );
  }
  return (
    <Dialog title={title} onClose={results.size > 0 ? onDone : onCancel}>
      <Form action={action} isReady={isReady} onSubmit={run} onCancel={onCancel}>
        {() => children}
      </Form>
      {results.size > 0 && (
        <p className="muted small" role="status">
          {results.size} of {rows.length}
        </p>
      )}
    </Dialog>
  );
}

/** @throws ApiProblem confirmation_required, which the form asks for. */
async function resultOf(work: Promise<string>): Promise<Result> {
  try {
    return { isDone: true, text: await work };
  } catch (error) {
    if (error instanceof ApiProblem && error.code === "confirmation_required") throw error;
    return { isDone: false, text: (error as Error).message };
  }
}

function Results({
  rows,
  results,
}: {
  rows: readonly ListedRow[];
  results: ReadonlyMap<string, Result>;
}) {
  const done = rows.filter(({ decisionId }) => results.get(decisionId)?.isDone).length;
  return (
    <>
      <p role="status">
        {done} of {rows.length} done.
      </p>
      <ul className="bulk-results">
        {rows.map(({ decisionId, decidedAt, guest, hotel }) => {
          const { isDone, text } = results.get(decisionId)!;
          return (
            <li key={decisionId}>
              <span>
                <bdi>{guest?.name ?? hotel.name}</bdi>{" "}
                <span className="muted small">
                  <Time at={decidedAt} />
                </span>
              </span>
              <span className={isDone ? "badge ok" : "bulk-fault"}>{text}</span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
