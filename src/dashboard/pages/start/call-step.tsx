import { useState } from "react";
import { useProject } from "../../api/session.ts";
import { LinkButton } from "../../components/button.tsx";
import { Snippet } from "../../components/copy.tsx";
import { Notice } from "../../components/page.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { Time } from "../../components/time.tsx";
import { UnknownKey } from "./keys-step.tsx";
import { RefusalHelp } from "./rejection-help.tsx";
import { exampleOf } from "./snippets/example.ts";
import { type Language, type LanguageId, languages } from "./snippets/languages.ts";
import { keyInEnvironment } from "./snippets/shell.ts";
import { Step } from "./step.tsx";
import type { MadeKeys } from "./use-new-keys.ts";
import type { CallsSeen, Start } from "./use-start.ts";

export function CallStep({ start, made }: { start: Start; made: MadeKeys }) {
  const { calls, script, keys, refusals } = start;
  return (
    <Step
      number={3}
      title="Ask at checkout"
      done={calls !== null}
      opened={calls === null}
      status={calls ? <Seen calls={calls} /> : "Waiting for the first call."}
    >
      <RefusalHelp refusals={refusals.filter(({ endpoint }) => endpoint === "risk")} />
      {calls && <Scored calls={calls} hasScript={script !== null} />}
      <p>
        Your server asks right before it commits the reservation, and branches on{" "}
        <code>suggestedAction</code>.
      </p>
      <Call made={made} secretKeys={keys.secret} />
    </Step>
  );
}

function Seen({ calls: { first, newest } }: { calls: CallsSeen }) {
  return (
    <>
      {first ? "First call " : "Last call "}
      <Time at={(first ?? newest).at} />
    </>
  );
}

/** The booking that was scored, with the way to its reasons. */
function Scored({ calls, hasScript }: { calls: CallsSeen; hasScript: boolean }) {
  const { projectId } = useProject();
  const { decisionId, riskScore, suggestedAction } = calls.newest;
  return (
    <>
      <Notice variant="ok">
        <div className="row between">
          <span>
            The newest booking has <b>{riskScore}</b> of 99: <b>{suggestedAction}</b>.
          </span>
          <LinkButton variant="primary" to={`/p/${projectId}/decisions/${decisionId}`}>
            See why
          </LinkButton>
        </div>
      </Notice>
      {calls.collection !== "seen" && <Unseen {...calls} hasScript={hasScript} />}
    </>
  );
}

function Unseen({ collection, hasScript }: CallsSeen & { hasScript: boolean }) {
  return (
    <p className="muted small">
      {collection === "none"
        ? "It came without a collectionId, so nothing is known of the visit. "
        : "Its collectionId is of no visit that has been seen. "}
      {hasScript
        ? "Hand on what getCollectionId() gives, as above: scores are then much better."
        : "With the script on your pages, scores are much better."}
    </p>
  );
}

function Call({ made, secretKeys }: { made: MadeKeys; secretKeys: number }) {
  const { name } = useProject();
  const [at, setAt] = useState<LanguageId>("curl");
  const language: Language = languages.find(({ id }) => id === at) ?? languages[0];
  const key = keyInEnvironment(made.text("secret"));
  const call = language.snippet(exampleOf(location.origin, name));
  const hint = <UnknownKey kind="secret" made={made} count={secretKeys} />;
  return (
    <Tabs label="Language" tabs={languages} value={at} onChange={setAt}>
      {language.file === null ? (
        <>
          <Snippet label="The call" text={key + call} />
          {hint}
        </>
      ) : (
        <>
          <p>
            As <code>{language.file}</code>:
          </p>
          <Snippet label="The call" text={call} />
          <p>Then, in its folder:</p>
          <Snippet label="Key and start" text={`${key}${language.run}\n`} />
          {hint}
        </>
      )}
      <p className="muted small">
        {language.needs} It waits two seconds at most: decide what your checkout does without an
        answer. A call that is repeated with the same <code>Idempotency-Key</code> counts once. All
        fields: <a href="/docs">the API's pages</a>.
      </p>
    </Tabs>
  );
}
