/**
 * Holds connections open until it is killed, in a process of its own, so that what comes back on them does
 * not slow down who measures:
 *
 *     bun scripts/bench/overload/hold-connections.ts '{"url": …, "count": …, "text": …}'
 *
 * It prints a line when all are open and the text is sent on each.
 */
const { url, count, text } = JSON.parse(process.argv[2]!) as {
  url: string;
  count: number;
  text: string;
};
const { hostname, port } = new URL(url);

/** Connections that are opened at once: fewer than a listener's backlog. */
const atOnce = 100;

const sockets: unknown[] = [];

async function open(): Promise<void> {
  const ignored = { data() {}, error() {} };
  const socket = await Bun.connect({ hostname, port: Number(port), socket: ignored });
  if (text !== "") socket.write(text);
  sockets.push(socket);
}

for (let opened = 0; opened < count; opened += atOnce) {
  await Promise.all(Array.from({ length: Math.min(atOnce, count - opened) }, open));
}
process.stdout.write("open\n");
setInterval(() => {}, 60_000);
