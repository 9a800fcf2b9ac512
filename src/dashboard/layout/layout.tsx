/** The frame around every page: navigation, the palette, shortcuts, and where the content goes. */
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import type { Project } from "../api/session.ts";
import { Button, IconButton } from "../components/button.tsx";
import { Logo } from "../components/icon.tsx";
import { CommandPalette } from "./command-palette.tsx";
import { saveLastProject } from "./last-project.ts";
import { ShortcutsHelp, useShortcuts } from "./shortcuts.tsx";
import { Sidebar } from "./sidebar.tsx";

type Open = "palette" | "shortcuts" | "drawer" | null;

export function Layout({ project, children }: { project: Project | null; children: ReactNode }) {
  const [open, setOpen] = useState<Open>(null);
  const [address] = useLocation();
  const content = useRef<HTMLElement>(null);
  useShortcuts(project, { palette: () => setOpen("palette"), help: () => setOpen("shortcuts") });
  useEffect(() => {
    if (project) saveLastProject(project.projectId);
  }, [project]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address closes what was open.
  useEffect(() => setOpen(null), [address]);

  const sidebar = (
    <Sidebar
      project={project}
      onSearch={() => setOpen("palette")}
      onShortcuts={() => setOpen("shortcuts")}
    />
  );
  return (
    <>
      <span className="skip">
        <Button onClick={() => content.current?.focus()}>Skip to the page</Button>
      </span>
      <div className="layout">
        {sidebar}
        <div className="topbar">
          <IconButton icon="menu" label="Menu" onClick={() => setOpen("drawer")} />
          <span className="brand">
            <Logo />
            <span>{project?.name ?? "Booking Risk"}</span>
          </span>
          <IconButton icon="search" label="Search" onClick={() => setOpen("palette")} />
        </div>
        <main className="content" ref={content} tabIndex={-1}>
          {children}
        </main>
      </div>
      {open === "drawer" && <Drawer onClose={() => setOpen(null)}>{sidebar}</Drawer>}
      {open === "palette" && (
        <CommandPalette
          project={project}
          onClose={() => setOpen(null)}
          onShortcuts={() => setOpen("shortcuts")}
        />
      )}
      {open === "shortcuts" && <ShortcutsHelp onClose={() => setOpen(null)} />}
    </>
  );
}

/** The navigation on a small screen. */
function Drawer({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const drawer = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = drawer.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has Escape.
    <dialog
      ref={drawer}
      className="drawer"
      aria-label="Menu"
      onClose={onClose}
      onClick={(event) => {
        if (event.target === drawer.current) onClose();
      }}
    >
      {children}
    </dialog>
  );
}
