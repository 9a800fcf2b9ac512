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

export function useSetKiosks(): (kiosks: string[]) => Promise<void> {
  const { projectId } = useProject();
  const client = useQueryClient();
  return async (kiosks) => {
    client.setQueryData(queryKey(projectId), await unwrap(endpointOf(projectId).put({ kiosks })));
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
