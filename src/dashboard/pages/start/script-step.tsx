import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Snippet } from "../../components/copy.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { Time } from "../../components/time.tsx";
import { UnknownKey } from "./keys-step.tsx";
import { RefusalHelp } from "./rejection-help.tsx";
import * as site from "./snippets/site.ts";
import { Step } from "./step.tsx";
import type { MadeKeys } from "./use-new-keys.ts";
import type { ScriptSeen, Start } from "./use-start.ts";

export function ScriptStep({ start, made }: { start: Start; made: MadeKeys }) {
  const { script, keys, refusals } = start;
  return (
    <Step
      number={2}
      title="Put the script on every page"
      done={script !== null}
      opened={script === null}
      status={script ? <Seen script={script} /> : "Waiting for the first visit."}
    >
      <RefusalHelp refusals={refusals.filter(({ endpoint }) => endpoint === "batch")} />
      <p>
        In the head of every page of the site, not only the checkout. It starts by itself, and sees
        how a booking is made: nothing that anybody types leaves the page.
      </p>
      <Tag made={made} />
      <UnknownKey kind="publishable" made={made} count={keys.publishable} />
      <p>At checkout, hand the visit's id to your server with the form:</p>
      <Snippet label="The form's field" text={site.handOver} />
      <Snippet label="The checkout's script" text={site.handOverScript} />
      <details className="more">
        <summary>Your pages have a content security policy?</summary>
        <p>Add these, and nothing else:</p>
        <Snippet
          label="Content security policy"
          text={site.contentSecurityPolicy(location.origin)}
        />
      </details>
    </Step>
  );
}

function Seen({ script: { firstAt, origin } }: { script: ScriptSeen }) {
  if (!firstAt) return "Visits are arriving.";
  return (
    <>
      First visit <Time at={firstAt} />
      {origin && `, from ${origin}`}
    </>
  );
}

const tags = [
  { id: "newest", label: "Always the newest" },
  { id: "pinned", label: "Pinned by its hash" },
] as const;

function Tag({ made }: { made: MadeKeys }) {
  const [at, setAt] = useState<(typeof tags)[number]["id"]>("newest");
  const pinned = useQuery({
    queryKey: ["script-integrity"],
    queryFn: async (): Promise<site.Pinned> => (await fetch("/sdk/integrity.json")).json(),
    enabled: at === "pinned",
    staleTime: Number.POSITIVE_INFINITY,
  });
  const key = made.text("publishable");
  const { origin } = location;
  const text =
    at === "newest"
      ? site.newestTag(origin, key)
      : pinned.data && site.pinnedTag(origin, key, pinned.data);
  return (
    <Tabs label="Which tag" tabs={tags} value={at} onChange={setAt}>
      {text ? <Snippet label="The script tag" text={text} /> : <span className="skeleton" />}
      {at === "pinned" && (
        <p className="muted small">
          The browser runs this version and nothing else. Change the tag when the service is
          updated: it then has another address.
        </p>
      )}
    </Tabs>
  );
}
