import { useState } from "react";
import { useProject } from "../../api/session.ts";
import { LinkButton } from "../../components/button.tsx";
import { Snippet } from "../../components/copy.tsx";
import { Notice } from "../../components/page.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { Time } from "../../components/time.tsx";
import { PlaceholderHint } from "./keys-step.tsx";
import { RejectionHelp } from "./rejection-help.tsx";
import { exampleOf } from "./snippets/example.ts";
import { type Language, type LanguageId, languages } from "./snippets/languages.ts";
import { exportKey } from "./snippets/shell.ts";
import { Step } from "./step.tsx";
import type { NewKeys } from "./use-new-keys.ts";
import type { CallsSeen, Start } from "./use-start.ts";

export function CallStep({ start, newKeys }: { start: Start; newKeys: NewKeys }) {
  const { calls, script, keys, refusals } = start;
  return (
    <Step
      number={3}
      title="Score bookings at checkout"
      isDone={calls !== null}
      isExpanded={calls === null}
      status={calls ? <LatestCall calls={calls} /> : "Waiting for the first request."}
    >
      <RejectionHelp rejections={refusals.filter(({ endpoint }) => endpoint === "risk")} />
      {calls && <LatestDecision calls={calls} hasScript={script !== null} />}
      <p>
        Your server sends each booking right before it commits the reservation, and follows the{" "}
        <code>suggestedAction</code> of the response.
      </p>
      <RequestSnippets newKeys={newKeys} secretKeys={keys.secret} />
    </Step>
  );
}

function LatestCall({ calls: { first, newest } }: { calls: CallsSeen }) {
  return (
    <>
      {first ? "First request " : "Latest request "}
      <Time at={(first ?? newest).at} />
    </>
  );
}

/** The latest booking, with a link to its decision. */
function LatestDecision({ calls, hasScript }: { calls: CallsSeen; hasScript: boolean }) {
  const { projectId } = useProject();
  const { decisionId, riskScore, suggestedAction } = calls.newest;
  return (
    <>
      <Notice variant="ok">
        <div className="row between">
          <span>
            Latest booking: score <b>{riskScore}</b>, action <b>{suggestedAction}</b>.
          </span>
          <LinkButton variant="primary" to={`/p/${projectId}/decisions/${decisionId}`}>
            See why
          </LinkButton>
        </div>
      </Notice>
      {calls.collection !== "seen" && <NoTelemetry {...calls} hasScript={hasScript} />}
    </>
  );
}

function NoTelemetry({ collection, hasScript }: CallsSeen & { hasScript: boolean }) {
  return (
    <p className="muted small">
      {collection === "none"
        ? "The request had no collectionId, so the visit is not known. "
        : "The collectionId of the request does not belong to a recorded visit. "}
      {hasScript
        ? "Send the value of getCollectionId() as described above for much better scores."
        : "Add the script to your pages for much better scores."}
    </p>
  );
}

function RequestSnippets({ newKeys, secretKeys }: { newKeys: NewKeys; secretKeys: number }) {
  const { name } = useProject();
  const [at, setAt] = useState<LanguageId>("curl");
  const language: Language = languages.find(({ id }) => id === at) ?? languages[0];
  const key = exportKey(newKeys.text("secret"));
  const request = language.snippet(exampleOf(location.origin, name));
  const hint = <PlaceholderHint kind="secret" newKeys={newKeys} count={secretKeys} />;
  return (
    <Tabs label="Language" tabs={languages} value={at} onChange={setAt}>
      {language.file === null ? (
        <>
          <Snippet label="Request" text={key + request} />
          {hint}
        </>
      ) : (
        <>
          <p>
            Save as <code>{language.file}</code>:
          </p>
          <Snippet label="Request" text={request} />
          <p>Then run in the same folder:</p>
          <Snippet label="Run" text={`${key}${language.run}\n`} />
          {hint}
        </>
      )}
      <p className="muted small">
        {language.requirements} It waits two seconds at most, so decide what your checkout does
        without a response. Requests with the same <code>Idempotency-Key</code> count once. The{" "}
        <a href="/docs">API reference</a> lists all fields.
      </p>
    </Tabs>
  );
}
