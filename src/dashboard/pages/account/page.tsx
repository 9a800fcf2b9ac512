import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import { useMe, useRefreshSession } from "../../api/session.ts";
import { PasswordField, TextField } from "../../parts/field.tsx";
import { Form } from "../../parts/form.tsx";
import { Page } from "../../parts/page.tsx";
import { say } from "../../parts/toast.tsx";
import { Sessions } from "./sessions.tsx";
import { TwoFactor } from "./two-factor.tsx";

export default function AccountPage() {
  const me = useMe();
  return (
    <Page title="Your account" lead={me.email}>
      <div>
        <NameCard />
        <PasswordCard />
        <TwoFactor />
        <Sessions />
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
        <p>As others see it.</p>
      </div>
      <Form
        action="Save"
        onSubmit={async () => {
          await ask(api.account.name.put({ name }));
          await refresh();
          say("Saved");
        }}
      >
        {(faults) => (
          <TextField
            label="Your name"
            name="name"
            autoComplete="name"
            required
            maxLength={100}
            fault={faults.name}
            value={name}
            onChange={(event) => setName(event.target.value)}
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
        <p>A new one ends your sessions in other browsers.</p>
      </div>
      <Form
        action="Change the password"
        onSubmit={async () => {
          await ask(api.account.password.put({ currentPassword, password }));
          setCurrent("");
          setPassword("");
          say("The password is changed");
        }}
      >
        {(faults) => (
          <>
            <PasswordField
              label="Your password now"
              name="currentPassword"
              autoComplete="current-password"
              required
              fault={faults.currentPassword}
              value={currentPassword}
              onChange={(event) => setCurrent(event.target.value)}
            />
            <PasswordField
              label="New password"
              name="password"
              autoComplete="new-password"
              required
              hint="12 characters or more. A few words in a row are easy to keep in mind."
              fault={faults.password}
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          </>
        )}
      </Form>
    </section>
  );
}
