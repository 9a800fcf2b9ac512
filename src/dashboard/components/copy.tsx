/** Things to take along: one line, or a snippet. */
import { useState } from "react";
import { Button } from "./button.tsx";
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

/** The clipboard's own door is only there over HTTPS and on this machine. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea");
  area.value = text;
  (document.querySelector("dialog[open]") ?? document.body).append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}

export function CopyField({ text, label }: { text: string; label: string }) {
  const { copied, copy } = useCopy(text);
  return (
    <div className="copy">
      <code>{text}</code>
      <button type="button" onClick={copy} aria-label={copied ? "Copied" : `Copy ${label}`}>
        <Icon name={copied ? "check" : "copy"} />
        {copied ? "Copied" : "Copy"}
      </button>
    </div>
  );
}

export function Snippet({ text, label }: { text: string; label: string }) {
  const { copied, copy } = useCopy(text);
  return (
    <figure className="snippet" aria-label={label}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it. */}
      <pre tabIndex={0}>{text}</pre>
      <Button icon={copied ? "check" : "copy"} onClick={copy}>
        {copied ? "Copied" : "Copy"}
      </Button>
    </figure>
  );
}
