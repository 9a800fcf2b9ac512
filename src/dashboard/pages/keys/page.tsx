import { useState } from "react";
import { useSearchParams } from "wouter";
import type { KeyKind, KeySummary } from "../../../projects/keys.ts";
import { can, useProject } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { EmptyState, ErrorNotice, Notice, Page, SkeletonRows } from "../../components/page.tsx";
import { useQueryParam } from "../../layout/use-query-param.ts";
import { KeyTable } from "./key-table.tsx";
import { NewKey } from "./new-key.tsx";
import { Rotation } from "./rotation.tsx";
import { useKeys } from "./use-keys.ts";

export default function KeysPage() {
  const project = useProject();
  const keys = useKeys();
  const [isNew, setNew] = useQueryParam("new");
  const mayCreate = can(project, "key.create") && project.archivedAt === null;
  return (
    <Page
      title="Keys"
      lead="The pages of your site carry a publishable key, your server sends a secret one. A project may have several of each."
      action={
        mayCreate && (
          <Button variant="primary" icon="plus" onClick={() => setNew("")}>
            New key
          </Button>
        )
      }
    >
      {project.archivedAt && (
        <Notice variant="warn">This project is archived: all its keys are refused.</Notice>
      )}
      {keys.error && <ErrorNotice error={keys.error} retry={() => void keys.refetch()} />}
      {keys.isPending && (
        <div className="card">
          <SkeletonRows />
        </div>
      )}
      {keys.data && <KeyLists keys={keys.data} onNew={mayCreate ? setNew : null} />}
      {keys.data && <OpenRotation keys={keys.data} />}
      {isNew !== null && mayCreate && (
        <NewKey
          kind={isNew === "publishable" ? "publishable" : "secret"}
          onClose={() => setNew(null)}
        />
      )}
    </Page>
  );
}

const kinds = {
  secret: {
    title: "Secret keys",
    lead: "For your server alone. Each is shown once, when it is made.",
    icon: "shield",
    emptyTitle: "Your server needs a secret key",
    empty:
      "It is sent in X-Service-Key with every call of POST /v1/risk, right before the reservation is committed.",
  },
  publishable: {
    title: "Publishable keys",
    lead: "For the pages of your site. Safe to be seen.",
    icon: "globe",
    emptyTitle: "Your pages need a publishable key",
    empty:
      "It goes into the script tag on every page, so that the whole way to the booking is seen.",
  },
} as const;

function KeyLists({
  keys,
  onNew,
}: {
  keys: readonly KeySummary[];
  onNew: ((kind: KeyKind) => void) | null;
}) {
  const revoked = keys.filter(({ revokedAt }) => revokedAt !== null);
  const [showsRevoked, setShowsRevoked] = useState(false);
  return (
    <>
      {(["secret", "publishable"] as const).map((kind) => {
        const { title, lead, icon, emptyTitle, empty } = kinds[kind];
        const ofKind = keys.filter((key) => key.kind === kind && key.revokedAt === null);
        return (
          <section className="card" key={kind} aria-label={title}>
            <header>
              <h2>{title}</h2>
              <p>{lead}</p>
            </header>
            {ofKind.length > 0 ? (
              <KeyTable keys={ofKind} />
            ) : (
              <EmptyState
                icon={icon}
                title={emptyTitle}
                action={
                  onNew && (
                    <Button icon="plus" onClick={() => onNew(kind)}>
                      Make a {kind} key
                    </Button>
                  )
                }
              >
                {empty}
              </EmptyState>
            )}
          </section>
        );
      })}
      {revoked.length > 0 && (
        <section className="stack">
          <div>
            <Button
              variant="plain"
              aria-expanded={showsRevoked}
              onClick={() => setShowsRevoked(!showsRevoked)}
            >
              {showsRevoked ? "Hide" : "Show"} revoked keys ({revoked.length})
            </Button>
          </div>
          {showsRevoked && (
            <div className="card">
              <KeyTable keys={revoked} />
            </div>
          )}
        </section>
      )}
    </>
  );
}

/** A rotation that is under way stands in the address, so that it can be left and taken up again. */
function OpenRotation({ keys }: { keys: readonly KeySummary[] }) {
  const [search, setSearch] = useSearchParams();
  const old = keys.find(({ keyId }) => keyId === search.get("rotate"));
  const next = keys.find(({ keyId }) => keyId === search.get("to"));
  if (!old) return null;
  const set = (to: string | null, open = true) =>
    setSearch(
      (now) => {
        const query = new URLSearchParams(now);
        query.delete("to");
        if (to) query.set("to", to);
        if (!open) query.delete("rotate");
        return query;
      },
      { replace: true },
    );
  return (
    <Rotation
      old={old}
      next={next ?? null}
      onMade={(keyId) => set(keyId)}
      onClose={() => set(null, false)}
    />
  );
}
