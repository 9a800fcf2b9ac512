import { type Example, keyVariable } from "./example.ts";
import { json } from "./literals.ts";

/** Plain JavaScript with JSDoc types, since Node.js runs TypeScript only from 23.6 on. */
export const node = ({ url, hotel, checkIn, checkOut }: Example) => `\
/**
 * Returns the decision, or null if there is none in time: then your own rule applies.
 *
 * @param {{ requestId: string, [field: string]: unknown }} attempt
 * @returns {Promise<{ decisionId: string, suggestedAction: "allow" | "deny" } | null>}
 */
export async function assess(attempt) {
  try {
    const response = await fetch(${json(`${url}/v1/risk`)}, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "X-Service-Key": process.env.${keyVariable} ?? "",
        "Idempotency-Key": attempt.requestId, // A repeated request is the same attempt.
      },
      body: JSON.stringify(attempt),
      signal: AbortSignal.timeout(2000), // ms. A guest is waiting.
    });
    if (response.ok) return await response.json();
    console.error("Booking Risk:", response.status, await response.text());
  } catch (error) {
    console.error("Booking Risk:", error);
  }
  return null;
}

// Right before you commit the reservation:
const decision = await assess({
  collectionId: null, // From your page: window.Service?.getCollectionId()
  booker: {
    firstName: "Ada",
    lastName: "Lovelace",
    email: "ada@example.com",
    phone: "+351912345678",
  },
  hotel: { name: ${json(hotel)}, country: "PT" },
  booking: { checkIn: "${checkIn}", checkOut: "${checkOut}" },
  requestId: \`checkout-\${crypto.randomUUID()}\`, // One for each booking attempt.
});
if (decision?.suggestedAction === "deny") console.log("refuse", decision.decisionId);
else if (decision) console.log("book", decision.decisionId); // Store the ID with the order.
else console.log("book, and review it manually"); // Or refuse: the choice is yours.
`;
