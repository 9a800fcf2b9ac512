/** Commands that work as copied, in a shell on the service's machine. */

export interface Command {
  title: string;
  says: string;
  /** What a copy button copies: "the command that …". */
  label: string;
  text: string;
}

interface Where {
  projectId: string;
  /** Null for those who do not run the service: then the commands name none. */
  dataFolder: string | null;
}

const program = "booking-risk";

export function commandsFor({ projectId, dataFolder }: Where) {
  const data = dataFolder === null ? "" : ` --data ${quoted(dataFolder)}`;
  const step = (title: string, says: string, command: string): Command => ({
    ...{ title, says, label: `the command: ${title.toLowerCase()}` },
    text: `${program} ${command}${data}`,
  });
  return {
    bring: [
      step(
        "Export what there is to learn from",
        "One row a decision: every feature as it was served, and what became of the booking.",
        `export --project ${projectId} --out rows.parquet`,
      ),
      step(
        "Check your bundle",
        "Says what is wrong with it, and what to do. Nothing is installed.",
        "model check mine",
      ),
      step(
        "Install it",
        "It is copied into the library, and appears here as a candidate.",
        "model install mine",
      ),
    ],
    byFolder: `${dataFolder ?? "<data>"}/models/`,
    replay: (model: string, from: string) =>
      `${program} model replay ${model} --project ${projectId} --from ${from} --out replay${data}`,
  };
}

/** For a POSIX shell. */
export function quoted(text: string): string {
  return /^[\w./:@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
