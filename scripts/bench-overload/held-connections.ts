/** Connections that are held open, and bookings beside them. */
import { bookingBodies } from "../bench/bookings.ts";

/** Opens so many connections, and sends the same text on each. Nobody reads what comes back. */
export async function holdConnections({ hostname, port }: URL, count: number, text: string) {
  const sockets: { terminate(): void }[] = [];
  const open = async () => {
    const socket = await Bun.connect({
      hostname,
      port: Number(port),
      socket: { data() {}, error() {} },
    });
    if (text !== "") socket.write(text);
    sockets.push(socket);
  };
  for (let i = 0; i < count; i += 100) {
    await Promise.all(Array.from({ length: Math.min(100, count - i) }, open));
  }
  return {
    close() {
      for (const socket of sockets) socket.terminate();
    },
  };
}

/** 20 bookings, one after another: how many were scored, and how long they took, ms. */
export async function bookingsBeside(url: URL, key: string) {
  const nextBody = bookingBodies();
  const headers = { "Content-Type": "application/json", "X-Service-Key": key };
  const times: number[] = [];
  let scored = 0;
  for (let i = 0; i < 20; i++) {
    const begin = performance.now();
    const answer = await fetch(url, { method: "POST", headers, body: nextBody() });
    await answer.arrayBuffer();
    times.push(performance.now() - begin);
    if (answer.status === 200) scored += 1;
  }
  times.sort((one, other) => one - other);
  const rounded = (ms: number) => Number(ms.toFixed(2));
  return { scored, p50: rounded(times[10]!), p99: rounded(times[19]!) };
}
