/**
 * What each problem means and how to resolve it, for `/docs/problems` and the OpenAPI document.
 * `detail` is what the service answers, as an example; test/service/openapi/examples.test.ts compares them.
 */
import type { AnyCode } from "./problem.ts";

interface Guidance {
  cause: string;
  remedy: string;
  detail: string;
}

export const problemGuide: Readonly<Record<AnyCode, Guidance>> = {
  malformed_json: {
    cause: "The body is empty, is not JSON, is not encoded in UTF-8, or is JSON but not an object.",
    remedy: "Serialize the body with your language's JSON library and send it as UTF-8.",
    detail:
      "The body must be a JSON object in UTF-8. Check for an empty body, an array, a trailing " +
      "comma or single quotes.",
  },
  missing_key: {
    cause: "The request has no X-Service-Key header, or the header is empty.",
    remedy:
      "Send a secret key in X-Service-Key. If you do, check that the environment variable with the " +
      "key is set where your server runs. A key in the Authorization header is not read.",
    detail:
      "Send a secret key (sk_) of your project in the X-Service-Key header. The Authorization " +
      "header is not read.",
  },
  invalid_key: {
    cause:
      "The key fails its checksum, so it is mistyped or cut off, or this installation has no such key.",
    remedy:
      "Copy the key again. If it is lost, create another one: a key is shown only once. Check that " +
      "the request goes to the installation that issued the key.",
    detail:
      "The key is mistyped or incomplete, or it belongs to another installation of this service. " +
      "Copy it again, or create a new key in the dashboard.",
  },
  revoked_key: {
    cause: "The key was revoked, or its project is archived.",
    remedy: "Send an active key of the project, or restore the project in the dashboard.",
    detail:
      "The key was revoked, or its project is archived. Send an active key, or restore the project.",
  },
  expired_key: {
    cause: "The key has an expiry date, which has passed.",
    remedy:
      "Send another key of the project, or extend this one with booking-risk key set " +
      "or in the dashboard.",
    detail: "The key has expired. Send another key, or extend the expiry of this one.",
  },
  key_mode_mismatch: {
    cause:
      "A publishable key (pk_) was sent to an endpoint for servers, or a secret key (sk_) to the " +
      "endpoint for browsers.",
    remedy:
      "Servers send the secret key; pages carry the publishable key. Revoke a secret key that was " +
      "ever published in a page.",
    detail: "A publishable key (pk_) was sent to an endpoint that requires a secret key (sk_).",
  },
  address_not_allowed: {
    cause:
      "The secret key is restricted to addresses, and the request came from another one. Behind a " +
      "proxy that is not named in --trusted-proxy, that is the proxy's.",
    remedy:
      "Send the request from an allowed address, or change the key's addresses in the dashboard or " +
      "with booking-risk key set. If the key may have leaked, revoke it.",
    detail:
      "The key is not accepted from the address that the request came from. `booking-risk key list` " +
      "shows the addresses of the key.",
  },
  not_found: {
    cause: "There is no such endpoint, or the project has no such resource.",
    remedy: "Check the path. For a decision, check that the key belongs to the decision's project.",
    detail: "There is no such endpoint. /docs lists them all.",
  },
  method_not_allowed: {
    cause: "The endpoint exists, but does not support this HTTP method.",
    remedy: "Use a method that the Allow header of the response lists.",
    detail: "This endpoint supports POST.",
  },
  request_timeout: {
    cause: "The body did not arrive completely within 2 seconds of its headers.",
    remedy:
      "Send the whole body at once, with its Content-Length. Nothing was decided: repeat the request " +
      "on a new connection.",
    detail: "The body did not arrive within 2 seconds. Send it at once.",
  },
  idempotency_conflict: {
    cause: "The Idempotency-Key was used with a different body within the last 24 hours.",
    remedy: "Use a new key for each booking attempt, and the same key only to repeat a request.",
    detail:
      "This Idempotency-Key was used with a different body in the last 24 hours. Send a new key.",
  },
  body_too_large: {
    cause: "The body exceeds the endpoint's limit.",
    remedy: "Send only the documented fields. A complete request is smaller than 64 KiB.",
    detail: "The body must not exceed 65536 bytes.",
  },
  unsupported_media_type: {
    cause:
      "The Content-Type header is missing, or names something other than application/json; or the body is " +
      "compressed.",
    remedy: "Send Content-Type: application/json, and the body without Content-Encoding.",
    detail: "Send the body with Content-Type: application/json.",
  },
  validation_failed: {
    cause: "Required fields are missing, or fields do not have the documented form.",
    remedy:
      "Correct every field in errors. Each entry has a JSON Pointer to the field and what it must be.",
    detail: "2 fields are missing or invalid. See errors for each of them.",
  },
  rate_limited: {
    cause: "More requests arrived in a second than the operator allows.",
    remedy: "Wait for the number of seconds in the Retry-After header, then repeat the request.",
    detail: "The limit is 100 requests a second. Wait for the seconds in Retry-After.",
  },
  internal_error: {
    cause: "A fault of the service.",
    remedy:
      "Apply your own rule to the booking, and report the time to the operator of the service.",
    detail: "The service failed unexpectedly. Its log has the details.",
  },
  unavailable: {
    cause: "The storage or the model is not available, or too many requests are in flight.",
    remedy:
      "Nothing was decided. Repeat the request after the seconds in Retry-After, or apply your own rule.",
    detail: "The storage is not available. Nothing was decided. Try again.",
  },
  origin_not_allowed: {
    cause: "The publishable key is restricted to other origins than the page's.",
    remedy: "Add the origin to the key, in the dashboard or with booking-risk key set.",
    detail:
      "This key is not allowed on pages of this origin. `booking-risk key list` shows its origins.",
  },
  not_signed_in: {
    cause: "The dashboard's session has ended, or there was none.",
    remedy: "Sign in.",
    detail: "Sign in first.",
  },
  wrong_credentials: {
    cause: "There is no account with this e-mail address and password.",
    remedy: "Try again, or ask an owner for a link that sets a new password.",
    detail: "The e-mail address or the password is wrong.",
  },
  wrong_code: {
    cause: "The code for two-factor sign-in is wrong, or was used before.",
    remedy: "Wait for the next code of your authenticator, or use a backup code.",
    detail: "The code is wrong. Try the next one.",
  },
  forbidden: {
    cause: "The role of your account does not include this action.",
    remedy: "Ask an owner of the project.",
    detail: "Your role does not allow this; ask an owner.",
  },
  wrong_passkey: {
    cause:
      "The passkey is not one of an account, was made for another host name, or took too long.",
    remedy: "Try again, or sign in with the password.",
    detail: "This passkey was not accepted. Try again, or another one.",
  },
  confirmation_required: {
    cause:
      "Keys, settings, models, the team or your own second factors are changed, or a guest is erased " +
      "or exported, in a session that began more than 15 minutes ago.",
    remedy:
      "Use your passkey again; where the account has none, enter a code of the app, or else the password.",
    detail: "Enter your password again to do this.",
  },
  second_factor_required: {
    cause: "The project requires a second factor of its members, and the account has none.",
    remedy: "Turn two-factor authentication on, on the page of your account.",
    detail: "Two-factor authentication is required here. Turn it on in your account first.",
  },
  wrong_origin: {
    cause: "A page of another site sent the request.",
    remedy: "Use the dashboard's own pages.",
    detail: "This is for the dashboard's own pages.",
  },
  conflict: {
    cause:
      "The request does not fit the current state, for example because somebody else changed it.",
    remedy: "Reload the page and try again.",
    detail: "The project is archived. Restore it first.",
  },
  link_unusable: {
    cause: "The link was used or withdrawn, or has expired.",
    remedy: "Ask for a new link.",
    detail: "This link was used already, withdrawn, or is too old.",
  },
  token_required: {
    cause: "The metrics were requested from another machine, without the token.",
    remedy:
      "Configure the monitoring to send the token that the service was started with (--metrics-token-file), " +
      "or start the service with --ops-port and use that port.",
    detail:
      "Send Authorization: Bearer and the token of --metrics-token, or ask from the machine itself, " +
      "or on the port of --ops-port.",
  },
  host_not_allowed: {
    cause:
      "The dashboard or the metrics were requested under a host name that the service does not know. A " +
      "page of another site could use such a name to reach them through your browser.",
    remedy:
      "Start the service with --allowed-host and the name, name the proxy in --trusted-proxy, or " +
      "use an IP address or localhost.",
    detail:
      "The service does not answer under this name. Start it with --allowed-host and the name, or " +
      "use an IP address or localhost.",
  },
};

/** The same example of `errors` wherever validation_failed is shown. */
export const exampleIssues = [
  {
    pointer: "/booker/phone",
    message: "must be a phone number in E.164 format, such as +351912345678",
  },
  {
    pointer: "/hotel/country",
    message: "must be an officially assigned ISO 3166-1 alpha-2 country code, such as PT",
  },
];
