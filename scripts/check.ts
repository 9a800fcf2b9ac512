/**
 * `npm run check`: types, lint and the unit tests of the service and of the browser script, for
 * the time between two edits. `npm test` also has the tests of the executable and of the training.
 */
import { checks, generated, runSteps, say } from "./checks.ts";
import { lastLine, runTests, testFiles } from "./test-run.ts";

if ((await runSteps(generated, 1)).length > 0) process.exit(1);
const [failed, tests] = await Promise.all([
  runSteps(checks, 1),
  runTests(testFiles().filter((file) => /^(src|sdk)\//.test(file))),
]);
if (failed.length > 0) say(`Failed: ${failed.join(", ")}`);
say(lastLine(tests));
process.exit(failed.length > 0 || tests.failed > 0 ? 1 : 0);
