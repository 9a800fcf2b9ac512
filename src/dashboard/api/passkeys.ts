/** The passkeys of this browser and its devices. The library is loaded when one is used. */
import type { PasskeyResponse } from "../../http/dashboard-api/schemas.ts";
import { api, unwrap } from "./client.ts";

/** Browsers have them on pages of HTTPS and of localhost. */
export const canUsePasskeys = () => isSecureContext && "PublicKeyCredential" in window;

/** Asks for a passkey to sign in or to confirm with. @throws Error if the user chose none */
async function askForPasskey(): Promise<PasskeyResponse> {
  const options = await unwrap(api.session.passkey.options.post());
  const { startAuthentication } = await import("@simplewebauthn/browser");
  const used = startAuthentication({ optionsJSON: options as never });
  return asResponse(used);
}

export async function signInByPasskey(): Promise<void> {
  await unwrap(api.session.passkey.post({ response: await askForPasskey() }));
}

export async function confirmByPasskey(): Promise<void> {
  await unwrap(api.account.confirm.passkey.post({ response: await askForPasskey() }));
}

/** Makes a passkey, and adds it to the account. */
export async function addPasskey(name: string): Promise<void> {
  const options = await unwrap(api.account.passkeys.options.post());
  const { startRegistration } = await import("@simplewebauthn/browser");
  const response = await asResponse(startRegistration({ optionsJSON: options as never }));
  await unwrap(api.account.passkeys.post({ name, response }));
}

async function asResponse(asked: Promise<unknown>): Promise<PasskeyResponse> {
  try {
    return (await asked) as PasskeyResponse;
  } catch (error) {
    if ((error as { name?: string }).name === "InvalidStateError") {
      throw new Error("This device has a passkey for your account already.");
    }
    throw new Error("No passkey was chosen, or it took too long. Try again.");
  }
}
