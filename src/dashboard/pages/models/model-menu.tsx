import { useState } from "react";
import type { ListedModel, ModelsHere } from "../../../dashboard-api/models/list.ts";
import { can, useMe, useProject } from "../../api/session.ts";
import type { IconName } from "../../components/icon.tsx";
import { Menu, type MenuEntry } from "../../components/menu.tsx";
import { DeedDialog } from "./action-dialogs.tsx";
import { type Deed, deedsWith, type Rights, sayDeed } from "./model-actions.ts";

const icons: Readonly<Record<Deed["kind"], IconName>> = {
  promote: "check",
  shadow: "search",
  "end-shadow": "close",
  retire: "archive",
};

export function useRights(): Rights {
  const me = useMe();
  const project = useProject();
  return { here: can(project, "model.set"), all: can(me, "model.set") };
}

/** What can be done with a model; nothing is drawn where nothing can be. */
export function ModelMenu({ of, here }: { of: ListedModel; here: ModelsHere }) {
  const rights = useRights();
  const [deed, setDeed] = useState<Deed | null>(null);
  const deeds = deedsWith(of, here, rights);
  if (deeds.length === 0) return null;
  const entries = deeds.flatMap((one): MenuEntry[] => {
    const entry = { label: sayDeed(one), icon: icons[one.kind], onSelect: () => setDeed(one) };
    return one.kind === "retire" ? [null, { ...entry, danger: true }] : [entry];
  });
  return (
    <>
      <Menu label={`What to do with ${of.model}`} entries={entries} />
      {deed && <DeedDialog {...{ deed, here }} model={of.model} onClose={() => setDeed(null)} />}
    </>
  );
}
