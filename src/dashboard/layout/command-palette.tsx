/** The command palette: type where to go or what to do. */
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useLocation } from "wouter";
import { can, type Me, type Project, useMe } from "../api/session.ts";
import { Icon, type IconName } from "../components/icon.tsx";
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
  label: string;
  /** Said behind it: which project, which kind of thing. */
  more: string;
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
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const all = useMemo(
    () => commandsOf(me, project, go, onShortcuts),
    [me, project, go, onShortcuts],
  );
  const found = [
    ...all.filter((command) => matches(command, text)),
    ...lookUpCommands(project, text.trim(), go),
  ];
  const chosen = Math.min(at, found.length - 1);

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whichever is chosen is in sight.
  useEffect(() => {
    dialog.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [chosen, text]);

  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step && found.length > 0) setAt((chosen + step + found.length) % found.length);
    else if (event.key === "Enter") run(found[chosen]);
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has Escape.
    <dialog
      ref={dialog}
      className="palette"
      aria-label="Search"
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <input
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length > 0 ? `${id}-${chosen}` : undefined}
        aria-label="Search for pages, projects, actions and decisions"
        placeholder="Where to, what to do, or what to look up?"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div className="found" id={`${id}-list`} role="listbox" aria-label="Found">
        {found.map((command, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys.
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field.
          <div
            key={`${command.label} ${command.more}`}
            id={`${id}-${i}`}
            role="option"
            aria-selected={i === chosen}
            onMouseMove={() => setAt(i)}
            onClick={() => run(command)}
          >
            <Icon name={command.icon} />
            <span className="grow">{command.label}</span>
            <span className="muted small">{command.more}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && <p>Nothing is called that.</p>}
    </dialog>
  );
}

/** Every word of the text begins a word of the command. */
function matches({ label, more }: Command, text: string): boolean {
  const words = `${label} ${more}`.toLowerCase().split(/\s+/);
  const asked = text.toLowerCase().split(/\s+/).filter(Boolean);
  return asked.every((part) => words.some((word) => word.startsWith(part)));
}

/** Whatever is typed may be of a decision. */
function lookUpCommands(
  project: Project | null,
  text: string,
  go: (address: string) => void,
): Command[] {
  if (!project || text === "" || !can(project, "decision.read")) return [];
  const run = () => go(decisionSearchPath(project.projectId, text));
  return [{ label: `Look up “${text}”`, more: "Decisions", icon: "search", run }];
}

function commandsOf(
  me: Me,
  project: Project | null,
  go: (address: string) => void,
  onShortcuts: () => void,
): Command[] {
  const ofProject = project
    ? visiblePages<PageEntry>(projectPages, project).map(({ path, title, icon }) => ({
        ...{ label: title, more: project.name, icon },
        run: () => go(`/p/${project.projectId}/${path}`),
      }))
    : [];
  const ofAll = visiblePages<PageEntry>(pages, me).map(({ path, title, icon }) => ({
    label: title,
    more: "Page",
    icon,
    run: () => go(`/${path}`),
  }));
  const actions: (Command | false)[] = [
    project !== null &&
      can(project, "key.create") && {
        ...{ label: "New key", more: project.name, icon: "plus" },
        run: () => go(`/p/${project.projectId}/keys?new`),
      },
    project !== null &&
      can(project, "people.invite") && {
        ...{ label: "Invite somebody", more: project.name, icon: "people" },
        run: () => go(`/p/${project.projectId}/people?new`),
      },
    can(me, "project.create") && {
      ...{ label: "New project", more: "Action", icon: "plus" },
      run: () => go("/projects?new"),
    },
    { label: "Light or dark", more: "Action", icon: "moon", run: toggleTheme },
    { label: "Keyboard shortcuts", more: "Help", icon: "keyboard", run: onShortcuts },
  ];
  const others = me.projects
    .filter((one) => one.projectId !== project?.projectId)
    .map((one) => ({
      ...{ label: one.name, more: "Project", icon: "projects" as const },
      run: () => go(projectHome(one)),
    }));
  return [...ofProject, ...ofAll, ...actions.filter((one) => one !== false), ...others];
}
