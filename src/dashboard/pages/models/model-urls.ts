/** The URLs of a project's models and decisions, below `/dashboard`. */
import { useProject } from "../../api/session.ts";

export function useModelUrls() {
  const { projectId } = useProject();
  const models = `/p/${projectId}/models`;
  const model = (name: string) => `${models}?model=${encodeURIComponent(name)}`;
  return {
    models,
    model,
    report: (name: string, replayId: string) =>
      `${model(name)}&replay=${encodeURIComponent(replayId)}`,
    decisionsBy: (name: string) =>
      `/p/${projectId}/decisions?last=30d&model=${encodeURIComponent(name)}`,
    decision: (decisionId: string) => `/p/${projectId}/decisions/${encodeURIComponent(decisionId)}`,
  };
}
