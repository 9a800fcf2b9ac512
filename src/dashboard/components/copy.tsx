/** Text with a button that copies it: a single line, or a snippet of code. */
import { Fragment, useState } from "react";
import { Button, IconButton } from "./button.tsx";
import { Icon } from "./icon.tsx";

function useCopy(text: string): { copied: boolean; copy: () => void } {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await copyText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  return { copied, copy: () => void copy() };
}

/** The Clipboard API exists over HTTPS and on localhost only. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea");
  area.value = text;
  // Inside the open dialog, which would take the focus back from anywhere else.
  (document.querySelector('[role="dialog"]') ?? document.body).append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}

export function CopyField({ text, label }: { text: string; label: string }) {
  const { copied, copy } = useCopy(text);
  return (
    <div className="copy">
      <code>
        {text.split(" ").map((word, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the words of a text have no ID, and their order is fixed.
          <Fragment key={n}>
            {n > 0 && " "}
            <span>{word}</span>
          </Fragment>
        ))}
      </code>
      <button type="button" onClick={copy} aria-label={copied ? "Copied" : `Copy ${label}`}>
        <Icon name={copied ? "check" : "copy"} />
        {copied ? "Copied" : "Copy"}
      </button>
    </div>
  );
}

/** In a line of text, cut where there is no room. */
export function CopyText({ text, label }: { text: string; label: string }) {
  const { copied, copy } = useCopy(text);
  return (
    <span className="copy-text">
      <code title={text}>{text}</code>
      <IconButton
        icon={copied ? "check" : "copy"}
        label={copied ? "Copied" : `Copy ${label}`}
        onClick={copy}
      />
    </span>
  );
}

export function Snippet({ text, label }: { text: string; label: string }) {
  const { copied, copy } = useCopy(text);
  return (
    <figure className="snippet" aria-label={label}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it has to be reachable by keyboard. */}
      <pre tabIndex={0}>{text}</pre>
      <Button icon={copied ? "check" : "copy"} onClick={copy}>
        {copied ? "Copied" : "Copy"}
      </Button>
    </figure>
  );
}
