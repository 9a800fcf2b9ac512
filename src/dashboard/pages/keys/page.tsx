import { useState } from "react";
import { useSearchParams } from "wouter";
import type { KeyKind, KeySummary } from "../../../projects/keys.ts";
import { can, useProject } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { EmptyState, ErrorNotice, Notice, Page, SkeletonRows } from "../../components/page.tsx";
import { useQueryParam } from "../../layout/use-query-param.ts";
import { KeyTable } from "./key-table.tsx";
import { NewKey } from "./new-key.tsx";
import { Rotation } from "./rotation.tsx";
import { useKeys } from "./use-keys.ts";

export default function KeysPage() {
  const project = useProject();
  const keys = useKeys();
  const [newKind, setNewKind] = useQueryParam("new");
  const canCreate = can(project, "key.create") && project.archivedAt === null;
  return (
    <Page
      title="Keys"
      lead="Your website uses a publishable key, your server a secret key. A project can have several of each."
      action={
        canCreate && (
          <Button variant="primary" icon="plus" onClick={() => setNewKind("")}>
            Create key
          </Button>
        )
      }
    >
      {project.archivedAt && (
        <Notice variant="warn">
          This project is archived. Requests with its keys are rejected.
        </Notice>
      )}
      {keys.error && <ErrorNotice error={keys.error} retry={() => void keys.refetch()} />}
      {keys.isPending && (
        <div className="card">
          <SkeletonRows />
        </div>
      )}
      {keys.data && <KeyLists keys={keys.data} onNew={canCreate ? setNewKind : null} />}
      {keys.data && <OpenRotation keys={keys.data} />}
      {newKind !== null && canCreate && (
        <NewKey
          kind={newKind === "publishable" ? "publishable" : "secret"}
          onClose={() => setNewKind(null)}
        />
      )}
    </Page>
  );
}

const kinds = {
  secret: {
    title: "Secret keys",
    lead: "For your server only. Each key is shown once, when you create it.",
    icon: "shield",
    emptyTitle: "Your server needs a secret key",
    empty:
      "Send it in the X-Service-Key header of every POST /v1/risk call, right before you commit the reservation.",
  },
  publishable: {
    title: "Publishable keys",
    lead: "For your website. It is not a secret: visitors can see it.",
    icon: "globe",
    emptyTitle: "Your website needs a publishable key",
    empty:
      "Add it to the script tag on every page, so that the whole path to the booking is recorded.",
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
  const [isRevokedShown, setRevokedShown] = useState(false);
  return (
    <>
      {(["secret", "publishable"] as const).map((kind) => {
        const { title, lead, icon, emptyTitle, empty } = kinds[kind];
        const ofKind = keys.filter((key) => key.kind === kind && key.revokedAt === null);
        return (
          <Card key={kind} title={title} beside={<p>{lead}</p>}>
            {ofKind.length > 0 ? (
              <KeyTable keys={ofKind} />
            ) : (
              <EmptyState
                icon={icon}
                title={emptyTitle}
                action={
                  onNew && (
                    <Button icon="plus" onClick={() => onNew(kind)}>
                      Create {kind} key
                    </Button>
                  )
                }
              >
                {empty}
              </EmptyState>
            )}
          </Card>
        );
      })}
      {revoked.length > 0 && (
        <section className="stack">
          <div>
            <Button
              variant="plain"
              aria-expanded={isRevokedShown}
              onClick={() => setRevokedShown(!isRevokedShown)}
            >
              {isRevokedShown ? "Hide" : "Show"} revoked keys ({revoked.length})
            </Button>
          </div>
          {isRevokedShown && (
            <div className="card">
              <KeyTable keys={revoked} />
            </div>
          )}
        </section>
      )}
    </>
  );
}

/** The URL names the rotation in progress, so that it can be left and resumed. */
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
      onCreated={(keyId) => set(keyId)}
      onClose={() => set(null, false)}
    />
  );
}
