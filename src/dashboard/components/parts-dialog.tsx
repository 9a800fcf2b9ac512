/** One confirmation for several things: they are done one by one, and each has its result. */
import { type ReactNode, useEffect, useRef, useState } from "react";
import { ApiProblem } from "../api/client.ts";
import { Button } from "./button.tsx";
import { Dialog, DialogActions } from "./dialog.tsx";
import { Form } from "./form.tsx";

export interface Part {
  id: string;
  label: ReactNode;
  /** @returns what was done, such as "Saved". @throws Error, whose message is the part's result. */
  act: () => Promise<string>;
  /** What comes after it is done only if it was. */
  isNeeded?: boolean;
}

interface Result {
  isDone: boolean;
  text: string;
}

export function PartsDialog({
  parts,
  title,
  action,
  isReady = true,
  wide = false,
  children,
  onCancel,
  onDone,
}: {
  parts: readonly Part[];
  title: string;
  /** The label of the button. */
  action: string;
  isReady?: boolean;
  wide?: boolean;
  children: ReactNode;
  onCancel: () => void;
  onDone: () => void;
}) {
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map());
  /** What was done stays on the page, whatever is there of the parts then. */
  const [over, setOver] = useState<readonly Part[] | null>(null);
  const [isRunning, setRunning] = useState(false);
  const stopped = useRef(false);
  const [isStopping, setStopping] = useState(false);
  const stop = () => {
    stopped.current = true;
    setStopping(true);
  };
  // Once the page is left, nobody would see the results.
  useEffect(
    () => () => {
      stopped.current = true;
    },
    [],
  );
  const resultOf = async (part: Part, goesOn: boolean): Promise<Result> => {
    if (stopped.current) return notDoneStopped;
    if (!goesOn) return notDone;
    try {
      return { isDone: true, text: await part.act() };
    } catch (error) {
      if (!(error instanceof ApiProblem && error.code === "confirmation_required")) {
        return { isDone: false, text: (error as Error).message };
      }
      if (stopped.current) return notDoneStopped;
      throw error; // The form asks for it.
    }
  };
  const run = async () => {
    setRunning(true);
    try {
      // After a confirmation it goes on where it was.
      const done = new Map(results);
      let goesOn = true;
      for (const part of parts) {
        if (done.has(part.id)) continue;
        done.set(part.id, await resultOf(part, goesOn));
        if (part.isNeeded && !done.get(part.id)!.isDone) goesOn = false;
        setResults(new Map(done));
      }
      setOver(parts);
    } finally {
      setRunning(false);
    }
  };
  if (over !== null) {
    return (
      <Dialog title={title} onClose={onDone}>
        <Results parts={over} results={results} />
        <DialogActions>
          <Button variant="primary" onClick={onDone}>
            Done
          </Button>
        </DialogActions>
      </Dialog>
    );
  }
  const close = isRunning ? stop : results.size > 0 ? onDone : onCancel;
  return (
    <Dialog title={title} wide={wide} onClose={close}>
      <Form
        action={action}
        isReady={isReady}
        onSubmit={run}
        onCancel={close}
        cancel={isRunning ? (isStopping ? "Stopping…" : "Stop") : "Cancel"}
      >
        {() => children}
      </Form>
      {results.size > 0 && (
        <p className="muted small" role="status">
          {results.size} of {parts.length}
        </p>
      )}
    </Dialog>
  );
}

const notDone: Result = { isDone: false, text: "Not done, because of what failed before." };
const notDoneStopped: Result = { isDone: false, text: "Not done, because it was stopped." };

function Results({
  parts,
  results,
}: {
  parts: readonly Part[];
  results: ReadonlyMap<string, Result>;
}) {
  const done = parts.filter(({ id }) => results.get(id)?.isDone).length;
  return (
    <>
      <p role="status">
        {done} of {parts.length} done.
      </p>
      <ul className="part-results">
        {parts.map(({ id, label }) => {
          const { isDone, text } = results.get(id)!;
          return (
            <li key={id}>
              <span>{label}</span>
              <span className={isDone ? "badge ok" : "part-fault"}>{text}</span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
