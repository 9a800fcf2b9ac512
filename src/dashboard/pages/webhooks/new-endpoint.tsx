import { type ReactNode, useState } from "react";
import type { WebhookEndpointWithSecret } from "../../../projects/webhooks/endpoints.ts";
import type { EventType } from "../../../projects/webhooks/event-types.ts";
import { webhookLimits } from "../../../projects/webhooks/limits.ts";
import { api, unwrap } from "../../api/client.ts";
import { useProject } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { CopyField } from "../../components/copy.tsx";
import { Dialog, DialogActions } from "../../components/dialog.tsx";
import { TextField } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { Notice } from "../../components/page.tsx";
import { useRefreshWebhooks } from "./use-webhooks.ts";

/** Every type has a text. */
const eventTexts: Readonly<Record<EventType, string>> = {
  "decision.denied": "A booking is denied",
  "decision.review_opened": "A decision is waiting for review",
  "decision.reviewed": "A review has a verdict",
  "outcome.reported": "An outcome is reported or withdrawn",
  "list.changed": "A list changes",
  "model.promoted": "A model is promoted",
  "alert.fired": "Bookings or telemetry have changed",
};
const eventTypeNames = Object.keys(eventTexts) as EventType[];

export function NewEndpoint({ onClose }: { onClose: () => void }) {
  const [added, setAdded] = useState<WebhookEndpointWithSecret | null>(null);
  if (!added) return <AddForm onAdded={setAdded} onClose={onClose} />;
  return (
    <SecretDialog title="Endpoint added" secret={added.secret} onClose={onClose}>
      New events are sent to {added.url}.
    </SecretDialog>
  );
}

function AddForm({
  onAdded,
  onClose,
}: {
  onAdded: (added: WebhookEndpointWithSecret) => void;
  onClose: () => void;
}) {
  const { projectId } = useProject();
  const refresh = useRefreshWebhooks();
  const [url, setUrl] = useState("");
  const [description, setDescription] = useState("");
  const [events, setEvents] = useState<readonly EventType[]>(eventTypeNames);
  const submit = async () => {
    const input = { url, description, events: [...events] };
    const added = await unwrap(api.projects({ projectId }).webhooks.post(input));
    await refresh();
    onAdded(added);
  };
  return (
    <Dialog title="Add endpoint" onClose={onClose}>
      <Form
        action="Add endpoint"
        isReady={url.trim() !== "" && events.length > 0}
        onSubmit={submit}
        onCancel={onClose}
      >
        {(errors) => (
          <>
            <TextField
              label="URL"
              name="url"
              type="url"
              required
              autoComplete="off"
              spellCheck={false}
              maxLength={webhookLimits.url}
              placeholder="https://hooks.example.com/risk"
              hint="A public address, over HTTPS."
              error={errors.url}
              value={url}
              onChange={(event) => setUrl(event.target.value)}
            />
            <EventChoice events={events} onChange={setEvents} />
            <TextField
              label="Description (optional)"
              name="description"
              maxLength={webhookLimits.description}
              error={errors.description}
              value={description}
              onChange={(event) => setDescription(event.target.value)}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}

function EventChoice({
  events,
  onChange,
}: {
  events: readonly EventType[];
  onChange: (events: readonly EventType[]) => void;
}) {
  return (
    <fieldset className="field">
      <legend>Events</legend>
      <div className="choice-rows">
        {eventTypeNames.map((type) => (
          <label key={type}>
            <input
              type="checkbox"
              checked={events.includes(type)}
              onChange={({ target }) =>
                onChange(
                  eventTypeNames.filter((one) =>
                    one === type ? target.checked : events.includes(one),
                  ),
                )
              }
            />
            <span>
              {eventTexts[type]} <code className="muted">{type}</code>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The secret itself. It cannot be shown again. */
export function SecretDialog({
  title,
  secret,
  children,
  onClose,
}: {
  title: string;
  secret: string;
  children: ReactNode;
  onClose: () => void;
}) {
  return (
    <Dialog title={title} onClose={onClose} persistent wide>
      <Notice variant="warn">
        This signing secret is shown only once. Store it with your server's secrets now.
      </Notice>
      <CopyField text={secret} label="the signing secret" />
      <p>{children}</p>
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          I have stored it
        </Button>
      </DialogActions>
    </Dialog>
  );
}
