import { useState } from "react";
import { api, unwrap } from "../../api/client.ts";
import { useMe, useRefreshSession } from "../../api/session.ts";
import { NameField, NewPasswordField, PasswordField } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { Page } from "../../components/page.tsx";
import { showToast } from "../../components/toast.tsx";
import { Passkeys } from "./passkeys.tsx";
import { Sessions } from "./sessions.tsx";
import { TrustedDevices } from "./trusted-devices.tsx";
import { TwoFactor } from "./two-factor.tsx";

export default function AccountPage() {
  const me = useMe();
  return (
    <Page title="Your account" lead={me.email}>
      <div>
        <NameCard />
        <PasswordCard />
        <TwoFactor />
        <Passkeys />
        <Sessions />
        <TrustedDevices />
      </div>
    </Page>
  );
}

function NameCard() {
  const me = useMe();
  const refresh = useRefreshSession();
  const [name, setName] = useState(me.name);
  return (
    <section className="settings-card">
      <div>
        <h2>Name</h2>
        <p>Shown to other team members.</p>
      </div>
      <Form
        action="Save"
        onSubmit={async () => {
          await unwrap(api.account.name.put({ name }));
          await refresh();
          showToast("Saved");
        }}
      >
        {(errors) => (
          <NameField
            label="Your name"
            autoComplete="name"
            error={errors.name}
            value={name}
            onChange={setName}
          />
        )}
      </Form>
    </section>
  );
}

function PasswordCard() {
  const [currentPassword, setCurrent] = useState("");
  const [password, setPassword] = useState("");
  return (
    <section className="settings-card">
      <div>
        <h2>Password</h2>
        <p>Changing it signs you out in other browsers, and removes all trusted devices.</p>
      </div>
      <Form
        action="Change password"
        onSubmit={async () => {
          await unwrap(api.account.password.put({ currentPassword, password }));
          setCurrent("");
          setPassword("");
          showToast("Password changed");
        }}
      >
        {(errors) => (
          <>
            <PasswordField
              label="Current password"
              name="currentPassword"
              autoComplete="current-password"
              required
              error={errors.currentPassword}
              value={currentPassword}
              onChange={(event) => setCurrent(event.target.value)}
            />
            <NewPasswordField
              label="New password"
              error={errors.password}
              value={password}
              onChange={setPassword}
            />
          </>
        )}
      </Form>
    </section>
  );
}
