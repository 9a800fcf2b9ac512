/** Who receives the webhooks of a measured service, in the process that measures, which waits meanwhile. */

/** Answers at once; after ten seconds; with 500; or does not listen. */
export const receivers = ["ready", "slow", "failing", "down"] as const;
export type ReceiverKind = (typeof receivers)[number];

const slowMs = 10_000;

export interface Receiver {
  url: string;
  /** Requests until now. */
  requests(): number;
  stop(): Promise<void>;
}

export async function startReceiver(kind: ReceiverKind): Promise<Receiver> {
  let requests = 0;
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      requests += 1;
      await request.arrayBuffer();
      if (kind === "slow") await Bun.sleep(slowMs);
      return new Response(null, { status: kind === "failing" ? 500 : 204 });
    },
  });
  const url = `http://127.0.0.1:${server.port}/events`;
  if (kind === "down") await server.stop(true);
  return {
    url,
    requests: () => requests,
    stop: async () => void (await server.stop(true)),
  };
}
