import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client.ts";
import { useMe } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { ErrorNotice } from "../../components/page.tsx";
import { Table } from "../../components/table.tsx";
import { Time } from "../../components/time.tsx";
import { showToast } from "../../components/toast.tsx";
import { browserName } from "./browser-name.ts";

const queryKey = ["trusted-devices"] as const;

/** The browsers that ask for no second factor; hidden where there is none. */
export function TrustedDevices() {
  const { hasApp } = useMe();
  const client = useQueryClient();
  const devices = useQuery({
    queryKey,
    queryFn: () => unwrap(api.account["trusted-devices"].get()),
    enabled: hasApp,
  });
  if (!hasApp) return null;
  if (devices.error) return <ErrorNotice error={devices.error} />;
  if (!devices.data || devices.data.length === 0) return null;
  const end = async (deviceId: string) => {
    await unwrap(api.account["trusted-devices"]({ deviceId }).end.post());
    await client.invalidateQueries({ queryKey });
    showToast("Device no longer trusted");
  };
  return (
    <section className="settings-card">
      <div>
        <h2>Trusted devices</h2>
        <p>On these devices your password is enough to sign in, until you change it.</p>
      </div>
      <div className="card">
        <Table
          columns={["Browser", "IP address", "Last sign-in", "Trusted until"]}
          actions="Actions"
        >
          {devices.data.map((device) => (
            <tr key={device.deviceId}>
              <td className="name" title={device.userAgent ?? undefined}>
                {browserName(device.userAgent)}
              </td>
              <td data-label="IP address">{device.address ?? "Unknown"}</td>
              <td data-label="Last sign-in">
                <Time at={device.lastSignInAt} />
              </td>
              <td data-label="Trusted until">
                <Time at={device.expiresAt} />
              </td>
              <td className="end">
                <Button variant="plain" onClick={() => void end(device.deviceId)}>
                  Ask again
                </Button>
              </td>
            </tr>
          ))}
        </Table>
      </div>
    </section>
  );
}
