import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Snippet } from "../../components/copy.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { Time } from "../../components/time.tsx";
import { PlaceholderHint } from "./keys-step.tsx";
import { RejectionHelp } from "./rejection-help.tsx";
import * as site from "./snippets/site.ts";
import { Step } from "./step.tsx";
import type { NewKeys } from "./use-new-keys.ts";
import type { ScriptSeen, Start } from "./use-start.ts";

export function ScriptStep({ start, newKeys }: { start: Start; newKeys: NewKeys }) {
  const { script, keys, refusals } = start;
  return (
    <Step
      number={2}
      title="Add the script to every page"
      isDone={script !== null}
      isExpanded={script === null}
      status={script ? <FirstVisit script={script} /> : "Waiting for the first visit."}
    >
      <RejectionHelp rejections={refusals.filter(({ endpoint }) => endpoint === "batch")} />
      <p>
        Add it to the head of every page of your website, not only the checkout. It starts by itself
        and records how the booking is made. It never sends what visitors type.
      </p>
      <ScriptTag newKeys={newKeys} />
      <PlaceholderHint kind="publishable" newKeys={newKeys} count={keys.publishable} />
      <p>At checkout, send the visit's ID to your server with the form:</p>
      <Snippet label="Form field" text={site.checkoutField} />
      <Snippet label="Checkout script" text={site.checkoutScript} />
      <details className="more">
        <summary>Do your pages have a Content Security Policy?</summary>
        <p>Allow these sources:</p>
        <Snippet
          label="Content Security Policy"
          text={site.contentSecurityPolicy(location.origin)}
        />
      </details>
    </Step>
  );
}

function FirstVisit({ script: { firstAt, origin } }: { script: ScriptSeen }) {
  if (!firstAt) return "Receiving visits.";
  return (
    <>
      First visit <Time at={firstAt} />
      {origin && `, from ${origin}`}
    </>
  );
}

const tags = [
  { id: "latest", label: "Latest version" },
  { id: "pinned", label: "Pinned version" },
] as const;

function ScriptTag({ newKeys }: { newKeys: NewKeys }) {
  const [at, setAt] = useState<(typeof tags)[number]["id"]>("latest");
  const pinned = useQuery({
    queryKey: ["script-integrity"],
    queryFn: async (): Promise<site.Pinned> => (await fetch("/sdk/integrity.json")).json(),
    enabled: at === "pinned",
    staleTime: Number.POSITIVE_INFINITY,
  });
  const key = newKeys.text("publishable");
  const { origin } = location;
  const text =
    at === "latest"
      ? site.latestTag(origin, key)
      : pinned.data && site.pinnedTag(origin, key, pinned.data);
  return (
    <Tabs label="Script version" tabs={tags} value={at} onChange={setAt}>
      {text ? <Snippet label="Script tag" text={text} /> : <span className="skeleton" />}
      {at === "pinned" && (
        <p className="muted small">
          Browsers only run this exact version. Update the tag after each update of the service,
          which changes the URL.
        </p>
      )}
    </Tabs>
  );
}
