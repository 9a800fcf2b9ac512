/**
 * The keys that were made on this page, while they are known: in memory, and not for long. Signing
 * out forgets them with everything else.
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

type Made = Partial<Record<KeyKind, string>>;

/** Where the key is used, as the list of keys tells. */
const names: Readonly<Record<KeyKind, string>> = {
  secret: "Booking server",
  publishable: "Website",
};

export interface MadeKeys {
  /** Absent where it is not known. */
  known: Made;
  /** For the snippets: the key, or what stands for it. */
  text: (kind: KeyKind) => string;
  /** Null for whoever may not. */
  make: ((kind: KeyKind) => Promise<void>) | null;
  making: KeyKind | null;
  error: Error | null;
}

export function useMadeKeys(): MadeKeys {
  const project = useProject();
  const { projectId } = project;
  const client = useQueryClient();
  const refreshKeys = useRefreshKeys();
  const queryKey = ["made-keys", projectId];
  const { data: known } = useQuery<Made>({ queryKey, enabled: false, initialData: {} });
  const [making, setMaking] = useState<KeyKind | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const mayMake = can(project, "key.create") && project.archivedAt === null;

  async function make(kind: KeyKind): Promise<void> {
    if (making) return;
    setMaking(kind);
    setError(null);
    try {
      const asked = { kind, name: names[kind] };
      const { key } = await unwrap(api.projects({ projectId }).keys.post(asked));
      client.setQueryData<Made>(queryKey, (before) => ({ ...before, [kind]: key }));
      showToast(`The ${kind} key is made, and filled in`);
      await Promise.all([
        refreshKeys(),
        client.invalidateQueries({ queryKey: startKey(projectId) }),
      ]);
    } catch (problem) {
      setError(problem as Error);
    }
    setMaking(null);
  }

  const text = (kind: KeyKind) => known[kind] ?? placeholders[kind];
  return { known, text, make: mayMake ? make : null, making, error };
}
