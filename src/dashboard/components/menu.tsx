/** A button that opens a menu. The button renders immediately; the menu loads after it. */
import { cloneElement, type ReactElement, useState } from "react";
import { IconButton } from "./button.tsx";
import type { MenuEntry } from "./dropdown-menu.tsx";
import { lazyModule } from "./lazy-module.ts";

export type MenuTrigger = ReactElement<{
  "aria-haspopup"?: "menu";
  "aria-expanded"?: boolean;
  onClick?: () => void;
}>;

const useDropdownMenu = lazyModule(() => import("./dropdown-menu.tsx"));

export function Menu({
  entries,
  label,
  trigger,
}: {
  entries: readonly MenuEntry[];
  label: string;
  /** Without it there are three dots. */
  trigger?: MenuTrigger;
}) {
  const [open, setOpen] = useState(false);
  const { loaded } = useDropdownMenu();
  const button = trigger ?? <IconButton icon="dots" label={label} />;
  if (loaded) {
    const align = trigger ? "start" : "end";
    return (
      <loaded.DropdownMenu
        entries={entries}
        label={label}
        align={align}
        open={open}
        onOpenChange={setOpen}
      >
        {button}
      </loaded.DropdownMenu>
    );
  }
  const onClick = () => setOpen(!open);
  return cloneElement(button as MenuTrigger, {
    "aria-haspopup": "menu",
    "aria-expanded": open,
    onClick,
  });
}
