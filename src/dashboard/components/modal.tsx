/**
 * The base of everything that opens over the page: dialogs, the command palette, the navigation on
 * small screens. Radix UI keeps the focus inside, hides the page from screen readers, and closes on
 * Escape or a press outside.
 *
 * Radix UI's own overlay is not used: it locks scrolling with an inline style sheet, which the
 * dashboard's content security policy refuses.
 */
import * as Radix from "@radix-ui/react-dialog";
import { type ReactNode, useRef, useState } from "react";

interface Props {
  className: string;
  onClose: () => void;
  /** Closes with its own buttons only. */
  persistent?: boolean;
  /** What takes the focus; without it, the first element that can. */
  initialFocus?: (content: HTMLElement) => HTMLElement | null;
  /** With a `Title`, which screen readers announce. */
  children: ReactNode;
}

/** Open as long as it is rendered. */
export function Modal({ className, onClose, persistent, initialFocus, children }: Props) {
  // Taken while rendering: by the time effects run, the focus has moved inside.
  const [opener] = useState(() => document.activeElement);
  const content = useRef<HTMLDivElement>(null);
  const keepOpen = persistent ? (event: Event) => event.preventDefault() : undefined;
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <div className="backdrop">
          <Radix.Content
            ref={content}
            className={className}
            aria-describedby={undefined}
            onEscapeKeyDown={keepOpen}
            onInteractOutside={keepOpen}
            onOpenAutoFocus={(event) => {
              if (!content.current || !initialFocus) return;
              event.preventDefault();
              // While its fields are loaded, the dialog itself: its first button would close it.
              const focused = initialFocus(content.current) ?? content.current;
              // A dialog that is taller than the screen is read from its top.
              focused.focus({ preventScroll: true });
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              // The action may have removed the opener, such as the button of a row.
              const target = opener?.isConnected ? opener : document.querySelector("h1");
              if (!(target instanceof HTMLElement)) return;
              if (target !== opener) target.tabIndex = -1;
              target.focus();
            }}
          >
            {children}
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}
