/** Queries of the models page and how often they are refreshed. */
import { useQuery } from "@tanstack/react-query";
import type { ModelsHere } from "../../../http/dashboard-api/models/list.ts";
import { api, unwrap } from "../../api/client.ts";
import { useProject, useRefresh } from "../../api/session.ts";

const key = (projectId: string, ...rest: string[]) => ["models", projectId, ...rest];

/** While a promotion takes effect, which takes up to a second. */
const switchingIntervalMs = 400;
const idleIntervalMs = 20_000;

export function useModels() {
  const { projectId } = useProject();
  return useQuery({
    queryKey: key(projectId),
    queryFn: () => unwrap(api.projects({ projectId }).models.get()),
    refetchInterval: ({ state }) =>
      state.data && isSwitching(state.data) ? switchingIntervalMs : idleIntervalMs,
  });
}

/** Whether the selected model is about to become active. */
export function isSwitching({ deciding, own, all }: ModelsHere): boolean {
  const selected = own?.model ?? all.model;
  return selected !== null && deciding.insteadOf === null && deciding.model !== selected;
}

export function useModel(model: string) {
  const { projectId } = useProject();
  return useQuery({
    queryKey: key(projectId, model),
    queryFn: () => unwrap(api.projects({ projectId }).models({ model }).get()),
  });
}

/** Refreshed every second while a replay is running. */
export function useReplays(model: string) {
  const { projectId } = useProject();
  return useQuery({
    queryKey: key(projectId, model, "replays"),
    queryFn: () => unwrap(api.projects({ projectId }).models({ model }).replays.get()),
    refetchInterval: ({ state }) =>
      state.data?.running || state.data?.isBusy ? 1000 : idleIntervalMs,
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

export function useCalibration(model: string) {
  const { projectId } = useProject();
  return useQuery({
    queryKey: key(projectId, model, "calibration"),
    queryFn: () => unwrap(api.projects({ projectId }).models({ model }).calibration.get()),
    staleTime: 10 * 60_000, // As long as the service keeps it.
  });
}

export function useChallenge(model: string) {
  const { projectId } = useProject();
  return useQuery({
    queryKey: key(projectId, model, "challenge"),
    queryFn: () => unwrap(api.projects({ projectId }).models({ model }).challenge.get()),
    refetchInterval: idleIntervalMs,
  });
}

/** Refetches everything on the page after a change. */
export const useRefreshModels = () => useRefresh(key);
