/** The outcomes that people report, in the words that they choose by. */
export type OutcomeName = "legitimate" | "fraud" | "chargeback";

export const outcomeChoices = [
  {
    value: "legitimate",
    label: "Legitimate",
    description: "A genuine guest, even if the booking was denied.",
  },
  {
    value: "fraud",
    label: "Fraud",
    description: "Confirmed in another way, for example by the hotel.",
  },
  { value: "chargeback", label: "Chargeback", description: "The cardholder disputed the payment." },
] as const satisfies readonly { value: OutcomeName; label: string; description: string }[];
