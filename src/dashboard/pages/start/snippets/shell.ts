/** What is pasted into a terminal beside the call itself. */
import { keyVariable } from "./example.ts";

/** @param key a secret key, or what stands for it. */
export const keyInEnvironment = (key: string) => `export ${keyVariable}='${key}'\n`;

export const reportOutcome = (url: string, decisionId: string) => `\
curl "${url}/v1/decisions/${decisionId}/outcome" \\
  --header "X-Service-Key: $${keyVariable}" \\
  --header "Content-Type: application/json" \\
  --data '{ "outcome": "legitimate", "requestId": "first-report" }'
`;
