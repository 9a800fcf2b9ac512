/** How to use a new key, ready to copy. */
import { Snippet } from "../../components/copy.tsx";
import type { CreatedKey } from "./use-keys.ts";

export function KeySnippet({ created: { kind, key } }: { created: CreatedKey }) {
  return (
    <div className="stack tight">
      <h3>{kind === "secret" ? "Try it" : "Add this to the head of every page"}</h3>
      <Snippet
        label={kind === "secret" ? "Example request" : "Script tag"}
        text={kind === "secret" ? firstCall(key) : scriptTag(key)}
      />
    </div>
  );
}

const scriptTag = (key: string) =>
  `<script src="${location.origin}/sdk.js" data-publishable-key="${key}" async></script>`;

const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const firstCall = (key: string) => `curl ${location.origin}/v1/risk \\
  -H "X-Service-Key: ${key}" \\
  -H "Content-Type: application/json" \\
  -d '{
    "booker": { "firstName": "Ada", "lastName": "Lovelace",
                "email": "ada@example.com", "phone": "+351912345678" },
    "hotel": { "name": "Hotel Avenida", "country": "PT" },
    "booking": { "checkIn": "${inDays(30)}", "checkOut": "${inDays(33)}" },
    "requestId": "first-call-1"
  }'`;
