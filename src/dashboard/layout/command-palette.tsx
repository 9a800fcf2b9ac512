/** The command palette: type where to go, what to do, or what to search for. */
import { Title } from "@radix-ui/react-dialog";
import { defaultFilter, Command as Palette } from "cmdk";
import { useMemo, useState } from "react";
import { useLocation } from "wouter";
import { can, type Me, type Project, useMe } from "../api/session.ts";
import { Icon, type IconName } from "../components/icon.tsx";
import { Modal } from "../components/modal.tsx";
import {
  type PageEntry,
  pages,
  projectHome,
  projectPages,
  visiblePages,
} from "../pages/navigation.ts";
import { toggleTheme } from "../theme/theme.ts";
import { decisionSearchPath } from "./shortcuts.tsx";

interface Command {
  id: string;
  label: string;
  /** Shown next to the label: the project, or the kind of command. */
  context: string;
  icon: IconName;
  run: () => void;
}

export function CommandPalette({
  project,
  onClose,
  onShortcuts,
}: {
  project: Project | null;
  onClose: () => void;
  onShortcuts: () => void;
}) {
  const me = useMe();
  const [, go] = useLocation();
  const [text, setText] = useState("");
  const commands = useMemo(
    () => commandsOf(me, project, go, onShortcuts),
    [me, project, go, onShortcuts],
  );
  const term = text.trim();
  const searches = project !== null && term !== "" && can(project, "decision.read");
  const run = (command: Command) => {
    onClose();
    command.run();
  };
  return (
    <Modal className="palette" onClose={onClose}>
      <Title className="visually-hidden">Search</Title>
      <Palette label="Search pages, projects, actions and decisions" loop filter={score}>
        <Palette.Input
          placeholder="Search pages, projects, actions and decisions"
          value={text}
          onValueChange={setText}
        />
        <Palette.List key={String(term === "")} label="Results">
          <Palette.Empty className="no-results">No results</Palette.Empty>
          {commands.map((command) => (
            <Item key={command.id} command={command} onSelect={run} />
          ))}
          {searches && (
            <Item
              command={{
                id: searchId,
                label: `Search decisions for “${term}”`,
                context: "Decisions",
                icon: "search",
                run: () => go(decisionSearchPath(project.projectId, term)),
              }}
              onSelect={run}
            />
          )}
        </Palette.List>
      </Palette>
    </Modal>
  );
}

const searchId = "search";

/** By label and context; the search itself, which any text leads to, comes after every match. */
const score = (id: string, text: string, keywords: string[] = []) =>
  id === searchId ? Number.MIN_VALUE : defaultFilter(keywords.join(" "), text);

function Item({ command, onSelect }: { command: Command; onSelect: (command: Command) => void }) {
  const { id, label, context, icon } = command;
  return (
    <Palette.Item value={id} keywords={[label, context]} onSelect={() => onSelect(command)}>
      <Icon name={icon} />
      <span className="grow">{label}</span>
      <span className="muted small">{context}</span>
    </Palette.Item>
  );
}

function commandsOf(
  me: Me,
  project: Project | null,
  go: (path: string) => void,
  onShortcuts: () => void,
): Command[] {
  const inProject = project
    ? visiblePages<PageEntry>(projectPages, project).map(({ path, title, icon }) => ({
        id: `project/${path}`,
        label: title,
        context: project.name,
        icon,
        run: () => go(`/p/${project.projectId}/${path}`),
      }))
    : [];
  const inAll = visiblePages<PageEntry>(pages, me).map(({ path, title, icon }) => ({
    id: path,
    label: title,
    context: "Page",
    icon,
    run: () => go(`/${path}`),
  }));
  const others = me.projects
    .filter(({ projectId }) => projectId !== project?.projectId)
    .map((other) => ({
      id: other.projectId,
      label: other.name,
      context: "Project",
      icon: "projects" as const,
      run: () => go(projectHome(other)),
    }));
  return [...inProject, ...inAll, ...actionsOf(me, project, go, onShortcuts), ...others];
}

function actionsOf(
  me: Me,
  project: Project | null,
  go: (path: string) => void,
  onShortcuts: () => void,
): Command[] {
  const actions: (Command | false)[] = [
    project !== null &&
      can(project, "key.create") && {
        id: "create-key",
        label: "Create key",
        context: project.name,
        icon: "plus",
        run: () => go(`/p/${project.projectId}/keys?new`),
      },
    project !== null &&
      can(project, "people.invite") && {
        id: "invite",
        label: "Invite to project",
        context: project.name,
        icon: "people",
        run: () => go(`/p/${project.projectId}/people?new`),
      },
    can(me, "project.create") && {
      id: "create-project",
      label: "Create project",
      context: "Action",
      icon: "plus",
      run: () => go("/projects?new"),
    },
    {
      id: "theme",
      label: "Switch between light and dark theme",
      context: "Action",
      icon: "moon",
      run: toggleTheme,
    },
    {
      id: "shortcuts",
      label: "Keyboard shortcuts",
      context: "Help",
      icon: "keyboard",
      run: onShortcuts,
    },
  ];
  return actions.filter((action) => action !== false);
}
