/** Other snippets for a terminal. */
import { keyVariable } from "./example.ts";

/** @param key a secret key or its placeholder. */
export const exportKey = (key: string) => `export ${keyVariable}='${key}'\n`;

export const reportOutcome = (url: string, decisionId: string) => `\
curl "${url}/v1/decisions/${decisionId}/outcome" \\
  --header "X-Service-Key: $${keyVariable}" \\
  --header "Content-Type: application/json" \\
  --data '{ "outcome": "legitimate", "requestId": "first-report" }'
`;
