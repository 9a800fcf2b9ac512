/** The reference of the benchmark: a bare `Bun.serve` that parses and returns a JSON body. */
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  async fetch(request) {
    const body = await request.json();
    return Response.json(body);
  },
});
process.stdout.write(`${JSON.stringify({ url: server.url.href })}\n`);
