/** Views with a name, kept by this browser; and the address of the view that is shown. */
import { useState } from "react";
import { useProject } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { copyText } from "../../components/copy.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { TextField } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { Menu, type MenuEntry } from "../../components/menu.tsx";
import { showToast } from "../../components/toast.tsx";
import { addressOf, changed, goToView, type ViewTexts } from "./list-url.ts";

interface SavedView {
  name: string;
  view: ViewTexts;
}

const savedMax = 30;
const keyOf = (projectId: string) => `decision-views ${projectId}`;

function readSaved(projectId: string): SavedView[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(projectId)) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one) => one?.name && one.view) : [];
  } catch {
    return []; // Somebody else's text under our name.
  }
}

export function ViewsMenu({ view }: { view: ViewTexts }) {
  const { projectId } = useProject();
  const [saved, setSaved] = useState(() => readSaved(projectId));
  const [isNaming, setNaming] = useState(false);
  const keep = (views: SavedView[]) => {
    localStorage.setItem(keyOf(projectId), JSON.stringify(views));
    setSaved(views);
  };
  // Whom somebody looked up is not left behind in a browser.
  const own = changed(view, { find: null });
  const isShown = (one: SavedView) => addressOf(one.view) === addressOf(view);
  const shown = saved.find(isShown);
  const entries: MenuEntry[] = [
    ...(saved.length > 0 ? ["Your views, in this browser"] : []),
    ...saved.map((one) => ({
      ...{ label: <bdi>{one.name}</bdi>, checked: isShown(one) },
      onSelect: () => goToView(one.view),
    })),
    ...(saved.length > 0 ? [null] : []),
    { label: "Copy the address", icon: "copy", onSelect: () => void copyAddress(view) },
    ...(addressOf(own) !== "" && !shown && saved.length < savedMax
      ? [{ label: "Save this view …", icon: "plus", onSelect: () => setNaming(true) } as const]
      : []),
    ...(shown
      ? [
          {
            ...({ label: <bdi>Forget “{shown.name}”</bdi>, icon: "close" } as const),
            onSelect: () => keep(saved.filter((one) => one !== shown)),
          },
        ]
      : []),
  ];
  return (
    <>
      <Menu
        label="Views"
        entries={entries}
        trigger={<Button icon="list">{shown ? <bdi>{shown.name}</bdi> : "Views"}</Button>}
      />
      {isNaming && (
        <NameView
          hasFind={view.find !== undefined}
          onClose={() => setNaming(false)}
          onName={(name) =>
            keep([...saved.filter((one) => one.name !== name), { name, view: own }])
          }
        />
      )}
    </>
  );
}

async function copyAddress(view: ViewTexts): Promise<void> {
  await copyText(location.origin + location.pathname + addressOf(view));
  showToast(view.find ? "Copied. It says whom you looked up: share it with care." : "Copied");
}

function NameView({
  hasFind,
  onName,
  onClose,
}: {
  hasFind: boolean;
  onName: (name: string) => void;
  onClose: () => void;
}) {
  const [name, setName] = useState("");
  const hint = hasFind
    ? "Its filters are kept in this browser; what was looked up is not."
    : "It is kept in this browser. To share it, copy its address.";
  return (
    <Dialog title="Save this view" onClose={onClose}>
      <Form
        action="Save"
        onCancel={onClose}
        onDone={onClose}
        onSubmit={async () => onName(name.trim())}
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
