import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { SessionSummary } from "../../../dashboard-api/account.ts";
import { api, unwrap } from "../../api/client.ts";
import { Button } from "../../components/button.tsx";
import { ErrorNotice, SkeletonRows } from "../../components/page.tsx";
import { Time } from "../../components/time.tsx";
import { showToast } from "../../components/toast.tsx";

const key = ["sessions"] as const;

export function Sessions() {
  const client = useQueryClient();
  const sessions = useQuery({
    queryKey: key,
    queryFn: () => unwrap(api.account.sessions.get()),
  });
  const end = async (one: SessionSummary) => {
    await unwrap(api.account.sessions({ sessionId: one.sessionId }).end.post());
    await client.invalidateQueries({ queryKey: key });
    showToast("That session is ended");
  };
  const endOthers = async () => {
    const { ended } = await unwrap(api.account.sessions["end-others"].post());
    await client.invalidateQueries({ queryKey: key });
    showToast(ended === 1 ? "One session is ended" : `${ended} sessions are ended`);
  };
  const others = sessions.data?.filter(({ isThisOne }) => !isThisOne) ?? [];
  return (
    <section className="settings-card">
      <div>
        <h2>Sessions</h2>
        <p>Where you are signed in. End what you do not know, and change your password.</p>
      </div>
      <div className="stack">
        {sessions.error && <ErrorNotice error={sessions.error} />}
        <div className="card">
          {sessions.isPending && <SkeletonRows rows={2} />}
          {sessions.data && (
            <table className="table">
              <thead>
                <tr>
                  <th>Browser</th>
                  <th>Address</th>
                  <th>Last seen</th>
                  <th>
                    <span className="visually-hidden">What to do</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {sessions.data.map((one) => (
                  <tr key={one.sessionId}>
                    <td className="name">
                      <span title={one.userAgent ?? undefined}>{browserOf(one.userAgent)}</span>{" "}
                      {one.isThisOne && <span className="badge ok">this one</span>}
                    </td>
                    <td data-label="Address">{one.address ?? "unknown"}</td>
                    <td data-label="Last seen">
                      <Time at={one.lastSeenAt} />
                    </td>
                    <td className="end">
                      {!one.isThisOne && (
                        <Button variant="plain" onClick={() => void end(one)}>
                          End
                        </Button>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </div>
        {others.length > 1 && (
          <div>
            <Button variant="danger" onClick={() => void endOthers()}>
              End all others
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}

/** The browser and the system by name, as far as a User-Agent tells. */
function browserOf(userAgent: string | null): string {
  const text = userAgent ?? "";
  const browser = /Edg\//.test(text)
    ? "Edge"
    : /Firefox\//.test(text)
      ? "Firefox"
      : /Chrome\//.test(text)
        ? "Chrome"
        : /Safari\//.test(text)
          ? "Safari"
          : "A browser";
  const system = /Windows/.test(text)
    ? "Windows"
    : /iPhone|iPad/.test(text)
      ? "iOS"
      : /Android/.test(text)
        ? "Android"
        : /Mac OS X/.test(text)
          ? "macOS"
          : /Linux/.test(text)
            ? "Linux"
            : "";
  return system ? `${browser} on ${system}` : browser;
}
