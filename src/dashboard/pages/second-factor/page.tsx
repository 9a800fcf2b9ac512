/** Shown in place of a project that requires a second factor, to members who have none yet. */
import { useState } from "react";
import { canUsePasskeys } from "../../api/passkeys.ts";
import { useHeldSession, useMe } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { EmptyState, Page } from "../../components/page.tsx";
import { AddPasskey } from "../account/passkeys.tsx";
import { TurnOn } from "../account/two-factor.tsx";

export default function SecondFactorPage() {
  const [open, setOpen] = useState<"app" | "passkey" | null>(null);
  useHeldSession(open === "app"); // The backup codes are shown when the account has its second factor already.
  const names = useMe()
    .projects.filter(({ needsSecondFactor }) => needsSecondFactor)
    .map(({ name }) => name);
  return (
    <Page title="Set up two-factor authentication">
      <div className="card">
        <EmptyState
          icon="shield"
          title={`${names.join(", ")} ${names.length === 1 ? "requires" : "require"} it`}
          action={
            <div className="row">
              <Button variant="primary" icon="shield" onClick={() => setOpen("app")}>
                Turn on
              </Button>
              {canUsePasskeys() && (
                <Button icon="key" onClick={() => setOpen("passkey")}>
                  Add a passkey
                </Button>
              )}
            </div>
          }
        >
          You have a role there, and can use it once you sign in with a second factor, such as the
          code of an authenticator app on your phone, or with a passkey. It takes a minute.
        </EmptyState>
      </div>
      {open === "app" && <TurnOn onClose={() => setOpen(null)} />}
      {open === "passkey" && <AddPasskey onClose={() => setOpen(null)} />}
    </Page>
  );
}
