import { type Example, keyVariable } from "./example.ts";
import { jsonInShell } from "./literals.ts";

/** Prints the response, or the reason why there is none. */
export const curl = ({ url, hotel, checkIn, checkOut }: Example) => `\
curl --max-time 2 "${url}/v1/risk" \\
  --header "X-Service-Key: $${keyVariable}" \\
  --header "Content-Type: application/json" \\
  --data '{
    "collectionId": null,
    "booker": { "firstName": "Ada", "lastName": "Lovelace",
                "email": "ada@example.com", "phone": "+351912345678" },
    "hotel": { "name": ${jsonInShell(hotel)}, "country": "PT" },
    "booking": { "checkIn": "${checkIn}", "checkOut": "${checkOut}" },
    "requestId": "first-call"
  }'
`;
