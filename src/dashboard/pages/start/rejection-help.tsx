/** What was refused lately, and how to mend it. */
import { Link } from "wouter";
import { can, useProject } from "../../api/session.ts";
import { Notice } from "../../components/page.tsx";
import { Time } from "../../components/time.tsx";
import type { Refused } from "./use-start.ts";

/** Of each kind of call the newest: what came before may be mended. */
const shownMax = 2;

export function RefusalHelp({ refusals }: { refusals: readonly Refused[] }) {
  return refusals.slice(0, shownMax).map((refusal) => (
    <Notice variant="warn" key={`${refusal.code} ${refusal.isAnybodys}`}>
      <div className="stack tight">
        <span>
          <b>{whatWas(refusal)}</b> <Time at={refusal.at} />: <code>{refusal.code}</code>.{" "}
          {refusal.isAnybodys && "Whose it was cannot be told; if it was yours:"}
        </span>
        <span>
          <Advice of={refusal} />
        </span>
      </div>
    </Notice>
  ));
}

const endpointNames: Readonly<Record<Refused["endpoint"], string>> = {
  risk: "A call",
  outcome: "A report",
  batch: "The script",
};

const whatWas = ({ endpoint }: Refused) => `${endpointNames[endpoint]} was refused`;

function Advice({ of: { code, endpoint, pointers, origin } }: { of: Refused }) {
  const project = useProject();
  if (code === "origin_not_allowed") {
    return (
      <>
        The key is not for pages of {origin ?? "that origin"}. Add it to the key's allowed origins
        {can(project, "key.read") ? (
          <>
            {" on the page of "}
            <Link href={`/p/${project.projectId}/keys`}>keys</Link>.
          </>
        ) : (
          "; an owner can."
        )}
      </>
    );
  }
  if (code === "validation_failed" && pointers.length > 0) {
    return (
      <>
        Look at {pointers.map((pointer) => pointer || "the body").join(", ")}. The answer says what
        is wrong with each.
      </>
    );
  }
  const wanted = endpoint === "batch" ? "pk_" : "sk_";
  return advice[code]?.(wanted) ?? "The answer to it says more.";
}

const advice: Readonly<Record<string, (wanted: string) => string>> = {
  missing_key: (wanted) =>
    wanted === "sk_"
      ? "Send the secret key in the header X-Service-Key; is the environment variable set?"
      : "The tag needs the attribute data-publishable-key.",
  invalid_key: () => "The key is misspelled, cut off, or a key of another installation.",
  revoked_key: () => "The key was revoked, or its project is archived. Take one that is in use.",
  key_mode_mismatch: (wanted) =>
    `The key must begin with ${wanted}. A secret key that was ever in a page has to be revoked.`,
  malformed_json: () => "The body must be a JSON object in UTF-8.",
  unsupported_media_type: () => "Send the header Content-Type: application/json.",
  body_too_large: () => "The body is too long.",
  idempotency_conflict: () =>
    "The Idempotency-Key was used for another booking. Take a new one for each attempt to book.",
  validation_failed: () => "The answer says which fields are missing or malformed.",
  not_found: () => "The project has no decision with that decisionId.",
  rate_limited: () => "Too many came at once. Wait as long as Retry-After says.",
  unavailable: () => "The service could not answer. Try again after Retry-After.",
};
