/** The actions that the menu of a model offers. The service checks them again. */
import type { ListedModel, ModelsHere } from "../../../http/dashboard-api/models/list.ts";

/** The project of the page, or all projects. */
export type Scope = "here" | "all";

export type ModelAction =
  | { kind: "promote"; scope: Scope }
  | { kind: "shadow"; scope: Scope }
  | { kind: "end-shadow"; scope: Scope }
  | { kind: "challenge" }
  | { kind: "end-challenge" }
  | { kind: "retire" };

/** Whether the user may change the models of each scope. */
export type ModelPermissions = Record<Scope, boolean>;

export function availableActions(
  { model, state, ownerProjectId }: Pick<ListedModel, "model" | "state" | "ownerProjectId">,
  { own, all, deciding }: Pick<ModelsHere, "own" | "all" | "deciding">,
  can: ModelPermissions,
): ModelAction[] {
  if (state === "retired") return [];
  const selectedHere = own?.model ?? all.model;
  const isShared = ownerProjectId === null;
  const actions: (ModelAction | false)[] = [
    can.here && selectedHere !== model && { kind: "promote", scope: "here" },
    can.all && isShared && all.model !== model && { kind: "promote", scope: "all" },
    can.here &&
      own?.shadow !== model &&
      deciding.model !== model && { kind: "shadow", scope: "here" },
    can.all &&
      isShared &&
      all.shadow !== model &&
      all.model !== model && { kind: "shadow", scope: "all" },
    can.here &&
      own?.challenger === null &&
      deciding.model !== model &&
      selectedHere !== model && { kind: "challenge" },
    can.here && own?.challenger?.model === model && { kind: "end-challenge" },
    can.here && own?.shadow === model && { kind: "end-shadow", scope: "here" },
    can.all && all.shadow === model && { kind: "end-shadow", scope: "all" },
    can.all && state === "candidate" && { kind: "retire" },
  ];
  return actions.filter((action) => action !== false);
}

const scopeLabels = { here: "this project", all: "all projects" } as const;

export function actionLabel(action: ModelAction): string {
  switch (action.kind) {
    case "promote":
      return `Promote for ${scopeLabels[action.scope]}`;
    case "shadow":
      return `Run in shadow mode for ${scopeLabels[action.scope]}`;
    case "end-shadow":
      return `Stop shadow mode for ${scopeLabels[action.scope]}`;
    case "challenge":
      return "Start a challenge";
    case "end-challenge":
      return "End the challenge";
    case "retire":
      return "Retire";
  }
}
