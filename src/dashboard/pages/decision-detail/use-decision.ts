/** What the page asks of its decision, each part when it is there. */
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { api, unwrap } from "../../api/client.ts";
import { useProject } from "../../api/session.ts";

export const DecisionContext = createContext("");

/** The doors of the page's decision, and a key for what they answer. */
export function useDoors() {
  const { projectId } = useProject();
  const decisionId = useContext(DecisionContext);
  return {
    projectId,
    decisionId,
    key: ["decision", projectId, decisionId] as const,
    doors: api.projects({ projectId }).decisions({ decisionId }),
  };
}

export function useDecision() {
  const { key, doors } = useDoors();
  return useQuery({ queryKey: [...key, "look"], queryFn: () => unwrap(doors.get()) });
}

/** What never changes is asked for once. */
const never = { staleTime: Number.POSITIVE_INFINITY };

export function useReasons() {
  const { key, doors } = useDoors();
  const queryFn = () => unwrap(doors.reasons.get());
  return useQuery({ queryKey: [...key, "reasons"], queryFn, ...never });
}

export function useFeatures() {
  const { key, doors } = useDoors();
  const queryFn = () => unwrap(doors.features.get());
  return useQuery({ queryKey: [...key, "features"], queryFn, ...never });
}

export function useJourney() {
  const { key, doors } = useDoors();
  return useQuery({ queryKey: [...key, "journey"], queryFn: () => unwrap(doors.journey.get()) });
}

export function useLinked() {
  const { key, doors } = useDoors();
  return useQuery({ queryKey: [...key, "linked"], queryFn: () => unwrap(doors.linked.get()) });
}

/** After an outcome was set: the decision, and whatever lists and counts decisions. */
export function useRefreshDecision(): () => Promise<void> {
  const client: QueryClient = useQueryClient();
  const { projectId, key } = useDoors();
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: [...key, "look"] }),
      client.invalidateQueries({ queryKey: ["decisions", projectId] }),
    ]);
  };
}
