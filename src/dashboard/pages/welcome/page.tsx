/** The page of one-time links. The token is in the URL's fragment, which no server logs. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useLocation } from "wouter";
import type { LinkDetails } from "../../../http/dashboard-api/links.ts";
import { roleMeanings } from "../../../projects/accounts/permissions.ts";
import { api, unwrap } from "../../api/client.ts";
import { resetSession, useSession } from "../../api/session.ts";
import { Button, LinkButton } from "../../components/button.tsx";
import { NameField, NewPasswordField, TextField } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { ErrorNotice, SkeletonRows } from "../../components/page.tsx";
import { SignInCard } from "../../components/sign-in-card.tsx";
import SignInPage from "../sign-in/page.tsx";

export default function WelcomePage() {
  const [token] = useState(() => location.hash.slice(1));
  const link = useQuery({
    queryKey: ["link", token],
    queryFn: () => unwrap(api.links.details.post({ token: token || "none" })),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (link.error) {
    return (
      <SignInCard title="This link does not work">
        <ErrorNotice error={link.error} />
        <LinkButton to="/">Sign in</LinkButton>
      </SignInCard>
    );
  }
  if (!link.data) {
    return (
      <SignInCard title="Welcome">
        <SkeletonRows />
      </SignInCard>
    );
  }
  const purposes = { password: NewPassword, invitation: Invitation, "first-owner": Join };
  const Purpose = purposes[link.data.purpose];
  return <Purpose token={token} link={link.data} />;
}

interface LinkProps {
  token: string;
  link: LinkDetails;
}

/** Who has an account signs in with it and accepts; anybody else creates one. */
function Invitation({ token, link }: LinkProps) {
  const { data: session, error } = useSession();
  const [isAccepting, setAccepting] = useState(false);
  if (error) {
    return (
      <SignInCard title="Accept your invitation">
        <ErrorNotice error={error} />
      </SignInCard>
    );
  }
  if (!session) return null;
  const { me } = session;
  if (me?.email === link.email) return <Accept token={token} link={link} />;
  if (!isAccepting) {
    return (
      <Join token={token} link={link}>
        <Button variant="plain" onClick={() => setAccepting(true)}>
          I have an account
        </Button>
      </Join>
    );
  }
  if (me) return <OtherAccount email={me.email} link={link} />;
  const lead = `${invitationText(link)} Sign in as ${link.email} to accept.`;
  return <SignInPage needsOwner={false} lead={lead} />;
}

function Join({ token, link, children }: LinkProps & { children?: ReactNode }) {
  const enter = useEnter();
  const [name, setName] = useState("");
  const [email, setEmail] = useState(link.email ?? "");
  const [password, setPassword] = useState("");
  const isFirst = link.purpose === "first-owner";
  return (
    <SignInCard
      title={isFirst ? "Create your account" : "Accept your invitation"}
      lead={
        isFirst
          ? "You will own this installation: you create projects and keys, and invite your team."
          : invitationText(link)
      }
    >
      <Form
        action="Create account"
        onSubmit={async () => {
          await unwrap(api.links.join.post({ token, name, email, password }));
          await enter();
        }}
      >
        {(errors) => (
          <>
            <NameField
              label="Your name"
              autoComplete="name"
              autoFocus
              error={errors.name}
              value={name}
              onChange={setName}
            />
            <TextField
              label="E-mail address"
              type="email"
              name="email"
              autoComplete="username"
              required
              readOnly={link.email !== null}
              error={errors.email}
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
            <NewPasswordField
              label="Password"
              error={errors.password}
              value={password}
              onChange={setPassword}
            />
          </>
        )}
      </Form>
      {children}
    </SignInCard>
  );
}

function invitationText({ invitedBy, projectName, role }: LinkDetails): string {
  const where = projectName ?? "all projects";
  if (!role) return `${invitedBy} invited you to ${where}.`;
  return `${invitedBy} invited you to ${where} as ${/^[aeiou]/.test(role) ? "an" : "a"} ${role}. ${roleMeanings[role]}`;
}

function OtherAccount({ email, link }: { email: string; link: LinkDetails }) {
  const client = useQueryClient();
  const signOut = async () => {
    await unwrap(api.session.end.post());
    await resetSession(client);
  };
  return (
    <SignInCard
      title="Accept your invitation"
      lead={`This invitation is for ${link.email}. You are signed in as ${email}.`}
    >
      <Button variant="primary" onClick={() => void signOut()}>
        Sign out
      </Button>
    </SignInCard>
  );
}

/** For the holder of the account, who is signed in. */
function Accept({ token, link }: LinkProps) {
  const enter = useEnter();
  return (
    <SignInCard title="Accept your invitation" lead={invitationText(link)}>
      <Form
        action="Accept"
        onSubmit={async () => {
          await unwrap(api.links.accept.post({ token }));
          await enter();
        }}
      >
        {() => <p className="muted">Your account is {link.email}.</p>}
      </Form>
    </SignInCard>
  );
}

function NewPassword({ token, link }: LinkProps) {
  const enter = useEnter();
  const [password, setPassword] = useState("");
  return (
    <SignInCard
      title="Set a new password"
      lead={`For ${link.email}. You will be signed out everywhere.`}
    >
      <Form
        action="Set password"
        onSubmit={async () => {
          await unwrap(api.links.password.post({ token, password }));
          await enter();
        }}
      >
        {(errors) => (
          <>
            <input type="hidden" name="email" autoComplete="username" value={link.email ?? ""} />
            <NewPasswordField
              label="New password"
              autoFocus
              error={errors.password}
              value={password}
              onChange={setPassword}
            />
          </>
        )}
      </Form>
    </SignInCard>
  );
}

/** Goes to the dashboard, and removes the used link from the browser's history. */
function useEnter(): () => Promise<void> {
  const client = useQueryClient();
  const [, go] = useLocation();
  return async () => {
    await resetSession(client);
    go("/", { replace: true });
  };
}
