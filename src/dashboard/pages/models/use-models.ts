/** What the page asks for, and when it asks again. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ModelsHere } from "../../../dashboard-api/models/list.ts";
import { api, unwrap } from "../../api/client.ts";
import { useProject } from "../../api/session.ts";

const key = (projectId: string, ...rest: string[]) => ["models", projectId, ...rest];

/** A promotion is taken up within a second: so often it is looked whether it was, ms. */
const takingUpMs = 400;
const idleMs = 20_000;

export function useModels() {
  const { projectId } = useProject();
  return useQuery({
    queryKey: key(projectId),
    queryFn: () => unwrap(api.projects({ projectId }).models.get()),
    refetchInterval: ({ state }) => (state.data && isTakingUp(state.data) ? takingUpMs : idleMs),
  });
}

/** Whether another model decides still than the one that was chosen, and nothing is wrong. */
export function isTakingUp({ deciding, own, all }: ModelsHere): boolean {
  const chosen = own?.model ?? all.model;
  return chosen !== null && deciding.insteadOf === null && deciding.model !== chosen;
}

export function useModel(model: string) {
  const { projectId } = useProject();
  return useQuery({
    queryKey: key(projectId, model),
    queryFn: () => unwrap(api.projects({ projectId }).models({ model }).get()),
  });
}

/** Asked often while one is under way. */
export function useReplays(model: string) {
  const { projectId } = useProject();
  return useQuery({
    queryKey: key(projectId, model, "replays"),
    queryFn: () => unwrap(api.projects({ projectId }).models({ model }).replays.get()),
    refetchInterval: ({ state }) => (state.data?.running || state.data?.isBusy ? 1000 : idleMs),
  });
}

export function useReport(model: string, replayId: string) {
  const { projectId } = useProject();
  return useQuery({
    queryKey: key(projectId, model, "replays", replayId),
    queryFn: () =>
      unwrap(api.projects({ projectId }).models({ model }).replays({ replayId }).get()),
    staleTime: Number.POSITIVE_INFINITY, // A report never changes.
  });
}

export function useShadow(model: string) {
  const { projectId } = useProject();
  return useQuery({
    queryKey: key(projectId, model, "shadow"),
    queryFn: () => unwrap(api.projects({ projectId }).models({ model }).shadow.get()),
    refetchInterval: 5000,
  });
}

/** After a change. */
export function useRefreshModels(): () => Promise<void> {
  const { projectId } = useProject();
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: key(projectId) });
}
