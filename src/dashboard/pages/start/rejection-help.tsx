/** Recently rejected requests, with advice on how to fix them. */
import { Link } from "wouter";
import { can, useProject } from "../../api/session.ts";
import { Notice } from "../../components/page.tsx";
import { Time } from "../../components/time.tsx";
import type { Refused } from "./use-start.ts";

/** Only the newest are shown: the cause of older ones may be fixed. */
const shownMax = 2;

export function RejectionHelp({ rejections }: { rejections: readonly Refused[] }) {
  return rejections.slice(0, shownMax).map((rejection) => (
    <Notice variant="warn" key={`${rejection.code} ${rejection.isAnybodys}`}>
      <div className="stack tight">
        <span>
          <b>{subjects[rejection.endpoint]} was rejected</b> <Time at={rejection.at} />:{" "}
          <code>{rejection.code}</code>.{" "}
          {rejection.isAnybodys && "It may be from another project. If it was yours:"}
        </span>
        <span>
          <Advice rejection={rejection} />
        </span>
      </div>
    </Notice>
  ));
}

const subjects: Readonly<Record<Refused["endpoint"], string>> = {
  risk: "A request",
  outcome: "An outcome report",
  decision: "A request for a decision",
  listAdd: "An entry for a list",
  listEntries: "A request for the entries of a list",
  listArchive: "A request to archive a list entry",
  batch: "Data from the script",
};

function Advice({ rejection: { code, endpoint, pointers, origin } }: { rejection: Refused }) {
  const project = useProject();
  if (code === "origin_not_allowed") {
    return (
      <>
        The key does not allow pages of {origin ?? "that origin"}.{" "}
        {can(project, "key.read") ? (
          <>
            Add the origin to the key on the <Link href={`/p/${project.projectId}/keys`}>Keys</Link>{" "}
            page.
          </>
        ) : (
          "Ask an owner to add the origin to the key."
        )}
      </>
    );
  }
  if (code === "validation_failed" && pointers.length > 0) {
    return (
      <>
        Check {pointers.map((pointer) => pointer || "the body").join(", ")}. The response describes
        each error.
      </>
    );
  }
  const prefix = endpoint === "batch" ? "pk_" : "sk_";
  return advice[code]?.(prefix) ?? "See the response for details.";
}

/** Advice by error code. The prefix is that of the key which the endpoint expects. */
const advice: Readonly<Record<string, (prefix: string) => string>> = {
  missing_key: (prefix) =>
    prefix === "sk_"
      ? "Send the secret key in the X-Service-Key header. Is the environment variable set?"
      : "The script tag needs the attribute data-publishable-key.",
  invalid_key: () => "The key is misspelled, incomplete, or from another installation.",
  revoked_key: () => "The key was revoked, or its project is archived. Use an active key.",
  expired_key: () => "The key has expired. Use another key, or extend the expiry of this one.",
  address_not_allowed: () =>
    "The key is restricted to other addresses than your server's. Behind a proxy, the service needs --trusted-proxy.",
  key_mode_mismatch: (prefix) =>
    `Use a key that starts with ${prefix}. Revoke any secret key that was ever used in a page.`,
  malformed_json: () => "The body must be a JSON object in UTF-8.",
  unsupported_media_type: () =>
    "Send the header Content-Type: application/json, and the body without Content-Encoding.",
  body_too_large: () => "The body is too large.",
  request_timeout: () => "The body did not arrive within 2 seconds. Send it at once.",
  idempotency_conflict: () =>
    "The Idempotency-Key was used for another booking. Use a new one for each booking attempt.",
  validation_failed: () => "The response lists the missing and malformed fields.",
  not_found: () => "The project has no decision with that decisionId.",
  rate_limited: () => "Too many requests. Wait for the time in the Retry-After header.",
  unavailable: () => "The service was not available. Retry after the time in Retry-After.",
};
