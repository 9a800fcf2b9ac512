import { useQueryClient } from "@tanstack/react-query";
import { Link, useLocation } from "wouter";
import { api, unwrap } from "../api/client.ts";
import { can, type Project, resetSession, useMe } from "../api/session.ts";
import { Icon, Logo } from "../components/icon.tsx";
import { Menu } from "../components/menu.tsx";
import {
  type PageEntry,
  pages,
  projectHome,
  projectPages,
  visiblePages,
} from "../pages/navigation.ts";
import { chooseTheme, chosenTheme } from "../theme/theme.ts";
import { isMac } from "./shortcuts.tsx";

export function Sidebar({
  project,
  onSearch,
  onShortcuts,
}: {
  project: Project | null;
  onSearch: () => void;
  onShortcuts: () => void;
}) {
  const me = useMe();
  const inProject = project
    ? projectPages.filter(({ permission }) => !permission || can(project, permission))
    : [];
  const inAll = visiblePages<PageEntry>(pages, me).filter(({ hidden }) => !hidden);
  return (
    <header className="sidebar">
      <Link href="/projects" className="brand">
        <Logo />
        Booking Risk
      </Link>
      <button type="button" className="search-button muted" onClick={onSearch}>
        <Icon name="search" />
        Search
        <kbd>{isMac ? "⌘K" : "Ctrl K"}</kbd>
      </button>
      <ProjectSwitch project={project} />
      {project && inProject.length > 0 && (
        <nav className="nav" aria-label={`Project ${project.name}`}>
          {inProject.map((page) => (
            <NavLink key={page.path} page={page} href={`/p/${project.projectId}/${page.path}`} />
          ))}
        </nav>
      )}
      <nav className="nav" aria-label="All projects">
        <span className="heading" aria-hidden="true">
          All projects
        </span>
        {inAll.map((page) => (
          <NavLink key={page.path} page={page} href={`/${page.path}`} />
        ))}
      </nav>
      <div className="spring" />
      <AccountMenu onShortcuts={onShortcuts} />
    </header>
  );
}

function NavLink({ page, href }: { page: PageEntry; href: string }) {
  const [path] = useLocation();
  const isCurrent = path === href || path.startsWith(`${href}/`);
  return (
    <Link href={href} aria-current={isCurrent ? "page" : undefined}>
      <Icon name={page.icon} />
      {page.title}
    </Link>
  );
}

const initialOf = (name: string) => [...name.trim()][0]?.toUpperCase() ?? "?";

function ProjectSwitch({ project }: { project: Project | null }) {
  const me = useMe();
  const [, go] = useLocation();
  const inUse = me.projects.filter(({ archivedAt }) => archivedAt === null);
  const create = {
    label: "Create project",
    icon: "plus",
    onSelect: () => go("/projects?new"),
  } as const;
  return (
    <Menu
      label="Projects"
      entries={[
        ...(inUse.length > 0 ? ["Switch project"] : []),
        ...inUse.map((one) => ({
          label: one.name,
          checked: one.projectId === project?.projectId,
          onSelect: () => go(projectHome(one)),
        })),
        ...(inUse.length > 0 ? [null] : []),
        ...(can(me, "project.create") ? [create] : []),
        { label: "All projects", icon: "projects", onSelect: () => go("/projects") },
      ]}
      trigger={
        <button type="button" className="switch">
          <i className="initial" aria-hidden="true">
            {project ? initialOf(project.name) : "–"}
          </i>
          <div className="grow">
            <b>{project?.name ?? "No project"}</b>
            <span>
              {project ? (project.archivedAt ? "Archived" : "Project") : "Create the first"}
            </span>
          </div>
          <Icon name="chevrons" />
        </button>
      }
    />
  );
}

function AccountMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const me = useMe();
  const [, go] = useLocation();
  const client = useQueryClient();
  const theme = chosenTheme();
  const themes = { system: "System", light: "Light", dark: "Dark" } as const;
  const signOut = async () => {
    await unwrap(api.session.end.post());
    await resetSession(client);
  };
  return (
    <Menu
      label="Your account"
      entries={[
        { label: "Your account", icon: "person", onSelect: () => go("/account") },
        { label: "Keyboard shortcuts", icon: "keyboard", onSelect: onShortcuts },
        null,
        "Theme",
        ...(Object.keys(themes) as (keyof typeof themes)[]).map((one) => ({
          label: themes[one],
          checked: one === theme,
          onSelect: () => chooseTheme(one),
        })),
        null,
        { label: "Sign out", icon: "out", onSelect: () => void signOut() },
      ]}
      trigger={
        <button type="button" className="switch">
          <i className="initial round" aria-hidden="true">
            {initialOf(me.name)}
          </i>
          <div className="grow">
            <b>{me.name}</b>
            <span>{me.email}</span>
          </div>
          <Icon name="chevrons" />
        </button>
      }
    />
  );
}
