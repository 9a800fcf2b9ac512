import { Close, Title } from "@radix-ui/react-dialog";
import type { ReactNode } from "react";
import { IconButton } from "./button.tsx";
import { Modal } from "./modal.tsx";

interface Props {
  title: string;
  onClose: () => void;
  /** Closes with its own buttons only, because its content is shown once. */
  persistent?: boolean;
  wide?: boolean;
  children: ReactNode;
}

/** Open as long as it is rendered. */
export function Dialog({ title, onClose, persistent = false, wide = false, children }: Props) {
  return (
    <Modal
      className={wide ? "dialog wide" : "dialog"}
      onClose={onClose}
      persistent={persistent}
      initialFocus={firstField}
    >
      <header>
        <Title>{title}</Title>
        {!persistent && (
          <Close asChild>
            <IconButton icon="close" label="Close" />
          </Close>
        )}
      </header>
      <div className="body">{children}</div>
    </Modal>
  );
}

/** The buttons of a dialog without a form. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="form">
      <div className="actions">{children}</div>
    </div>
  );
}

/** What is to be chosen or filled in comes before the buttons, and before the choices that have a default. */
function firstField(dialog: HTMLElement): HTMLElement | null {
  const choices = [...dialog.querySelectorAll<HTMLInputElement>(".body input[type=radio]")];
  const chosen = new Set(choices.filter(({ checked }) => checked).map(({ name }) => name));
  return (
    choices.find(({ name }) => !chosen.has(name)) ??
    dialog.querySelector<HTMLElement>(".body :is(input:not([type=radio]), textarea)") ??
    dialog.querySelector<HTMLElement>(".body :is(input, select, button)")
  );
}
