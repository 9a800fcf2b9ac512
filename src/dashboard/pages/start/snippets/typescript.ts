import { type Example, keyVariable } from "./example.ts";
import { json } from "./literals.ts";

export const typescript = ({ url, hotel, checkIn, checkOut }: Example) => `\
interface Decision {
  decisionId: string;
  suggestedAction: "allow" | "deny";
}

/** The decision, or null where there was none in time: then your own rule holds. */
export async function assess(attempt: {
  requestId: string;
  [field: string]: unknown;
}): Promise<Decision | null> {
  try {
    const answer = await fetch(${json(`${url}/v1/risk`)}, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "X-Service-Key": process.env.${keyVariable} ?? "",
        "Idempotency-Key": attempt.requestId, // Asked again, it is the same attempt.
      },
      body: JSON.stringify(attempt),
      signal: AbortSignal.timeout(2000), // ms. A guest is waiting.
    });
    if (answer.ok) return (await answer.json()) as Decision;
    console.error("Booking Risk:", answer.status, await answer.text());
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
  requestId: \`checkout-\${crypto.randomUUID()}\`, // One for each attempt to book.
});
if (decision?.suggestedAction === "deny") console.log("refuse", decision.decisionId);
else if (decision) console.log("book", decision.decisionId); // Store the id with the order.
else console.log("book, and have somebody look at it"); // Or refuse: that is yours to choose.
`;
