import { useState } from "react";
import type { ListedModel, ModelsHere } from "../../../http/dashboard-api/models/list.ts";
import { can, useMe, useProject } from "../../api/session.ts";
import type { MenuEntry } from "../../components/dropdown-menu.tsx";
import type { IconName } from "../../components/icon.tsx";
import { Menu } from "../../components/menu.tsx";
import { ActionDialog } from "./action-dialogs.tsx";
import {
  actionLabel,
  availableActions,
  type ModelAction,
  type ModelPermissions,
} from "./model-actions.ts";

const icons: Readonly<Record<ModelAction["kind"], IconName>> = {
  promote: "check",
  shadow: "search",
  "end-shadow": "close",
  challenge: "people",
  "end-challenge": "close",
  retire: "archive",
};

export function useModelPermissions(): ModelPermissions {
  const me = useMe();
  const project = useProject();
  return { here: can(project, "model.set"), all: can(me, "model.set") };
}

interface Props {
  model: ListedModel;
  state: ModelsHere;
}

/** The menu of a model, or nothing if there are no actions. */
export function ModelMenu({ model, state }: Props) {
  const permissions = useModelPermissions();
  const [selected, setSelected] = useState<ModelAction | null>(null);
  const actions = availableActions(model, state, permissions);
  if (actions.length === 0) return null;
  const entries = actions.flatMap((action): MenuEntry[] => {
    const label = actionLabel(action);
    const entry = { label, icon: icons[action.kind], onSelect: () => setSelected(action) };
    return action.kind === "retire" ? [null, { ...entry, danger: true }] : [entry];
  });
  return (
    <>
      <Menu label={`Actions for ${model.model}`} entries={entries} />
      {selected && (
        <ActionDialog
          action={selected}
          model={model.model}
          state={state}
          onClose={() => setSelected(null)}
        />
      )}
    </>
  );
}
