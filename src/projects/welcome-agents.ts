/** The agents that a project welcomes: programs that book for their owners and sign their requests. */
import { invalidInput } from "../base/domain-error.ts";
import { type Actor, auditEntry } from "../storage/port/audit.ts";
import { changeTexts } from "./choices.ts";
import type { ProjectDeps } from "./projects.ts";

/** Agents of one project. */
const agentsMax = 50;

/**
 * Replaces the list. It holds for the next batch of telemetry; what arrived before stays as it was
 * counted. The same list again changes nothing.
 *
 * @param agents hosts, as in `assistant.example`; none for an empty list.
 * @param replaces the list that was shown; undefined: whatever is stored.
 * @throws DomainError invalid_input, project_not_found, setting_changed
 */
export async function setWelcomeAgents(
  deps: ProjectDeps,
  actor: Actor,
  {
    agents: texts,
    ...of
  }: { projectId: string; agents: readonly string[]; replaces?: readonly string[] | undefined },
): Promise<readonly string[]> {
  const { projectId } = of;
  const wanted = texts.map(readAgent);
  const list = { name: "welcomeAgents", field: "agents", items: "agents", max: agentsMax } as const;
  return changeTexts(
    deps,
    of,
    list,
    () => wanted,
    (agents, before) => {
      const about = { subject: projectId, projectId, detail: { agents, before } };
      return auditEntry(actor, deps.now(), "project.welcome-agents", about);
    },
  );
}

/**
 * A host as URLs spell it, with its port unless that is 443.
 * @throws DomainError invalid_input
 */
export function readAgent(text: string): string {
  const trimmed = text.trim();
  const isHost = trimmed.length <= 253 && /^[^\s/\\?#@*%]+$/.test(trimmed);
  const url = isHost ? URL.parse(`https://${trimmed}`) : null;
  if (url && !url.hostname.endsWith(".")) return url.host;
  const shown = JSON.stringify(text.slice(0, 80));
  throw invalidInput("agents", `must contain only hosts such as assistant.example, not ${shown}`);
}
