/** The request at checkout in each language, as complete programs that run as copied. */
import { curl } from "./curl.ts";
import type { Example } from "./example.ts";
import { java } from "./java.ts";
import { node } from "./node.ts";
import { php } from "./php.ts";
import { python } from "./python.ts";

export interface Language {
  id: string;
  label: string;
  /** The file to save the snippet in; null if it is pasted into a terminal. */
  file: string | null;
  /** The command that runs the file. */
  run: string | null;
  requirements: string;
  snippet: (example: Example) => string;
}

export const languages = [
  {
    id: "curl",
    label: "curl",
    file: null,
    run: null,
    requirements: "A terminal on macOS, Linux or Windows with WSL.",
    snippet: curl,
  },
  {
    id: "node",
    label: "Node.js",
    file: "risk.mjs",
    run: "node risk.mjs",
    requirements: "Node.js 20 or newer, or Bun. No packages.",
    snippet: node,
  },
  {
    id: "python",
    label: "Python",
    file: "risk.py",
    run: "python3 risk.py",
    requirements: "Python 3.8 or newer. Standard library only.",
    snippet: python,
  },
  {
    id: "php",
    label: "PHP",
    file: "risk.php",
    run: "php risk.php",
    requirements: "PHP 8. HTTPS takes the openssl extension.",
    snippet: php,
  },
  {
    id: "java",
    label: "Java",
    file: "BookingRisk.java",
    run: "java BookingRisk.java",
    requirements: "Java 17 or newer. No libraries.",
    snippet: java,
  },
] as const satisfies readonly Language[];

export type LanguageId = (typeof languages)[number]["id"];
