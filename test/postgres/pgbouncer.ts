/** A real PgBouncer in transaction mode before a cluster: a session ends with each transaction. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { waitUntil } from "../../scripts/wait-until.ts";
import { debianProgram } from "../needs.ts";
import { asOwnerOf, type Cluster } from "./cluster.ts";

export const pgbouncer = debianProgram("pgbouncer");

export interface PgBouncer {
  /** @param url of a database of the cluster. */
  urlOf(url: string): string;
  /** Ends it, with all its connections. */
  stop(): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

export async function startPgBouncer({ sockets }: Pick<Cluster, "sockets">): Promise<PgBouncer> {
  const root = mkdtempSync(join(tmpdir(), "booking-risk-pgbouncer-"));
  chmodSync(root, 0o755);
  const own = join(root, "sockets");
  mkdirSync(own);
  const settings = join(root, "pgbouncer.ini");
  const pidFile = join(root, "pid");
  // Few connections for many callers, so that each statement may have another session.
  const lines = [
    "[databases]",
    `* = host=${sockets} user=test`,
    "[pgbouncer]",
    ...["pool_mode = transaction", "default_pool_size = 4", "max_client_conn = 200"],
    ...["auth_type = any", "listen_addr =", `unix_socket_dir = ${own}`, "listen_port = 5432"],
    ...[`logfile = ${join(root, "log")}`, `pidfile = ${pidFile}`],
    ...["server_login_retry = 1", "query_wait_timeout = 5"],
  ];
  writeFileSync(settings, `${lines.join("\n")}\n`);
  const asOwner = asOwnerOf(root, own);
  const isListening = () =>
    Bun.connect({ unix: join(own, ".s.PGSQL.5432"), socket: { data() {} } }).then(
      (socket) => {
        socket.end();
        return true;
      },
      () => false,
    );
  /** As a daemon, as PostgreSQL: Bun ends the processes that a test started, if the test takes too long. */
  async function start() {
    const command = [...asOwner, Bun.which("pgbouncer")!, "--daemon", "--quiet", settings];
    const child = Bun.spawn(command, { cwd: root, stdio: ["ignore", "ignore", "pipe"] });
    const errors = new Response(child.stderr).text();
    if ((await child.exited) !== 0) throw new Error(`pgbouncer: ${await errors}`);
    await waitUntil("PgBouncer", isListening);
  }
  async function stop() {
    if (!existsSync(pidFile)) return;
    const pid = Number.parseInt(readFileSync(pidFile, "utf8"), 10);
    process.kill(pid, "SIGKILL");
    await waitUntil("the end of PgBouncer", async () => !(await isListening()));
    rmSync(pidFile);
  }
  await start();
  return {
    urlOf: (url) => url.replace(encodeURIComponent(sockets), encodeURIComponent(own)),
    start,
    async stop() {
      await stop();
      rmSync(join(own, ".s.PGSQL.5432"), { force: true });
      rmSync(join(own, ".s.PGSQL.5432.lock"), { force: true });
    },
    async remove() {
      await stop();
      rmSync(root, { recursive: true });
    },
  };
}
