/**
 * Sends one request again and again from one address, as fast as it is answered, until it gets SIGTERM; in a process
 * of its own, so that it takes no time from the bookings' generator:
 *
 *     bun scripts/bench/overload/flood.ts '{"url": …, "method": …, "headers"?: …, "body"?: …, "connections": …}'
 *
 * It prints a line when it has its first answer, and the answers by status when it ends.
 */
export interface Flood {
  url: string;
  method: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
  connections: number;
}

export interface Flooded {
  perSecond: number;
  /** `lost` where a connection ended without an answer. */
  statuses: Record<string, number>;
}

if (import.meta.main) {
  const { url, connections, ...init } = JSON.parse(process.argv[2]!) as Flood;
  const statuses: Record<string, number> = {};
  const begun = performance.now();
  let answered = 0;
  process.on("SIGTERM", () => {
    const perSecond = Math.round((answered * 1000) / (performance.now() - begun));
    process.stdout.write(`${JSON.stringify({ perSecond, statuses } satisfies Flooded)}\n`);
    process.exit(0);
  });
  const ask = async () => {
    try {
      const answer = await fetch(url, init);
      await answer.arrayBuffer();
      return String(answer.status);
    } catch {
      return "lost";
    }
  };
  const one = async () => {
    for (;;) {
      const status = await ask();
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (answered++ === 0) process.stdout.write("begun\n");
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
}
