/** Commands to copy into a shell. `WhereToRun` says where. */
import type { ModelsHere } from "../../../dashboard-api/models/list.ts";

export interface Command {
  title: string;
  description: string;
  /** What the copy button copies, for screen readers. */
  label: string;
  text: string;
}

/** Where the data is. A data folder that the user may not see is left out of the commands. */
export type DataPlace = Pick<ModelsHere, "dataFolder" | "isOnPostgres">;

interface Context extends DataPlace {
  projectId: string;
}

const program = "booking-risk";

export function commandsFor({ projectId, dataFolder, isOnPostgres }: Context) {
  const isNamed = dataFolder !== null && !isOnPostgres;
  const data = isNamed ? ` --data ${quoteArgument(dataFolder)}` : "";
  const step = (title: string, description: string, command: string): Command => ({
    title,
    description,
    label: `the command: ${title.toLowerCase()}`,
    text: `${program} ${command}${data}`,
  });
  return {
    install: [
      step(
        "Export training data",
        "One row per decision, with every feature as it was scored and the reported outcome.",
        `export --project ${projectId} --out rows.parquet`,
      ),
      step(
        "Check your bundle",
        "Reports problems and how to fix them. Nothing is installed.",
        "model check mine",
      ),
      step(
        "Install your bundle",
        "Copies it to the model registry, where it appears as a candidate of this project. Without " +
          "--project, it is shared by all projects.",
        `model install mine --project ${projectId}`,
      ),
    ],
    modelsFolder: `${dataFolder ?? "<data>"}/models/`,
    replay: (model: string, from: string) =>
      `${program} model replay ${model} --project ${projectId} --from ${from} --out replay${data}`,
  };
}

/** Quotes an argument for a POSIX shell. */
export function quoteArgument(text: string): string {
  return /^[\w./:@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
