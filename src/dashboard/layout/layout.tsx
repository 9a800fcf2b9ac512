/** The layout of every page: navigation, content, command palette and keyboard shortcuts. */
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import type { Project } from "../api/session.ts";
import { Button, IconButton } from "../components/button.tsx";
import { Logo } from "../components/icon.tsx";
import { lazyModule } from "../components/lazy-module.ts";
import { saveLastProject } from "./last-project.ts";
import { OfflineNotice } from "./offline-notice.tsx";
import { useShortcuts } from "./shortcuts.tsx";
import { Sidebar } from "./sidebar.tsx";

const useOverlays = lazyModule(() => import("./overlays.tsx"));

type Open = "palette" | "shortcuts" | "drawer" | null;

export function Layout({ project, children }: { project: Project | null; children: ReactNode }) {
  const [open, setOpen] = useState<Open>(null);
  const [path] = useLocation();
  const content = useRef<HTMLElement>(null);
  const { loaded: overlays } = useOverlays();
  const close = () => setOpen(null);
  useShortcuts(project, { palette: () => setOpen("palette"), help: () => setOpen("shortcuts") });
  useEffect(() => {
    if (project) saveLastProject(project.projectId);
  }, [project]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: going to another page closes what is open.
  useEffect(() => setOpen(null), [path]);

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
        <Button onClick={() => content.current?.focus()}>Skip to content</Button>
      </span>
      <div className="layout">
        {sidebar}
        <header className="topbar">
          <IconButton icon="menu" label="Menu" onClick={() => setOpen("drawer")} />
          <span className="brand">
            <Logo />
            <span>{project?.name ?? "Booking Risk"}</span>
          </span>
          <IconButton icon="search" label="Search" onClick={() => setOpen("palette")} />
        </header>
        <main className="content" ref={content} tabIndex={-1}>
          <OfflineNotice />
          {children}
        </main>
      </div>
      {overlays && open === "drawer" && (
        <overlays.Drawer onClose={close}>{sidebar}</overlays.Drawer>
      )}
      {overlays && open === "palette" && (
        <overlays.CommandPalette
          project={project}
          onClose={close}
          onShortcuts={() => setOpen("shortcuts")}
        />
      )}
      {overlays && open === "shortcuts" && <overlays.ShortcutsHelp onClose={close} />}
    </>
  );
}
