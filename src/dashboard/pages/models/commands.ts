/** The commands of the models page. */
import type { DataPlace } from "../../../http/dashboard-api/data-place.ts";
import { dataFlag } from "../../components/shell.ts";

export interface Command {
  title: string;
  description: string;
  /** What the copy button copies, for screen readers. */
  label: string;
  text: string;
}

interface Context extends DataPlace {
  projectId: string;
}

const program = "booking-risk";

export function commandsFor({ projectId, ...place }: Context) {
  const data = dataFlag(place);
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
    installShared: `${program} model install mine${data}`,
    /** Where bundles may be copied to; null on PostgreSQL, where the database has them. */
    modelsFolder: place.isOnPostgres ? null : `${place.dataFolder ?? "<data>"}/models/`,
    recalibrate: (model: string) =>
      `${program} model recalibrate ${model} --project ${projectId} --install${data}`,
    replay: (model: string, from: string) =>
      `${program} model replay ${model} --project ${projectId} --from ${from} --out replay${data}`,
  };
}
