// Runs the scripts of one process, which starts it (`run-node.ts`). Ends with its standard input.
import { answerLines } from "./script-lines.mjs";

answerLines(process.stdin, process.stdout).on("close", () => process.exit());
