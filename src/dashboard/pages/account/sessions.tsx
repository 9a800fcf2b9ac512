import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { SessionSummary } from "../../../http/dashboard-api/account.ts";
import { api, unwrap } from "../../api/client.ts";
import { Button } from "../../components/button.tsx";
import { ErrorNotice, SkeletonRows } from "../../components/page.tsx";
import { Table } from "../../components/table.tsx";
import { Time } from "../../components/time.tsx";
import { showToast } from "../../components/toast.tsx";
import { browserName } from "./browser-name.ts";

const queryKey = ["sessions"] as const;

export function Sessions() {
  const client = useQueryClient();
  const sessions = useQuery({
    queryKey,
    queryFn: () => unwrap(api.account.sessions.get()),
  });
  const end = async ({ sessionId }: SessionSummary) => {
    await unwrap(api.account.sessions({ sessionId }).end.post());
    await client.invalidateQueries({ queryKey });
    showToast("Session ended");
  };
  const endOthers = async () => {
    const { ended } = await unwrap(api.account.sessions["end-others"].post());
    await client.invalidateQueries({ queryKey });
    showToast(ended === 1 ? "1 session ended" : `${ended} sessions ended`);
  };
  const others = sessions.data?.filter(({ isThisOne }) => !isThisOne) ?? [];
  return (
    <section className="settings-card">
      <div>
        <h2>Sessions</h2>
        <p>
          Where you are signed in. If you do not recognize a session, end it and change your
          password.
        </p>
      </div>
      <div className="stack">
        {sessions.error && <ErrorNotice error={sessions.error} />}
        <div className="card">
          {sessions.isPending && <SkeletonRows rows={2} />}
          {sessions.data && (
            <Table columns={["Browser", "IP address", "Last seen"]} actions="Actions">
              {sessions.data.map((session) => (
                <SessionRow
                  key={session.sessionId}
                  session={session}
                  onEnd={() => void end(session)}
                />
              ))}
            </Table>
          )}
        </div>
        {others.length > 1 && (
          <div>
            <Button variant="danger" onClick={() => void endOthers()}>
              End all other sessions
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}

function SessionRow({ session, onEnd }: { session: SessionSummary; onEnd: () => void }) {
  return (
    <tr>
      <td className="name">
        <span title={session.userAgent ?? undefined}>{browserName(session.userAgent)}</span>{" "}
        {session.isThisOne && <span className="badge ok">This session</span>}
      </td>
      <td data-label="IP address">{session.address ?? "Unknown"}</td>
      <td data-label="Last seen">
        <Time at={session.lastSeenAt} />
      </td>
      <td className="end">
        {!session.isThisOne && (
          <Button variant="plain" onClick={onEnd}>
            End
          </Button>
        )}
      </td>
    </tr>
  );
}
