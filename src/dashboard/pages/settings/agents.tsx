/** Which agents, programs that book for their owners and sign their requests, are welcome. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Agents, ShownAgent } from "../../../http/dashboard-api/projects.ts";
import { api, unwrap } from "../../api/client.ts";
import { useProject } from "../../api/session.ts";
import { TextArea } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { showToast } from "../../components/toast.tsx";
import { useReplacing } from "../../components/use-replacing.ts";
import { SettingCard } from "./setting-card.tsx";

const queryKey = (projectId: string) => ["agents", projectId] as const;

export function AgentsCard({ canEdit }: { canEdit: boolean }) {
  const { projectId } = useProject();
  const agents = useQuery({
    queryKey: queryKey(projectId),
    queryFn: () => unwrap(api.projects({ projectId }).agents.get()),
  });
  const lead =
    "Assistants that book for their owners can sign their requests, so that they are known for certain. A " +
    "welcome agent counts less against a booking than an unknown program. A forged, expired or replayed signature " +
    "counts against it.";
  return (
    <SettingCard title="Agents" lead={lead} setting={agents}>
      {(data) => (
        <>
          {canEdit ? (
            <AgentsForm key={projectId} agents={data} />
          ) : (
            <p>Welcome: {welcomeText(data.welcome)}.</p>
          )}
          <KnownAgents known={data.known} />
        </>
      )}
    </SettingCard>
  );
}

const welcomeText = (welcome: readonly string[]) => welcome.join(", ") || "no agent";

function AgentsForm({ agents: { welcome } }: { agents: Agents }) {
  const { projectId } = useProject();
  const client = useQueryClient();
  const [text, setText] = useState(welcome.join("\n"));
  const route = api.projects({ projectId }).agents;
  const replacing = useReplacing(welcome, {
    read: async () => (await unwrap(route.get())).welcome,
    text: welcomeText,
  });
  const save = async () => {
    const agents = text.split(/[\s,]+/).filter(Boolean);
    await replacing(async (replaces) => {
      return (await unwrap(route.put({ agents, replaces: [...replaces] }))).welcome;
    });
    showToast("Saved. The change applies from the next visit.");
    await client.invalidateQueries({ queryKey: queryKey(projectId) });
  };
  return (
    <Form action="Save" onSubmit={save} isSetting>
      {(errors) => (
        <TextArea
          label="Welcome agents"
          hint="One host per line. Leave empty if no agent is welcome."
          placeholder="assistant.example"
          error={errors.agents}
          value={text}
          onChange={setText}
        />
      )}
    </Form>
  );
}

function KnownAgents({ known }: { known: readonly ShownAgent[] }) {
  if (known.length === 0) {
    return (
      <p className="muted small">
        This service verifies no signatures yet. Its operator names the agents to verify with{" "}
        <code>--agent</code>.
      </p>
    );
  }
  return (
    <div className="small">
      <p className="muted">Signatures of these agents are verified:</p>
      <ul>
        {known.map(({ host, keys, problem }) => (
          <li key={host}>
            {host}
            {problem !== null && ` (its keys cannot be read: ${problem})`}
            {problem === null && keys === 0 && " (its keys are not known yet)"}
          </li>
        ))}
      </ul>
    </div>
  );
}
