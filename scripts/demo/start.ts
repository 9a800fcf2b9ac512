/**
 * `npm start`: the service, a project with its keys, and a hotel that books through it.
 *
 *   --port 3000       the service (or PORT)
 *   --site-port 3001  the hotel's site (or SITE_PORT)
 *   --data ./data/demo (or BOOKING_RISK_DATA)
 */
import { createServer } from "node:net";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildApiReference } from "../build/api-reference.ts";
import { buildDashboard } from "../build/dashboard.ts";
import { buildSdk } from "../build/sdk.ts";
import { startHotel } from "./hotel/server.ts";
import { dayFromNow } from "./hotel/stay.ts";
import { prepareProject } from "./project.ts";
import { type Service, startService } from "./service.ts";

const root = join(import.meta.dir, "../..");
const say = (text: string) => process.stdout.write(`${text}\n`);

function readOptions(): { port: number; sitePort: number; data: string } {
  const { values } = parseArgs({
    options: {
      port: { type: "string", default: process.env.PORT || "3000" },
      "site-port": { type: "string", default: process.env.SITE_PORT || "3001" },
      data: { type: "string", default: process.env.BOOKING_RISK_DATA || "./data/demo" },
    },
  });
  const port = Number(values.port);
  const sitePort = Number(values["site-port"]);
  for (const given of [port, sitePort]) {
    if (!Number.isInteger(given) || given < 1 || given > 65_535) {
      throw new Error("--port and --site-port take a number from 1 to 65535");
    }
  }
  return { port, sitePort, data: values.data };
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}

async function freePort(wanted: number, what: string, taken = 0): Promise<number> {
  for (let port = wanted; port < Math.min(wanted + 50, 65_536); port++) {
    if (port === taken || !(await isFree(port))) continue;
    if (port !== wanted) say(`Port ${wanted} is taken; ${what} uses ${port} instead.`);
    return port;
  }
  throw new Error(`no free port from ${wanted} on for ${what}; name another`);
}

/** Builds the browser script, the dashboard and the API reference if their sources are newer. */
async function freshenPages(): Promise<void> {
  if (await isOlder("dist/sdk/sdk.js", ["src/attempt/telemetry/protocol.ts"], "sdk/**/*.ts")) {
    const { gzipBytes } = await buildSdk();
    say(`Built the browser script: ${gzipBytes} bytes gzipped.`);
  }
  if (await isOlder("dist/dashboard/files.js", [], "src/{dashboard,http/dashboard-api}/**/*")) {
    await buildDashboard();
    say("Built the dashboard.");
  }
  if (await isOlder("dist/api-reference/files.js", [], "src/dashboard/{api-reference,styles}/*")) {
    await buildApiReference();
    say("Built the API reference.");
  }
}

/** Whether a built file is missing, or older than one of its sources. */
async function isOlder(path: string, files: string[], pattern: string): Promise<boolean> {
  const built = Bun.file(join(root, path));
  if (!(await built.exists())) return true;
  const sources = ["package.json", ...files];
  for await (const found of new Bun.Glob(pattern).scan(root)) sources.push(found);
  return sources.some((source) => Bun.file(join(root, source)).lastModified >= built.lastModified);
}

/** One line that works as pasted. */
function curlCommand(url: string, secretKey: string): string {
  const body = {
    booker: {
      firstName: "Ana",
      lastName: "Ferreira",
      email: "ana.ferreira@example.com",
      phone: "+351912345678",
    },
    guests: [{ firstName: "Ana", lastName: "Ferreira" }],
    billing: { addressLine: "Rua das Flores 12, Porto", country: "PT" },
    hotel: { referenceId: "lisbon", name: "Alder & Quay Lisbon", country: "PT" },
    booking: {
      checkIn: dayFromNow(14),
      checkOut: dayFromNow(17),
      groupSize: { adultCount: 2 },
    },
    requestId: "try-1",
  };
  const headers = `-H 'X-Service-Key: ${secretKey}' -H 'Content-Type: application/json'`;
  return `curl -s ${url}/v1/risk ${headers} -d '${JSON.stringify(body)}'`;
}

interface Shown {
  site: string;
  service: Service;
  secretKey: string;
  reasons: string;
}

function welcome({ site, service, secretKey, reasons }: Shown): void {
  say(`
  The hotel        ${site}
  The dashboard    ${service.dashboard()}
  API reference    ${service.url}/docs

  Score a booking from this terminal:

${curlCommand(service.url, secretKey)}

  What to try:
    1. Book a room on the site. The result page shows the request and the answer, and links to the
       decision in the dashboard. The dashboard's address above creates your account.
    2. Open ${site}/checkout directly, fill in the form with a script from
       the browser console, and submit it: the score will be higher.
    3. See why a decision has its score: ${reasons}

  The project and its keys are the same at the next start.

  Ctrl+C stops everything.
`);
}

/** Resolves with the exit status when the process is told to stop, or when the service ends. */
function untilTheEnd(service: Service): Promise<number> {
  return new Promise((resolve) => {
    let asked = false;
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.once(signal, () => {
        asked = true;
        resolve(0);
      });
    }
    service.ended.then(async (reason) => {
      // Ctrl+C also reaches the service, which may end first.
      await Bun.sleep(100);
      if (!asked) process.stderr.write(`The service has stopped: ${reason}\n`);
      resolve(1);
    });
  });
}

async function run(): Promise<number> {
  const options = readOptions();
  await freshenPages();
  const port = await freePort(options.port, "the service");
  const sitePort = await freePort(options.sitePort, "the hotel's site", port);
  const service = startService({ root, port, data: options.data });
  const end = untilTheEnd(service);
  try {
    const early = await Promise.race([end, service.ready]);
    if (typeof early === "number") return early;
    const keys = await prepareProject({ root, data: options.data });
    const reasons = (id: string) =>
      `npx bun src/main.ts decision reasons ${id} --data ${options.data}`;
    const hotel = startHotel({
      port: sitePort,
      risk: { url: service.url, secretKey: keys.secretKey },
      publishableKey: keys.publishableKey,
      decisionPage: (id) => `${service.url}/dashboard/p/${keys.projectId}/decisions/${id}`,
      showDecision: reasons,
    });
    welcome({ site: hotel.url, service, secretKey: keys.secretKey, reasons: reasons("ID") });
    const status = await end;
    await Promise.all([hotel.stop(), service.stop()]);
    return status;
  } finally {
    await service.stop();
  }
}

try {
  process.exitCode = await run();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
// Browsers keep connections open. There is no reason to wait for them.
process.exit();
