/**
 * Runs every command and snippet of the documents against the real executable, as copied but for the
 * placeholders. What cannot be run within a test (benchmarks, training, npm itself) is checked to
 * exist; demonstration.test.ts runs `npm start`, and test/openapi the examples of the API reference.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { generateKeyPairSync } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Value } from "@sinclair/typebox/value";
import { generateIdentity, identityToRecipient } from "age-encryption";
import packageJson from "../../../package.json";
import { newPerson } from "../../../scripts/programs/dashboard-client/account.ts";
import { type Databases, openDatabases, postgresql } from "../../../scripts/programs/postgres.ts";
import { waitUntil } from "../../../scripts/programs/wait-until.ts";
import { defaultLimits } from "../../../src/evaluation/replay/limits.ts";
import type { Calibration } from "../../../src/model/calibration.ts";
import type { LiveDecisions } from "../../../src/model/registry/live-evidence.ts";
import { bodyOf } from "../../../src/projects/webhooks/attempt.ts";
import { type EventType, eventTypes } from "../../../src/projects/webhooks/event-types.ts";
import { declaredAttributes } from "../../fixtures/booking.ts";
import { distinctGuest } from "../../fixtures/distinct-guest.ts";
import { compilingLate, Installation, type Service } from "../../fixtures/executable.ts";
import {
  type Block,
  blocksOf,
  documents,
  inlineCodeOf,
  root,
  rowsOf,
} from "../../fixtures/markdown.ts";
import { curl, testWith } from "../../fixtures/needs.ts";
import { writeOtherBundle } from "../../fixtures/other-bundle.ts";
import { recentSeason } from "../../fixtures/recent-season.ts";

type Json = Record<string, unknown>;
interface WebhookExample {
  type: EventType;
  timestamp: string;
  sequence: number;
  data: Json;
}

const decisionInDocuments = "dec_01963c5e8f4a7c3db2a1f0e9d8c7b6a5";
const installation = new Installation();
const inFolder = (...names: string[]) => join(installation.folder, ...names);
const programs = inFolder("programs");
/** What the programs that are not run were called with, a line each. */
const called = inFolder("called.txt");
let service: Service;
let placeholders: Readonly<Record<string, string>> = {};

/** Programs that are not run: the whole suite, benchmarks, the training, the machine's own set-up. */
const notRun = [
  "npm",
  "node",
  "npx",
  "bun",
  "git",
  "apt-get",
  "sudo", // The Debian package: test/long/debian installs and upgrades it.
  "openssl", // test/system/forged-backup.test.ts generates keys by it; these are in their place.
  "promtool",
  "litestream", // test/long/litestream runs it.
  "podman", // test/long/deploy builds and runs the image, and what compose starts.
  "docker",
  "helm",
  "kubectl",
  "python3.11",
  "pip",
  "tar",
  "go",
  "mvn",
  "composer", // test/long/clients installs each client by them.
  "env/bin/pip",
  "env/bin/python",
];

let databases: Databases | undefined;

beforeAll(async () => {
  if (postgresql.isInstalled) databases = await openDatabases();
  service = await installation.serve();
  const project = await installation.project("Documents");
  await importSeason(project.projectId);
  const decision = await score({ ...exampleRequest() }, project.secret.key);
  placeholders = {
    "https://risk.example.com": service.url,
    "http://127.0.0.1:3000": service.url,
    "prj_…": project.projectId,
    "key_…": project.publishable.keyId,
    "pk_…": project.publishable.key,
    [decisionInDocuments]: decision.decisionId as string,
    ...(await listed(project.projectId, project.secret.key)),
    $SECRET_KEY: project.secret.key,
    "age1…": await identityToRecipient(await generateIdentity()),
    "/mnt/backup": inFolder("backups"),
    "/etc/booking-risk/otlp-headers": inFolder("otlp-headers"),
    "/etc/booking-risk/config.toml": inFolder("config.toml"),
    // Without PostgreSQL, `serve` is started on its folder.
    "postgres://risk:PASSWORD@db.example.com/risk": (await databases?.createDatabase()) ?? "",
  };
  await newPerson(installation, service, "ada@example.com", "owner");
  await writeFiles();
  writePrograms();
});

afterAll(async () => {
  await service.stop();
  await databases?.remove();
});

/** Past decisions with enough evidence for the replay in the documents to pass. */
async function importSeason(projectId: string): Promise<void> {
  const file = inFolder("season.ndjson");
  writeFileSync(file, `${recentSeason().join("\n")}\n`);
  await installation.json("history", "import", file, "--project", projectId);
}

/** A booking that is denied because a list has its guest, and that entry. */
async function listed(projectId: string, key: string): Promise<Record<string, string>> {
  const email = "denied@listed-hotel.example";
  writeFileSync(inFolder("denied.txt"), email);
  const { entryId } = await installation.json(
    "list",
    "add",
    "deny",
    "--project",
    projectId,
    "--type",
    "email",
    "--reason",
    "an example",
    "--value-file",
    inFolder("denied.txt"),
  );
  const request = exampleRequest();
  const booker = { ...(request.booker as object), email };
  const { decisionId } = await score({ ...request, booker, requestId: "listed-1" }, key);
  return { "lst_…": entryId!, "dec_…": decisionId as string };
}

/** As many live decisions, scored by the model in shadow mode, as the promotion in the documents takes. */
async function sendLiveBookings(): Promise<void> {
  const { $SECRET_KEY: key, "prj_…": projectId } = placeholders;
  await waitUntil("the shadow model", async () =>
    (await (await fetch(`${service.url}/metrics`)).text()).includes('state="shadow"'),
  );
  for (let i = 0; i < defaultLimits.liveDecisionsMin; i++) await score(distinctGuest(i), key!);
  await waitUntil("all shadow scores", async () => {
    const { live } = await installation.json<{ live: LiveDecisions }>(
      "model",
      "shadow",
      "mine@1.0.0",
      "--project",
      projectId!,
      "--report",
    );
    return live.decisions >= live.decisionsMin;
  });
}

function exampleRequest(): Json {
  const line = jsonIn("docs/integrate.md").find((value) => "decidedAt" in value && value.request);
  return line!.request as Json;
}

async function score(request: Json, key: string): Promise<Json> {
  const answer = await fetch(`${service.url}/v1/risk`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Service-Key": key },
    body: JSON.stringify(request),
  });
  return (await answer.json()) as Json;
}

/** The files that commands of the documents read. */
async function writeFiles(): Promise<void> {
  const examples = jsonIn("docs/integrate.md");
  const past = examples.find((value) => "decidedAt" in value && "request" in value);
  const outcome = examples.find((value) => "note" in value);
  writeFileSync(inFolder("past.ndjson"), `${JSON.stringify(past)}\n`);
  writeFileSync(inFolder("outcomes.ndjson"), `${filled(JSON.stringify(outcome))}\n`);
  const blocked = { type: "phone", value: "+351912999999", reason: "two chargebacks" };
  writeFileSync(inFolder("blocked.ndjson"), JSON.stringify(blocked));
  writeFileSync(inFolder("address.txt"), "nobody@hotel.example\n");
  writeFileSync(inFolder("otlp-headers"), "authorization=Bearer of-a-receiver\n");
  const [settings] = allBlocks.filter(({ language }) => language === "toml");
  writeFileSync(inFolder("config.toml"), filled(settings!.text));
  mkdirSync(inFolder("backups"));
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  writeFileSync(inFolder("backup-key.pem"), privateKey.export({ format: "pem", type: "pkcs8" }));
  writeFileSync(inFolder("backup-key.pub"), publicKey.export({ format: "pem", type: "spki" }));
  const bundle = await writeOtherBundle(inFolder("mine"), "1.0.0", slightlyHigher());
  const manifest = join(bundle, "manifest.json");
  const named = { ...JSON.parse(readFileSync(manifest, "utf8")), name: "mine" };
  writeFileSync(manifest, JSON.stringify(named));
}

/**
 * The default model's calibration, a tenth of a logit higher: the imported bookings have more fraud than it
 * expects, so that a replay finds the candidate no worse in anything that promotion demands.
 */
function slightlyHigher(): Calibration {
  const file = join(import.meta.dir, "../../../models/default/manifest.json");
  const { calibration } = JSON.parse(readFileSync(file, "utf8")) as { calibration: Calibration };
  if (calibration.kind !== "isotonic") throw new Error("the default model is calibrated otherwise");
  const y = calibration.y.map((p) => 1 / (1 + ((1 - p) / p) * Math.exp(-0.1)));
  return { ...calibration, y };
}

function writePrograms(): void {
  const write = (name: string, text: string) => {
    const file = name.includes("/") ? inFolder(name) : join(programs, name);
    mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(file, `#!/bin/sh\n${text}\n`);
    chmodSync(file, 0o755);
  };
  // `serve` is started with the flags of the document, but for its port and its folder, until it serves.
  // Nobody waits for it to leave a load balancer.
  write(
    "booking-risk",
    `if [ "$1" != serve ]; then exec ${installation.executable} "$@"; fi
rm -f served.log && mkfifo served.log
${installation.executable} "$@" --port 0 --drain 0 --data ${inFolder("served")} > served.log 2>&1 &
while read -r line; do
  echo "$line"
  case $line in *'"event":"serving"'*) kill $! ;; esac
done < served.log
wait $!`,
  );
  write("curl", `exec ${Bun.which("curl")} --silent --show-error --fail-with-body "$@"`);
  for (const name of notRun) write(name, `echo "${name} $*" >> ${called}`);
}

function filled(text: string): string {
  return Object.entries(placeholders).reduce(
    (result, [name, value]) => result.replaceAll(name, value),
    text,
  );
}

const allBlocks = documents.flatMap(blocksOf);
const blocksIn = (...languages: string[]) =>
  allBlocks
    .filter(({ language }) => languages.includes(language))
    .map((block, index) => [`${block.path} ${index + 1}`, block] as const);

function jsonIn(path: string): Json[] {
  return blocksOf(path)
    .filter(({ language }) => language === "json")
    .map(({ text }) => JSON.parse(text) as Json);
}

test("every block is in a language that is checked", () => {
  const checked = ["sh", "json", "html", "js", "ts", "python", "text", "mermaid", "nginx"];
  // Of the clients: test/long/clients builds and runs them.
  checked.push("go", "java", "php", "xml");
  checked.push("toml"); // The one file that `serve` is started with.
  checked.push("yaml"); // By test/long/litestream.
  checked.push("sql"); // By test/service/postgres/least-role.test.ts.
  const others = allBlocks.filter(({ language }) => !checked.includes(language));
  expect(others).toEqual([]);
});

describe("commands", () => {
  async function run({ text }: Block) {
    writeFileSync(called, "");
    const child = Bun.spawn(["sh", "-eu", "-c", filled(text)], {
      cwd: installation.folder,
      env: { ...compilingLate, PATH: `${programs}:/usr/bin:/bin` },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [out, error] = await Promise.all([child.stdout.text(), child.stderr.text()]);
    return { status: await child.exited, out, error };
  }

  function expectToExist(line: string): void {
    const [program, ...words] = line.split(" ");
    if (program === "npm" && words[0] !== "install") {
      const script = words[0] === "run" ? words[1]! : words[0]!;
      expect(packageJson.scripts).toHaveProperty([script]);
      return;
    }
    const files = words.filter((word) => /^[\w/-]+\.(ts|mjs|py)$/.test(word));
    if (program === "env/bin/python") return; // Of the document itself: see the training example.
    for (const file of files) expect(existsSync(join(root, file)), file).toBe(true);
  }

  const usesCurl = ({ text }: Block) => /^curl /m.test(text);
  const [withCurl, without] = [true, false].map((uses) => {
    const blocks = blocksIn("sh").filter(([, block]) => usesCurl(block) === uses);
    return [...Map.groupBy(blocks, ([, { path }]) => path)];
  });

  /** In their order: one restores what another has backed up. */
  async function expectAllToRun(_: string, blocks: ReturnType<typeof blocksIn>): Promise<void> {
    for (const [name, block] of blocks) await expectToRun(name, block);
  }

  async function expectToRun(name: string, block: Block): Promise<void> {
    if (block.text.includes("model promote")) await sendLiveBookings();
    const { status, out, error } = await run(block);
    const printed = status === 0 ? "" : error + out;
    expect({ name, status, printed }).toEqual({ name, status: 0, printed: "" });
    for (const line of readFileSync(called, "utf8").split("\n").filter(Boolean)) {
      expectToExist(line);
    }
  }

  test.each(without!)("of %s", expectAllToRun);
  testWith(curl).each(withCurl!)("of %s, with curl", expectAllToRun);
});

interface Explained {
  reasons: { status: string; strongest: Json[] };
}

/** The names of the members of a decision, of its reasons and of each of them. */
const membersOf = (decision: Explained) =>
  [decision, decision.reasons, decision.reasons.strongest[0]!].map(Object.keys);

describe("JSON", () => {
  const decision = () => score(exampleRequest(), placeholders.$SECRET_KEY!);

  /** What each kind of example is compared with. */
  const kinds: readonly [matches: (value: Json) => boolean, check: (value: Json) => unknown][] = [
    [
      (value) => "reasons" in value,
      async (value) => {
        const { decisionId } = await decision();
        let found: Explained | undefined;
        await waitUntil("the reasons", async () => {
          const answer = await fetch(`${service.url}/v1/decisions/${decisionId}`, {
            headers: { "X-Service-Key": placeholders.$SECRET_KEY! },
          });
          found = (await answer.json()) as Explained;
          return found.reasons.status !== "pending";
        });
        expect(membersOf(found!)).toEqual(membersOf(value as unknown as Explained));
      },
    ],
    [
      (value) => "sequence" in value,
      (value) => {
        const { type, timestamp, sequence, data } = value as never as WebhookExample;
        const sent = { type, at: Date.parse(timestamp), sequence, data: JSON.stringify(data) };
        expect(JSON.parse(bodyOf(sent))).toEqual(value);
        expect([...Value.Errors(eventTypes[type], data)]).toEqual([]);
        expect(Object.keys(data)).toEqual(Object.keys(eventTypes[type].properties));
      },
    ],
    [
      (value) => "riskScore" in value,
      async (value) => expect(Object.keys(await decision())).toEqual(Object.keys(value)),
    ],
    [
      (value) => "reportedAt" in value,
      async (value) => {
        const { outcome, occurredAt } = value;
        const { decisionId } = await decision();
        const answer = await fetch(`${service.url}/v1/decisions/${decisionId}/outcome`, {
          method: "POST",
          headers: {
            "Content-Type": "application/json",
            "X-Service-Key": placeholders.$SECRET_KEY!,
          },
          body: JSON.stringify({ outcome, occurredAt, requestId: "1" }),
        });
        const reportedAt = expect.any(String);
        expect(await answer.json()).toEqual({ ...value, decisionId, reportedAt });
      },
    ],
    [
      (value) => "status" in value,
      async (value) => {
        const request = exampleRequest() as Record<string, Json>;
        request.booker!.phone = "912 345 678";
        request.hotel!.country = "Portugal";
        const { requestId } = value;
        const sent = { ...request, requestId };
        expect(await score(sent, placeholders.$SECRET_KEY!)).toEqual(value);
      },
    ],
    [
      (value) => "payment" in value,
      async (value) => {
        const request = exampleRequest() as Record<string, Json>;
        const booking = { ...request.booking, ...(value.booking as Json) };
        const scored = await score({ ...request, ...value, booking }, placeholders.$SECRET_KEY!);
        expect(scored).toMatchObject({ riskScore: expect.any(Number) });
      },
    ],
    [
      (value) => "attributes" in value,
      async (value) => {
        const { projectId, secret } = await installation.project("Attributes");
        for (const flags of declaredAttributes) {
          const set = ["project", "attribute", "set", ...flags, "--project", projectId];
          await installation.json(...set);
        }
        const scored = await score({ ...exampleRequest(), ...value }, secret.key);
        expect(scored).toMatchObject({ riskScore: expect.any(Number) });
      },
    ],
    [
      (value) => "request" in value,
      async (value) => {
        writeFileSync(inFolder("one.ndjson"), JSON.stringify(value));
        const { projectId } = await installation.project("Past");
        const imported = await installation.json(
          "history",
          "import",
          "one.ndjson",
          "--project",
          projectId,
        );
        expect(imported).toMatchObject({ imported: 1, rejected: 0 });
      },
    ],
    [
      (value) => "outcome" in value,
      async (value) => {
        writeFileSync(inFolder("one.ndjson"), filled(JSON.stringify(value)));
        const imported = await installation.json(
          "outcome",
          "import",
          "one.ndjson",
          "--project",
          placeholders["prj_…"]!,
        );
        expect(imported).toMatchObject({ rejected: 0 });
      },
    ],
  ];

  test.each(blocksIn("json"))("of %s", async (_, { text }) => {
    const value = JSON.parse(text) as Json;
    const kind = kinds.find(([matches]) => matches(value));
    expect(kind).toBeDefined();
    await kind![1](value);
  });
});

describe("HTML", () => {
  test.each(blocksIn("html"))("of %s", async (_, { text }) => {
    const known = ["src", "integrity", "crossorigin"];
    known.push("data-publishable-key", "data-consent", "data-endpoint");
    for (const [, name] of text.matchAll(/([\w-]+)="/g)) expect(known).toContain(name!);
    for (const [, address] of text.matchAll(/src="(http[^"]+)"/g)) {
      expect((await fetch(filled(address!))).status).toBe(200);
    }
  });
});

describe("JavaScript", () => {
  test.each(blocksIn("js", "ts"))("of %s is valid", (_, { text, language }) => {
    const loader = language === "ts" ? "ts" : "js";
    expect(() => new Bun.Transpiler({ loader }).transformSync(text)).not.toThrow();
  });

  test.each(blocksIn("js").filter(([, { text }]) => text.includes('addEventListener("submit"')))(
    "of %s fills the field of the form, with and without the script",
    (_, { text }) => {
      for (const [Service, value] of [
        [{ getCollectionId: () => "col_12345678" }, "col_12345678"],
        [undefined, ""],
      ] as const) {
        let submit = () => {};
        const collectionId = { value: "before" };
        const form = {
          elements: { collectionId },
          addEventListener: (_: string, listener: () => void) => {
            submit = listener;
          },
        };
        new Function("form", "window", text)(form, { Service });
        submit();
        expect(collectionId.value).toBe(value);
      }
    },
  );
});

describe("paths of the service", () => {
  const paths = [
    "docs/operate.md",
    "docs/configuration.md",
    "docs/postgresql.md",
    "docs/security.md",
    "docs/integrate.md",
    "README.md",
  ].flatMap((path) => inlineCodeOf(path).filter((code) => /^\/[\w./-]*$/.test(code)));

  test.each([...new Set(paths)])("%s exists", async (path) => {
    // A path that ends with / stands for all below it.
    if (path !== "/" && path.endsWith("/")) return;
    expect((await fetch(service.url + path, { redirect: "manual" })).status).not.toBe(404);
  });
});

test("the limits are those of the code", async () => {
  const { merchantLimits } = await import("../../../src/http/endpoints/merchant-endpoint.ts");
  const { telemetryLimits } = await import("../../../src/attempt/telemetry/protocol.ts");
  const { originsMax } = await import("../../../src/projects/origins.ts");
  const { listLimits } = await import("../../../src/decisions/lists/limits.ts");
  const text = await Bun.file(join(root, "docs/limits.md")).text();
  const row = (start: string) => text.split("\n").find((line) => line.startsWith(`| ${start}`))!;
  expect(row("body of `POST /v1/risk`")).toContain(`${merchantLimits.bodyBytes / 1024} KiB`);
  const { batchBytes, batchEvents, collectionBatches } = telemetryLimits;
  expect(row("a batch")).toContain(`${batchBytes / 1024} KiB, ${batchEvents} events`);
  expect(row("a collection")).toContain(`${collectionBatches} batches, 24 hours`);
  expect(row("origins of a publishable key")).toContain(`${originsMax}, of`);
  expect(row("the value of a list entry")).toContain(`${listLimits.value} characters`);
  expect(row("the reason of a list entry")).toContain(`${listLimits.reason} characters`);
  expect(row("list entries of one page")).toContain(`| ${listLimits.page}; up to`);
  const { webhookLimits } = await import("../../../src/projects/webhooks/limits.ts");
  expect(row("webhook endpoints of a project")).toContain(`| ${webhookLimits.endpoints} `);
  expect(row("an attempt to deliver")).toContain(`${webhookLimits.attemptMs / 1000} seconds`);
  expect(row("the log of deliveries")).toContain(`${webhookLimits.logDays} days`);
  expect(rowsOf("docs/limits.md").length).toBeGreaterThan(40);
});
