/** `booking-risk model list` */
import type { Library } from "../registry/library.ts";
import { fullName } from "../registry/model-name.ts";
import { type ModelSummary, modelSummary } from "../registry/model-summary.ts";
import { type NewFolder, newFolders } from "../registry/new-folders.ts";
import { answer, table } from "./output.ts";
import type { CommonFlags } from "./with-store.ts";

/** @param bring installs what was copied into the library's folder. @throws why it cannot. */
export async function listModels(
  library: Library,
  bring: (folder: NewFolder) => Promise<void>,
  flags: CommonFlags,
): Promise<void> {
  const refused: string[] = [];
  for (const folder of await newFolders(library)) {
    await bring(folder).catch((error: Error) => refused.push(`${folder.path}: ${error.message}`));
  }
  const roles = await library.store.models.roles();
  const models = (await library.store.models.list()).map((model) => modelSummary(model, roles));
  answer(flags.json, models, () => [
    ...table(
      ["MODEL", "STATE", "FOR", "SINCE", "FEATURES", "SHA-256"],
      models.map((model) => [
        fullName(model),
        model.state,
        placesOf(model),
        model.active[0]?.since ?? model.shadow[0]?.since ?? model.retiredAt ?? model.installedAt,
        String(model.features),
        model.sha256.slice(0, 12),
      ]),
    ),
    ...refused.map((line) => `refused  ${line}`),
  ]);
}

function placesOf({ active, shadow }: ModelSummary): string {
  const places = [...active, ...shadow].map(({ projectId }) => projectId ?? "all");
  return [...new Set(places)].join(", ");
}
