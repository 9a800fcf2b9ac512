/**
 * The keys that were created on this page. They are kept in memory until the user signs out, to fill
 * them into the snippets, since the service cannot show them again.
 */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { KeyKind } from "../../../projects/keys.ts";
import { api, unwrap } from "../../api/client.ts";
import { can, useProject } from "../../api/session.ts";
import { showToast } from "../../components/toast.tsx";
import { useRefreshKeys } from "../keys/use-keys.ts";
import { placeholders } from "./snippets/example.ts";
import { startKey } from "./use-start.ts";

type KeysByKind = Partial<Record<KeyKind, string>>;

/** Names of new keys: where they are used. */
const keyNames: Readonly<Record<KeyKind, string>> = {
  secret: "Booking server",
  publishable: "Website",
};

export interface NewKeys {
  /** The keys that were created on this page. */
  known: KeysByKind;
  /** A key for the snippets, or its placeholder. */
  text: (kind: KeyKind) => string;
  /** Null if the user may not create keys. */
  create: ((kind: KeyKind) => Promise<void>) | null;
  /** The kind of key that is being created. */
  creating: KeyKind | null;
  error: Error | null;
}

export function useNewKeys(): NewKeys {
  const project = useProject();
  const { projectId } = project;
  const client = useQueryClient();
  const refreshKeys = useRefreshKeys();
  const queryKey = ["new-keys", projectId];
  const { data: known } = useQuery<KeysByKind>({ queryKey, enabled: false, initialData: {} });
  const [creating, setCreating] = useState<KeyKind | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const canCreate = can(project, "key.create") && project.archivedAt === null;

  async function create(kind: KeyKind): Promise<void> {
    if (creating) return;
    setCreating(kind);
    setError(null);
    try {
      const request = { kind, name: keyNames[kind] };
      const { key } = await unwrap(api.projects({ projectId }).keys.post(request));
      client.setQueryData<KeysByKind>(queryKey, (before) => ({ ...before, [kind]: key }));
      showToast(`${kind === "secret" ? "Secret" : "Publishable"} key created and filled in`);
      await Promise.all([
        refreshKeys(),
        client.invalidateQueries({ queryKey: startKey(projectId) }),
      ]);
    } catch (problem) {
      setError(problem as Error);
    }
    setCreating(null);
  }

  const text = (kind: KeyKind) => known[kind] ?? placeholders[kind];
  return { known, text, create: canCreate ? create : null, creating, error };
}
