/** What the service tells the process that started it, as systemd receives it: a datagram socket in NOTIFY_SOCKET. */
import { afterAll, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { waitUntil } from "../../scripts/programs/wait-until.ts";
import { booking } from "../fixtures/booking.ts";
import { callRisk, Installation, type Service } from "../fixtures/executable.ts";
import { debianProgram, describeWith } from "../fixtures/needs.ts";

const installation = new Installation();
const { key } = (await installation.project()).secret;
const linux = { ...debianProgram("python3"), name: "python3, on Linux" };
if (process.platform !== "linux") linux.isInstalled = false;

/** Prints each datagram as a line of JSON. With "full" it first fills its own queue, and reads once it is told to. */
const receiver = `
import json, socket, sys
address, how = sys.argv[1:]
name = "\\0" + address[1:] if address[0] == "@" else address
own = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
own.bind(name)
if how == "full":
    filler = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    filler.setblocking(False)
    filler.connect(name)
    try:
        while True: filler.send(b"FILLER=1")
    except BlockingIOError: pass
print(json.dumps("receives"), flush=True)
if how == "full": sys.stdin.readline()
while True: print(json.dumps(own.recv(4096).decode()), flush=True)
`;

/** A receiver as systemd is one. @returns its datagrams so far, each as its lines. */
async function receive(address: string, how: "empty" | "full" = "empty") {
  const python = Bun.spawn(["python3", "-c", receiver, address, how], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  afterAll(() => python.kill("SIGKILL"));
  const received: string[][] = [];
  void (async () => {
    let rest = "";
    for await (const chunk of python.stdout.pipeThrough(new TextDecoderStream() as never)) {
      const lines = (rest + (chunk as unknown as string)).split("\n");
      rest = lines.pop()!;
      for (const line of lines) received.push((JSON.parse(line) as string).trim().split("\n"));
    }
  })();
  await waitUntil("the receiver", () => received.shift());
  const has = (line: string) => received.some((lines) => lines.includes(line));
  return {
    received,
    has,
    count: (line: string) => received.filter((lines) => lines.includes(line)).length,
    until: (line: string) => waitUntil(line, () => has(line)),
    async read() {
      python.stdin.write("\n");
      await python.stdin.flush();
    },
  };
}

const pathOf = (name: string) => join(installation.folder, `${name}.socket`);
const second = 1_000_000;
const events = ({ log }: Service) => log.map((line) => JSON.parse(line).event as string);

describeWith(linux)("a service that systemd started", () => {
  test.each([
    ["a path", pathOf("notify")],
    ["an abstract name", `@booking-risk-${crypto.randomUUID()}`],
  ])("says at %s that it is ready once it answers, and that it stops", async (_, address) => {
    const systemd = await receive(address);
    const starting = installation.serveIn({ NOTIFY_SOCKET: address }, "--drain", "1");
    await systemd.until("READY=1");
    const status = systemd.received[0]!.find((line) => line.startsWith("STATUS="));
    const url = /^STATUS=Listening on (http:\/\/127\.0\.0\.1:\d+)\/$/.exec(status!)?.[1];
    // The address that it names answers now, not a moment later.
    expect((await callRisk(url!, key, booking())).status).toBe(200);
    const service = await starting;
    expect(systemd.has("STOPPING=1")).toBe(false);
    service.process.kill("SIGTERM");
    await systemd.until("STOPPING=1");
    // 1 s of --drain, 20 s for closing, and 5 s within which the process ends by itself.
    expect(systemd.received).toEqual([
      ["READY=1", status!],
      ["STOPPING=1", `EXTEND_TIMEOUT_USEC=${26 * second}`],
    ]);
    expect(await service.process.exited).toBe(0);
    expect(events(service)).not.toContain("systemd_notify");
  });

  test("says that it is alive, unless another process is to say so", async () => {
    const watchdog = { WATCHDOG_USEC: String(0.1 * second) };
    const [own, other] = [await receive(pathOf("own")), await receive(pathOf("other"))];
    const service = await installation.serveIn({ NOTIFY_SOCKET: pathOf("own"), ...watchdog });
    const unwatched = await installation.serveIn({
      NOTIFY_SOCKET: pathOf("other"),
      ...watchdog,
      WATCHDOG_PID: "1",
    });
    await other.until("READY=1");
    await waitUntil("it three times", () => own.count("WATCHDOG=1") >= 3);
    expect(own.count("READY=1")).toBe(1);
    await Promise.all([service.stop(), unwatched.stop()]);
    await other.until("STOPPING=1");
    expect(other.has("WATCHDOG=1")).toBe(false);
  });

  test("does not wait for a systemd that is busy, which hears of it later", async () => {
    const address = pathOf("busy");
    const systemd = await receive(address, "full");
    const environment = { NOTIFY_SOCKET: address, WATCHDOG_USEC: String(0.1 * second) };
    const service = await installation.serveIn(environment);
    await waitUntil("the warning", () => events(service).includes("systemd_notify"));
    expect((await callRisk(service.url, key, booking())).status).toBe(200);
    await systemd.read();
    await systemd.until("READY=1");
    expect(await service.stop()).toBe(0);
  });

  test("keeps what systemd gave it to itself", async () => {
    const address = pathOf("children");
    const systemd = await receive(address);
    const given = { NOTIFY_SOCKET: address, WATCHDOG_USEC: String(60 * second), OTHER: "kept" };
    const backups = join(installation.folder, "backups");
    mkdirSync(backups);
    const flags = ["--backup-every", "10s", "--backup-to", backups];
    const service = await installation.serveIn(given, ...flags);
    await systemd.until("READY=1");
    const { pid } = service.process;
    // A backup that ended before it was seen is followed by another.
    const environment = await waitUntil("a backup", () => environmentOfBackup(pid), {
      intervalMs: 1,
      ignoreErrors: true,
    });
    expect(environment).toContain("OTHER=kept");
    expect(environment.join("\n")).not.toMatch(/NOTIFY_SOCKET|WATCHDOG/);
    await service.stop();
  });
});

/** Of the child that makes a backup, once it runs as such. @throws Error where one ends meanwhile. */
function environmentOfBackup(pid: number): string[] | undefined {
  const listed = (file: string) => readFileSync(file, "utf8").split("\0").filter(Boolean);
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").trim().split(" ").filter(Boolean),
  );
  const backup = children.find((child) => listed(`/proc/${child}/cmdline`).includes("--into"));
  return backup === undefined ? undefined : listed(`/proc/${backup}/environ`);
}

test.each([
  ["that nobody receives at", "/nowhere/notify"],
  ["that is none", "no path"],
  ["that is too long", `/${"x".repeat(200)}`],
])("a socket %s is a warning, and the service scores", async (_, address) => {
  const environment = { NOTIFY_SOCKET: address, WATCHDOG_USEC: "none" };
  const service = await installation.serveIn(environment);
  await waitUntil("the warning", () => events(service).includes("systemd_notify"));
  expect((await callRisk(service.url, key, booking())).status).toBe(200);
  expect(await service.stop()).toBe(0);
});
