/** Shown in place of a project that requires a second factor, to members who have none yet. */
import { useState } from "react";
import { useHeldSession, useMe } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { EmptyState, Page } from "../../components/page.tsx";
import { TurnOn } from "../account/two-factor.tsx";

export default function SecondFactorPage() {
  const [isOpen, setOpen] = useState(false);
  useHeldSession(isOpen); // The backup codes are shown when the account has its second factor already.
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
            <Button variant="primary" icon="shield" onClick={() => setOpen(true)}>
              Turn on
            </Button>
          }
        >
          You have a role there, and can use it once you sign in with a second factor, such as the
          code of an authenticator app on your phone. It takes a minute.
        </EmptyState>
      </div>
      {isOpen && <TurnOn onClose={() => setOpen(false)} />}
    </Page>
  );
}
