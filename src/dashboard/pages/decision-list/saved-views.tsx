/** The menu of saved views, which are stored in the browser. */
import { useState } from "react";
import { useProject } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { copyText } from "../../components/copy.tsx";
import { Dialog } from "../../components/dialog.tsx";
import type { MenuEntry } from "../../components/dropdown-menu.tsx";
import { TextField } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { Menu } from "../../components/menu.tsx";
import { showToast } from "../../components/toast.tsx";
import { formatListUrl, goToView, type ViewParams, withChanges } from "./list-url.ts";

interface SavedView {
  name: string;
  view: ViewParams;
}

const savedViewsMax = 30;
const storageKey = (projectId: string) => `decision-views ${projectId}`;

function loadViews(projectId: string): SavedView[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(projectId)) ?? "[]");
    return Array.isArray(stored) ? stored.filter((one) => one?.name && one.view) : [];
  } catch {
    return []; // The stored text is not ours.
  }
}

export function ViewsMenu({ view }: { view: ViewParams }) {
  const { projectId } = useProject();
  const [saved, setSaved] = useState(() => loadViews(projectId));
  const [isNaming, setNaming] = useState(false);
  const save = (views: SavedView[]) => {
    localStorage.setItem(storageKey(projectId), JSON.stringify(views));
    setSaved(views);
  };
  // The search term may identify a guest, so it is not stored in the browser.
  const filters = withChanges(view, { find: null });
  const isShown = (one: SavedView) => formatListUrl(one.view) === formatListUrl(view);
  const shown = saved.find(isShown);
  const canSave = formatListUrl(filters) !== "" && !shown && saved.length < savedViewsMax;
  const entries: MenuEntry[] = [];
  if (saved.length > 0) entries.push("Saved in this browser");
  for (const one of saved) {
    const label = <bdi>{one.name}</bdi>;
    entries.push({ label, checked: isShown(one), onSelect: () => goToView(one.view) });
  }
  if (saved.length > 0) entries.push(null);
  entries.push({ label: "Copy link", icon: "copy", onSelect: () => void copyLink(view) });
  if (canSave) {
    entries.push({ label: "Save view…", icon: "plus", onSelect: () => setNaming(true) });
  }
  if (shown) {
    const label = <bdi>Delete “{shown.name}”</bdi>;
    const remove = () => save(saved.filter((one) => one !== shown));
    entries.push({ label, icon: "close", onSelect: remove });
  }
  return (
    <>
      <Menu
        label="Views"
        entries={entries}
        trigger={<Button icon="list">{shown ? <bdi>{shown.name}</bdi> : "Views"}</Button>}
      />
      {isNaming && (
        <SaveViewDialog
          hasSearch={view.find !== undefined}
          onClose={() => setNaming(false)}
          onSave={(name) =>
            save([...saved.filter((one) => one.name !== name), { name, view: filters }])
          }
        />
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
  onSave: (name: string) => void;
  onClose: () => void;
}) {
  const [name, setName] = useState("");
  const hint = hasSearch
    ? "Saves the filters in this browser, without the search term."
    : "Saves the filters in this browser. To share a view, copy its link.";
  return (
    <Dialog title="Save view" onClose={onClose}>
      <Form
        action="Save"
        onCancel={onClose}
        onDone={onClose}
        onSubmit={async () => onSave(name.trim())}
      >
        {() => (
          <TextField
            label="Name"
            required
            pattern=".*\S.*"
            maxLength={60}
            hint={hint}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Form>
    </Dialog>
  );
}
