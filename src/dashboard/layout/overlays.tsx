/** What opens over any page. Loaded after the first page, in one file. */
import { Title } from "@radix-ui/react-dialog";
import type { ReactNode } from "react";
import { Dialog } from "../components/dialog.tsx";
import { Modal } from "../components/modal.tsx";
import { pages, projectPages } from "../pages/navigation.ts";
import { isMac } from "./shortcuts.tsx";

export { CommandPalette } from "./command-palette.tsx";

/** The navigation on small screens. */
export function Drawer({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <Modal className="drawer" onClose={onClose}>
      <Title className="visually-hidden">Menu</Title>
      {children}
    </Modal>
  );
}

export function ShortcutsHelp({ onClose }: { onClose: () => void }) {
  const shortcuts: [keys: string[], action: string][] = [
    [[isMac ? "⌘" : "Ctrl", "K"], "Search pages, projects, actions and decisions"],
    [["/"], "Search this page, or search decisions"],
    [["j"], "Next row"],
    [["k"], "Previous row"],
    [["x"], "Select the row"],
    [["?"], "Show keyboard shortcuts"],
    [["t"], "Switch between light and dark theme"],
    ...[...projectPages, ...pages].map(({ key, title }): [string[], string] => [
      ["g", key],
      `Go to ${title}`,
    ]),
    [["Esc"], "Close"],
  ];
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className="keys-list">
        {shortcuts.map(([keys, action]) => (
          <div key={action} style={{ display: "contents" }}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
