/** The menu of views, which everybody in the project shares. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { savedViewLimits } from "../../../decisions/saved-view-limits.ts";
import type { SavedView } from "../../../decisions/saved-views.ts";
import { api, unwrap } from "../../api/client.ts";
import { can, useProject } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { copyText } from "../../components/copy.tsx";
import { Dialog } from "../../components/dialog.tsx";
import type { MenuEntry } from "../../components/dropdown-menu.tsx";
import { TextField } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { Menu } from "../../components/menu.tsx";
import { showToast } from "../../components/toast.tsx";
import { formatListUrl, goToView, type ViewParams, withChanges } from "./list-url.ts";

function useSavedViews() {
  const { projectId } = useProject();
  const client = useQueryClient();
  const { views } = api.projects({ projectId });
  const queryKey = ["views", projectId];
  const { data } = useQuery({ queryKey, queryFn: () => unwrap(views.get()) });
  // Also where it fails: somebody else may have changed them.
  const refresh = () => client.invalidateQueries({ queryKey });
  return {
    saved: data?.views ?? [],
    save: (name: string, filters: ViewParams) =>
      unwrap(views.post({ name, filters: { ...filters } })).finally(refresh),
    remove: (name: string) => unwrap(views.remove.post({ name })).finally(refresh),
  };
}

export function ViewsMenu({ view }: { view: ViewParams }) {
  const project = useProject();
  const { saved, save, remove } = useSavedViews();
  const [dialog, setDialog] = useState<"save" | { remove: SavedView } | null>(null);
  const close = () => setDialog(null);
  // The search term may identify a guest, so it is not saved.
  const filters = withChanges(view, { find: null });
  const isShown = (one: SavedView) => formatListUrl(one.filters) === formatListUrl(view);
  const shown = saved.find(isShown);
  const maySave = can(project, "view.set");
  const entries: MenuEntry[] = saved.map((one) => ({
    label: <bdi>{one.name}</bdi>,
    checked: isShown(one),
    onSelect: () => goToView(one.filters),
  }));
  if (saved.length > 0) entries.push(null);
  entries.push({ label: "Copy link", icon: "copy", onSelect: () => void copyLink(view) });
  if (maySave && !shown && formatListUrl(filters) !== "") {
    entries.push({ label: "Save view…", icon: "plus", onSelect: () => setDialog("save") });
  }
  if (maySave && shown) {
    const label = <bdi>Remove “{shown.name}”…</bdi>;
    entries.push({ label, icon: "close", onSelect: () => setDialog({ remove: shown }) });
  }
  return (
    <>
      <Menu
        label="Views"
        entries={entries}
        trigger={<Button icon="list">{shown ? <bdi>{shown.name}</bdi> : "Views"}</Button>}
      />
      {dialog === "save" && (
        <SaveViewDialog
          hasSearch={view.find !== undefined}
          onClose={close}
          onSave={(name) => save(name, filters)}
        />
      )}
      {dialog !== null && dialog !== "save" && (
        <ConfirmDialog
          title="Remove the view?"
          action="Remove view"
          onConfirm={() => remove(dialog.remove.name)}
          onClose={close}
        >
          <p>
            Nobody in the project sees <bdi>“{dialog.remove.name}”</bdi> any more. The decisions
            stay as they are.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

async function copyLink(view: ViewParams): Promise<void> {
  await copyText(location.origin + location.pathname + formatListUrl(view));
  showToast(
    view.find ? "Link copied. It contains your search term: share it with care." : "Link copied",
  );
}

function SaveViewDialog({
  hasSearch,
  onSave,
  onClose,
}: {
  hasSearch: boolean;
  onSave: (name: string) => Promise<unknown>;
  onClose: () => void;
}) {
  const [name, setName] = useState("");
  const hint = `Everybody in the project sees the view${hasSearch ? ", without the search term" : ""}.`;
  return (
    <Dialog title="Save view" onClose={onClose}>
      <Form action="Save" onCancel={onClose} onDone={onClose} onSubmit={() => onSave(name)}>
        {(errors) => (
          <TextField
            label="Name"
            name="name"
            required
            maxLength={savedViewLimits.name}
            hint={hint}
            error={errors.name}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Form>
    </Dialog>
  );
}
