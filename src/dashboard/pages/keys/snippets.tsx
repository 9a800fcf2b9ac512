/** What to do with a new key: lines that work as copied. */
import { Snippet } from "../../components/copy.tsx";
import type { MadeKey } from "./made-key.ts";

export function KeySnippet({ made: { kind, key } }: { made: MadeKey }) {
  return (
    <div className="stack tight">
      <h3>{kind === "secret" ? "Try it" : "On every page, in the head"}</h3>
      <Snippet
        label={kind === "secret" ? "A first call" : "The script tag"}
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
