import { useState } from "react";
import type { WebhookEndpoint } from "../../../projects/webhooks/endpoints.ts";
import { webhookLimits } from "../../../projects/webhooks/limits.ts";
import { api, unwrap } from "../../api/client.ts";
import { can, useProject } from "../../api/session.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Dialog } from "../../components/dialog.tsx";
import type { MenuEntry } from "../../components/dropdown-menu.tsx";
import { Form } from "../../components/form.tsx";
import { Menu } from "../../components/menu.tsx";
import { Table } from "../../components/table.tsx";
import { Time } from "../../components/time.tsx";
import { showToast } from "../../components/toast.tsx";
import { SecretDialog } from "./new-endpoint.tsx";
import { useRefreshWebhooks } from "./use-webhooks.ts";

type Act = "test" | "rotate" | "enable" | "disable" | "archive";

export function EndpointTable({ endpoints }: { endpoints: readonly WebhookEndpoint[] }) {
  return (
    <Table kind="webhooks" columns={["URL", "Events", "Status", "Added"]} actions="Actions">
      {endpoints.map((endpoint) => (
        <EndpointRow key={endpoint.endpointId} endpoint={endpoint} />
      ))}
    </Table>
  );
}

function EndpointRow({ endpoint }: { endpoint: WebhookEndpoint }) {
  const project = useProject();
  const [act, setAct] = useState<Act | null>(null);
  const { url, description, events, createdAt, createdBy } = endpoint;
  return (
    <tr>
      <td className="name">
        <div className="stack tight">
          <bdi className="url">{url}</bdi>
          {description && <span className="muted small">{description}</span>}
        </div>
      </td>
      <td data-label="Events">
        <span className="small">{events.join(", ")}</span>
      </td>
      <td data-label="Status">
        <Status endpoint={endpoint} />
      </td>
      <td data-label="Added">
        <div className="stack tight">
          <Time at={createdAt} />
          <span className="muted small">{createdBy}</span>
        </div>
      </td>
      <td className="end">
        {can(project, "webhook.set") && (
          <Menu label={`Actions for ${url}`} entries={entriesFor(endpoint, setAct)} />
        )}
        {act && <ActDialog act={act} endpoint={endpoint} onClose={() => setAct(null)} />}
      </td>
    </tr>
  );
}

function entriesFor({ status }: WebhookEndpoint, open: (act: Act) => void): MenuEntry[] {
  const isEnabled = status === "enabled";
  return [
    ...(isEnabled
      ? [{ label: "Send a test event", icon: "check", onSelect: () => open("test") } as const]
      : [{ label: "Enable", icon: "check", onSelect: () => open("enable") } as const]),
    { label: "Replace the secret", icon: "turn", onSelect: () => open("rotate") },
    ...(isEnabled
      ? [{ label: "Disable", icon: "close", onSelect: () => open("disable") } as const]
      : []),
    null,
    { label: "Archive", icon: "archive", danger: true, onSelect: () => open("archive") },
  ];
}

function Status({ endpoint: { status, previousSecretUntil } }: { endpoint: WebhookEndpoint }) {
  return (
    <div className="stack tight">
      <span className="badge">
        {status === "gone"
          ? "Disabled: it answered 410"
          : status === "enabled"
            ? "Enabled"
            : "Disabled"}
      </span>
      {previousSecretUntil && (
        <span className="muted small">
          Also signed with the previous secret until <Time at={previousSecretUntil} />
        </span>
      )}
    </div>
  );
}

const dialogs: Readonly<
  Record<Exclude<Act, "rotate">, { title: string; action: string; text: string; done: string }>
> = {
  test: {
    title: "Send a test event?",
    action: "Send",
    text: "An event of the type webhook.test is sent to this endpoint only. The log below shows its answer.",
    done: "Sent. The log shows the answer.",
  },
  enable: {
    title: "Enable the endpoint?",
    action: "Enable",
    text: "It receives events from now on. Events that it missed can be sent again.",
    done: "Enabled",
  },
  disable: {
    title: "Disable the endpoint?",
    action: "Disable",
    text: "Nothing is sent to it until it is enabled again. Waiting events are dropped, and can be sent again then.",
    done: "Disabled",
  },
  archive: {
    title: "Archive the endpoint?",
    action: "Archive",
    text: "It receives nothing more, and you cannot undo this. Its log stays.",
    done: "Archived",
  },
};

function ActDialog({
  act,
  endpoint,
  onClose,
}: {
  act: Act;
  endpoint: WebhookEndpoint;
  onClose: () => void;
}) {
  const { projectId } = useProject();
  const refresh = useRefreshWebhooks();
  if (act === "rotate") return <RotateDialog endpoint={endpoint} onClose={onClose} />;
  const { title, action, text, done } = dialogs[act];
  const confirm = async () => {
    const { endpointId } = endpoint;
    const one = api.projects({ projectId }).webhooks({ endpointId });
    if (act === "test") await unwrap(one.test.post());
    else if (act === "archive") await unwrap(one.archive.post());
    else await unwrap(one.enabled.put({ enabled: act === "enable" }));
    await refresh();
    showToast(done);
  };
  return (
    <ConfirmDialog title={title} action={action} onConfirm={confirm} onClose={onClose}>
      <p>
        <bdi className="url">{endpoint.url}</bdi>
      </p>
      <p>{text}</p>
    </ConfirmDialog>
  );
}

function RotateDialog({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const { projectId } = useProject();
  const refresh = useRefreshWebhooks();
  const [secret, setSecret] = useState<string | null>(null);
  if (secret !== null) {
    return (
      <SecretDialog title="Secret replaced" secret={secret} onClose={onClose}>
        Events are also signed with the previous secret for {webhookLimits.overlapHours} hours.
      </SecretDialog>
    );
  }
  const rotate = async () => {
    const { endpointId } = endpoint;
    const rotated = await unwrap(
      api.projects({ projectId }).webhooks({ endpointId }).rotate.post(),
    );
    await refresh();
    setSecret(rotated.secret);
  };
  return (
    <Dialog title="Replace the signing secret?" onClose={onClose}>
      <Form action="Replace" onSubmit={rotate} onCancel={onClose}>
        {() => (
          <p>
            The new secret is shown only once. For {webhookLimits.overlapHours} hours, events are
            signed with both secrets, so that you can change your server meanwhile.
          </p>
        )}
      </Form>
    </Dialog>
  );
}
