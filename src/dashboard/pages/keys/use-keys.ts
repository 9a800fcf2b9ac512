import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { KeyKind, KeySummary } from "../../../projects/keys.ts";
import { api, unwrap } from "../../api/client.ts";
import { useProject, useRefresh } from "../../api/session.ts";

const keyOf = (projectId: string) => ["keys", projectId] as const;

/** Refreshes the time at which each key was last used. */
const refreshEveryMs = 15_000;

/** A new key, with the secret that only the response to its creation contains. */
export interface CreatedKey {
  keyId: string;
  kind: KeyKind;
  key: string;
  name: string;
}

export function useKeys(everyMs = refreshEveryMs) {
  const { projectId } = useProject();
  return useQuery({
    queryKey: keyOf(projectId),
    queryFn: () => unwrap(api.projects({ projectId }).keys.get()),
    refetchInterval: everyMs,
  });
}

/** @returns a function that reads a key as it is stored. */
export function useReadKey(keyId: string): () => Promise<KeySummary> {
  const { projectId } = useProject();
  return async () => {
    const keys = await unwrap(api.projects({ projectId }).keys.get());
    return keys.find((key) => key.keyId === keyId)!;
  };
}

export const useRefreshKeys = () => useRefresh(keyOf);

/** Shows a changed key as the response to the change has it, without loading the list again. */
export function useReplaceKey(): (key: KeySummary) => Promise<void> {
  const { projectId } = useProject();
  const client = useQueryClient();
  const queryKey = keyOf(projectId);
  return async (key) => {
    await client.cancelQueries({ queryKey }); // It may have been read before the change.
    client.setQueryData<KeySummary[]>(queryKey, (keys) =>
      keys?.map((one) => (one.keyId === key.keyId ? key : one)),
    );
  };
}
