/**
 * `npm run fuzz`: hostile requests to every endpoint of the executable, the dashboard's included.
 *
 *     npm run fuzz -- [--cases 500] [--seed 1] [--only TEXT] [--json]
 *
 * `--cases` counts for each endpoint; `--only` takes the endpoints whose name contains the text. A
 * finding is a response in the 500s, none within 10 s, an error that is no documented problem, or one
 * that shows something internal. The exit status is 1 after a finding.
 */
import { parseArgs } from "node:util";
import { fuzzExecutable } from "./service.ts";

const { values } = parseArgs({
  options: {
    cases: { type: "string", default: "500" },
    seed: { type: "string", default: "1" },
    only: { type: "string", default: "" },
    json: { type: "boolean", default: false },
  },
});
const results = await fuzzExecutable({
  cases: Number(values.cases),
  seed: Number(values.seed),
  only: values.only,
  onResult: ({ target, cases, statuses, findings }) => {
    const seen = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`);
    process.stderr.write(`${target.padEnd(62)} ${cases}  ${seen.join("  ")}\n`);
    if (!values.json)
      for (const finding of findings.slice(0, 3))
        process.stderr.write(`${JSON.stringify(finding, null, 2)}\n`);
  },
});
if (values.json) process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
const findings = results.flatMap((one) => one.findings);
const cases = results.reduce((sum, one) => sum + one.cases, 0);
process.stderr.write(
  `${cases} requests to ${results.length} endpoints, seed ${values.seed}: ${findings.length} findings\n`,
);
process.exit(findings.length > 0 ? 1 : 0);
