/** The project's kiosks: devices on which one guest after another books. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "./client.ts";
import { useProject } from "./session.ts";

const queryKey = (projectId: string) => ["kiosks", projectId] as const;
const endpointOf = (projectId: string) => api.projects({ projectId }).kiosks;

export function useKiosks() {
  const { projectId } = useProject();
  const queryFn = () => unwrap(endpointOf(projectId).get());
  return useQuery({ queryKey: queryKey(projectId), queryFn });
}

/** Reads the list again, and replaces it; both return what is stored. */
export function useStoredKiosks() {
  const { projectId } = useProject();
  const client = useQueryClient();
  const endpoint = endpointOf(projectId);
  return {
    read: async () => (await unwrap(endpoint.get())).kiosks,
    async set(kiosks: string[], replaces: readonly string[]) {
      const stored = await unwrap(endpoint.put({ kiosks, replaces: [...replaces] }));
      client.setQueryData(queryKey(projectId), stored);
      return stored.kiosks;
    },
  };
}

/** Marks one device, or unmarks it; the others stay as they are stored by then. */
export function useMarkKiosk(): (deviceId: string, marked: boolean) => Promise<void> {
  const { projectId } = useProject();
  const client = useQueryClient();
  return async (deviceId, marked) => {
    const stored = await unwrap(endpointOf(projectId).mark.post({ deviceId, marked }));
    client.setQueryData(queryKey(projectId), stored);
  };
}
