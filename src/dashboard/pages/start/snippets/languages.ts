/** The call at checkout in each language: whole programs that run as copied. */
import { curl } from "./curl.ts";
import type { Example } from "./example.ts";
import { java } from "./java.ts";
import { node } from "./node.ts";
import { php } from "./php.ts";
import { python } from "./python.ts";

export interface Language {
  id: string;
  label: string;
  /** Where the snippet goes, and the command that then runs it; null: a terminal takes it as it is. */
  file: string | null;
  run: string | null;
  needs: string;
  snippet: (example: Example) => string;
}

export const languages = [
  {
    ...{ id: "curl", label: "curl", file: null, run: null },
    needs: "A terminal on macOS, Linux or Windows with WSL.",
    snippet: curl,
  },
  {
    ...{ id: "node", label: "Node.js", file: "risk.mjs", run: "node risk.mjs" },
    needs: "Node.js 20 or newer, or Bun. No package.",
    snippet: node,
  },
  {
    ...{ id: "python", label: "Python", file: "risk.py", run: "python3 risk.py" },
    needs: "Python 3.8 or newer. Its standard library alone.",
    snippet: python,
  },
  {
    ...{ id: "php", label: "PHP", file: "risk.php", run: "php risk.php" },
    needs: "PHP 8. No extension but openssl, for an address with https.",
    snippet: php,
  },
  {
    ...{ id: "java", label: "Java", file: "BookingRisk.java", run: "java BookingRisk.java" },
    needs: "Java 17 or newer. No library.",
    snippet: java,
  },
] as const satisfies readonly Language[];

export type LanguageId = (typeof languages)[number]["id"];
