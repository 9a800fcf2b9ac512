import * as Radix from "@radix-ui/react-dropdown-menu";
import { type ReactElement, type ReactNode, useRef } from "react";
import { Icon, type IconName } from "./icon.tsx";

export interface MenuItem {
  label: ReactNode;
  icon?: IconName;
  danger?: boolean;
  /** Set for one of several choices: whether it is the current one. */
  checked?: boolean;
  onSelect: () => void;
}

/** A string is a heading, null a line between groups. */
export type MenuEntry = MenuItem | string | null;

/** A button that takes the props and the ref that opening a menu needs. */
interface Props {
  entries: readonly MenuEntry[];
  label: string;
  align: "start" | "end";
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The button. */
  children: ReactElement;
}

export function DropdownMenu({ entries, label, align, open, onOpenChange, children }: Props) {
  const trigger = useRef<HTMLButtonElement>(null);
  const selected = useRef<MenuItem | null>(null);
  return (
    // A modal menu would lock scrolling with an inline style sheet, which the content security
    // policy refuses.
    <Radix.Root open={open} onOpenChange={onOpenChange} modal={false}>
      <Radix.Trigger ref={trigger} asChild>
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className="menu"
          aria-label={label}
          aria-labelledby={undefined}
          align={align}
          sideOffset={5}
          collisionPadding={8}
          loop
          onCloseAutoFocus={(event) => {
            const item = selected.current;
            selected.current = null;
            if (!item) return;
            // The button has the focus before the action runs: a dialog that it opens gives the
            // focus back to what had it before.
            event.preventDefault();
            trigger.current?.focus();
            item.onSelect();
          }}
        >
          {groupsOf(entries).map((group, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries neither move nor keep state.
            <Group key={i} entries={group} onSelect={(item) => (selected.current = item)} />
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const isChoice = (entry: MenuEntry | undefined): entry is MenuItem & { checked: boolean } =>
  typeof entry === "object" && entry?.checked !== undefined;

/** The entries in runs: of choices that belong together, and of everything else. */
function groupsOf(entries: readonly MenuEntry[]): MenuEntry[][] {
  const groups: MenuEntry[][] = [];
  for (const [i, entry] of entries.entries()) {
    if (i > 0 && isChoice(entry) === isChoice(entries[i - 1])) groups.at(-1)!.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

/* biome-ignore-start lint/suspicious/noArrayIndexKey: entries neither move nor keep state. */
function Group({
  entries,
  onSelect,
}: {
  entries: readonly MenuEntry[];
  onSelect: (item: MenuItem) => void;
}) {
  const choices = entries.filter(isChoice);
  if (choices.length > 0) {
    return (
      <Radix.RadioGroup value={String(choices.findIndex(({ checked }) => checked))}>
        {choices.map((item, i) => (
          <Radix.RadioItem key={i} value={String(i)} onSelect={() => onSelect(item)}>
            <Label of={item} />
          </Radix.RadioItem>
        ))}
      </Radix.RadioGroup>
    );
  }
  return entries.map((entry, i) => {
    if (entry === null) return <Radix.Separator key={i} className="separator" />;
    if (typeof entry === "string") {
      return (
        <Radix.Label key={i} className="heading">
          {entry}
        </Radix.Label>
      );
    }
    return (
      <Radix.Item
        key={i}
        className={entry.danger ? "danger" : undefined}
        onSelect={() => onSelect(entry)}
      >
        <Label of={entry} />
      </Radix.Item>
    );
  });
}
/* biome-ignore-end lint/suspicious/noArrayIndexKey: entries neither move nor keep state. */

function Label({ of: { icon, label, checked } }: { of: MenuItem }) {
  return (
    <>
      {icon && <Icon name={icon} />}
      <span className="grow">{label}</span>
      {checked && <Icon name="check" />}
    </>
  );
}
