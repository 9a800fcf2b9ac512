/** A one-time pass for the guest of a denied booking, with a text that the hotel's staff can read out. */
import { useState } from "react";
import { Link } from "wouter";
import { passHours } from "../../../decisions/lists/limits.ts";
import type { ShownPass } from "../../../http/dashboard-api/decision-detail/detail.ts";
import { unwrap } from "../../api/client.ts";
import { can, useProject } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Form } from "../../components/form.tsx";
import { Notice } from "../../components/page.tsx";
import { Time } from "../../components/time.tsx";
import { ReasonField } from "../lists/entry-fields.tsx";
import { useDecisionApi, useRefreshDecision } from "./use-decision.ts";

/** To be read out to the guest. */
const toGuest =
  `We are sorry that your booking was refused. Please book again within ${passHours} hours, with the same e-mail ` +
  "address. Your next booking will go through.";

/** Of a denied decision whose guest is still stored. */
export function Pass({ pass }: { pass: ShownPass | null }) {
  const project = useProject();
  const [isOpen, setOpen] = useState(false);
  const isWaiting = pass?.usedBy === null && Date.parse(pass.expiresAt) > Date.now();
  return (
    <>
      {!isWaiting && can(project, "pass.give") && (
        <Button icon="check" onClick={() => setOpen(true)}>
          Let through once
        </Button>
      )}
      {pass && <Given pass={pass} isWaiting={isWaiting} />}
      {isOpen && <PassDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function Given({ pass, isWaiting }: { pass: ShownPass; isWaiting: boolean }) {
  const { projectId } = useProject();
  const { reason, givenBy, givenAt, expiresAt, usedBy } = pass;
  return (
    <div className="pass">
      <Notice {...(isWaiting && { variant: "ok" as const })}>
        <div className="stack tight">
          <span>
            {givenBy} gave the guest a one-time pass <Time at={givenAt} />.{" "}
            {usedBy ? (
              <Link href={`/p/${projectId}/decisions/${usedBy}`}>
                It was used by this decision.
              </Link>
            ) : isWaiting ? (
              <>
                It expires <Time at={expiresAt} />.
              </>
            ) : (
              "It expired and was not used."
            )}
          </span>
          {reason !== null && (
            <span>
              Reason: <bdi>{reason}</bdi>
            </span>
          )}
          {isWaiting && (
            <>
              <span>Tell the guest:</span>
              <q>{toGuest}</q>
            </>
          )}
        </div>
      </Notice>
    </div>
  );
}

function PassDialog({ onClose }: { onClose: () => void }) {
  const { endpoints } = useDecisionApi();
  const refresh = useRefreshDecision();
  const [reason, setReason] = useState("");
  const give = async () => {
    await unwrap(endpoints.pass.post({ reason })).finally(refresh);
  };
  return (
    <Dialog title="Let the guest through once?" onClose={onClose}>
      <Form
        action="Let through once"
        isReady={reason.trim() !== ""}
        onSubmit={give}
        onDone={onClose}
        onCancel={onClose}
      >
        {(errors) => (
          <>
            <p>
              The next booking with the same e-mail address, within {passHours} hours, is allowed
              whatever its score is and whatever the lists say. The one after that is decided as
              usual.
            </p>
            <ReasonField
              hint="Such as how you know that the guest is genuine."
              error={errors.reason}
              value={reason}
              onChange={setReason}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}
