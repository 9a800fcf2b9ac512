/** The models of a running service: who scores, who watches, and what arrives in the folder. */
import { log } from "../log.ts";
import { installBuiltIn } from "./built-in.ts";
import { followRoles } from "./follow-roles.ts";
import { fullName } from "./model-name.ts";
import { type ModelsInService, modelsInService, type Serving } from "./models-in-service.ts";
import { type NewFolder, watchNewFolders } from "./new-folders.ts";
import { type ShadowParts, type ShadowScoring, shadowScoring } from "./shadow-scoring.ts";

export interface ModelServiceParts extends Omit<ShadowParts, "failed"> {
  now: () => number;
  /** Installs a bundle that was copied into the library's folder. @throws Error with the reason. */
  installFolder: (folder: NewFolder) => Promise<void>;
  /** Told each time that another model scores somewhere. */
  swapped: () => void;
}

export interface ModelService
  extends Pick<ModelsInService, "withModel" | "serving">,
    Pick<ShadowScoring, "note" | "inShadow"> {
  /** What an operator should know: a line each. */
  warnings(): string[];
  /** After the last decision. */
  close(): Promise<void>;
}

/** @throws Error where no model can be loaded, not even the built-in one. */
export async function startModels(parts: ModelServiceParts): Promise<ModelService> {
  const { library } = parts;
  const notBuiltIn = await installBuiltIn(library, parts.now());
  if (notBuiltIn !== null) log("warning", "model_not_installed", { reason: notBuiltIn });

  const models = modelsInService(library, (serving, before) => {
    if (before) parts.swapped();
    tell(serving, before);
  });
  const once = sayOnce();
  const shadow = shadowScoring({
    ...parts,
    failed: (model, reason) => once("shadow_failed", { model, reason }),
  });
  const lost = (error: unknown) => once("models_not_followed", { reason: reasonOf(error) });
  const following = await followRoles(library.store, models.take, lost);
  // On its own: loading or asking a slow model in the shadow must not hold up a rollback.
  const followingShadow = await followRoles(
    library.store,
    ({ shadows }) => shadow.take(shadows),
    lost,
  );
  const stopWatching = watchNewFolders(library, async (folder) => {
    try {
      await parts.installFolder(folder);
    } catch (error) {
      log("warning", "model_refused", { folder: folder.name, reason: reasonOf(error) });
    }
  });
  return {
    withModel: models.withModel,
    serving: models.serving,
    note: shadow.note,
    inShadow: shadow.inShadow,
    warnings: () =>
      models.serving().flatMap(({ insteadOf, ...serving }) => {
        if (!insteadOf) return [];
        const where = serving.projectId ?? "all projects";
        const { wanted, reason } = insteadOf;
        return [`${fullName(serving)} scores for ${where} instead of ${wanted}: ${reason}`];
      }),
    async close() {
      await stopWatching();
      await following.close();
      await followingShadow.close();
      await shadow.close();
      models.close();
    },
  };
}

function tell({ insteadOf, ...serving }: Serving, before: Serving | null): void {
  const about = {
    model: fullName(serving),
    sha256: serving.sha256,
    project: serving.projectId,
    before: before && fullName(before),
  };
  if (insteadOf) log("error", "model_unusable", { ...about, ...insteadOf });
  else if (before) log("info", "model_in_service", about);
}

/** What goes on being wrong is said when it begins. */
function sayOnce() {
  let said = "";
  return (event: string, fields: Record<string, unknown>) => {
    const text = JSON.stringify([event, fields]);
    if (text === said) return;
    said = text;
    log("error", event, fields);
  };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
