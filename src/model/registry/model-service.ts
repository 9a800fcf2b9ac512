/** The models of a running service: active models, shadow models, and new folders in the library. */
import { log } from "../../base/log.ts";
import { installBuiltIn } from "./built-in.ts";
import { followRoles } from "./follow-roles.ts";
import { fullName } from "./model-name.ts";
import { type ModelsInService, modelsInService, type Serving } from "./models-in-service.ts";
import { type NewFolder, watchNewFolders } from "./new-folders.ts";
import { type ShadowDeps, type ShadowScoring, shadowScoring } from "./shadow-scoring.ts";

export interface ModelServiceDeps extends Omit<ShadowDeps, "failed"> {
  now: () => number;
  /** Installs a bundle that was copied into the library's folder. @throws Error with the reason. */
  installFolder: (folder: NewFolder) => Promise<void>;
  /** Called whenever another model takes over, for a project or for all. */
  swapped: () => void;
}

export interface ModelService
  extends Pick<
      ModelsInService,
      "withModel" | "serving" | "challengeOf" | "hasChallenges" | "silentChallengers"
    >,
    Pick<ShadowScoring, "note" | "inShadow"> {
  /** Faults that an operator should know of, a line each. */
  warnings(): string[];
  /** To be called after the last decision. */
  close(): Promise<void>;
}

/** @throws Error where no model can be loaded, not even the built-in one. */
export async function startModels(deps: ModelServiceDeps): Promise<ModelService> {
  const { library } = deps;
  const notBuiltIn = await installBuiltIn(library, deps.now());
  if (notBuiltIn !== null) log("warning", "model_not_installed", { reason: notBuiltIn });

  const models = modelsInService(library, (serving, before) => {
    if (before) deps.swapped();
    logChange(serving, before);
  });
  const logError = errorLogger();
  const shadow = shadowScoring({
    ...deps,
    failed: (model, reason) => logError("shadow_failed", { model, reason }),
  });
  const lost = (error: unknown) => logError("models_not_followed", { reason: reasonOf(error) });
  const following = await followRoles(library.store, models.apply, lost);
  // Separate, so that loading or running a slow shadow model does not delay a rollback.
  const followingShadow = await followRoles(
    library.store,
    ({ shadows }) => shadow.apply(shadows),
    lost,
  );
  const stopWatching = watchNewFolders(library, async (folder) => {
    try {
      await deps.installFolder(folder);
    } catch (error) {
      log("warning", "model_refused", { folder: folder.name, reason: reasonOf(error) });
    }
  });
  return {
    withModel: models.withModel,
    serving: models.serving,
    challengeOf: models.challengeOf,
    hasChallenges: models.hasChallenges,
    silentChallengers: models.silentChallengers,
    note: shadow.note,
    inShadow: shadow.inShadow,
    warnings: () => [
      ...models.serving().flatMap(({ insteadOf, ...serving }) => {
        if (!insteadOf) return [];
        const where = serving.projectId ?? "all projects";
        const { wanted, reason } = insteadOf;
        return [`${fullName(serving)} scores for ${where} instead of ${wanted}: ${reason}`];
      }),
      ...models
        .silentChallengers()
        .map(
          ({ projectId, model, reason }) =>
            `the challenger ${model} of ${projectId} does not load, and decides nothing: ${reason}`,
        ),
    ],
    async close() {
      await stopWatching();
      await following.close();
      await followingShadow.close();
      await shadow.close();
      models.close();
    },
  };
}

function logChange({ insteadOf, ...serving }: Serving, before: Serving | null): void {
  const about = {
    model: fullName(serving),
    sha256: serving.sha256,
    project: serving.projectId,
    before: before && fullName(before),
  };
  if (insteadOf) log("error", "model_unusable", { ...about, ...insteadOf });
  else if (before) log("info", "model_in_service", about);
}

/** Logs an error that persists only when it begins. */
function errorLogger() {
  let last = "";
  return (event: string, fields: Record<string, unknown>) => {
    const text = JSON.stringify([event, fields]);
    if (text === last) return;
    last = text;
    log("error", event, fields);
  };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
