/** A dialog of the browser's own: it keeps the focus inside, closes on Escape, and gives it back. */
import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { IconButton } from "./button.tsx";

interface Props {
  title: string;
  onClose: () => void;
  /** Only its own buttons close it: what is in it is shown once. */
  sticky?: boolean;
  wide?: boolean;
  children: ReactNode;
}

/** Open as long as it is drawn. */
export function Dialog({ title, onClose, sticky = false, wide = false, children }: Props) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // Before it is taken out of the page: a dialog that is gone cannot give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element && !element.open) {
      element.showModal();
      // What is to be filled in first, not the button that closes.
      const first =
        element.querySelector<HTMLElement>(".body :is(input:not([type=radio]), textarea)") ??
        element.querySelector<HTMLElement>(".body :is(input, select, button)");
      first?.focus();
    }
    return () => element?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has Escape.
    <dialog
      ref={dialog}
      className={wide ? "dialog wide" : "dialog"}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        if (!sticky) onClose();
      }}
      onClick={(event) => {
        if (!sticky && event.target === dialog.current) onClose();
      }}
    >
      <header>
        <h2 id={titleId}>{title}</h2>
        {!sticky && <IconButton icon="close" label="Close" onClick={onClose} />}
      </header>
      <div className="body">{children}</div>
    </dialog>
  );
}
