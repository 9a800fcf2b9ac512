// The hotel's site and, on another origin, the host that serves the scripts and receives their requests.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { gzipSync } from "node:zlib";
import { hotelPage, picture } from "./page.mjs";

/** Chromium resolves these to this machine; they are secure contexts and different sites. */
const hotelHost = "hotel.localhost";
const collectHost = "collect.localhost";

const anyOrigin = { "Access-Control-Allow-Origin": "*" };

/** The responses of each script's real endpoint, by the end of the path. */
const answers = {
  "/sdk/batch": { status: 204, headers: { "Cross-Origin-Resource-Policy": "cross-origin" } },
  "/api/event": { status: 202, headers: { "Content-Type": "text/plain" }, body: "ok" },
  // Umami returns its session as a signed token of about this length.
  "/api/send": { status: 200, headers: { "Content-Type": "text/html" }, body: "t".repeat(420) },
};

/** @param {{ name: string, file: string | null, attributes: string }[]} candidates */
export async function serve(candidates) {
  const scripts = new Map(
    candidates
      .filter(({ file }) => file)
      .map(({ name, file }) => [`/${name}/script.js`, gzipSync(readFileSync(file), { level: 9 })]),
  );
  const collect = await listen(collectHost, (request, response, count) =>
    answerCollect(request, response, scripts, count),
  );
  const pages = new Map(
    candidates.map(({ name, file, attributes }) => {
      const tag = file ? `<script src="${collect.origin}/${name}/script.js" ${attributes}>` : "";
      return [`/${name}/`, hotelPage(tag && `${tag}</script>`)];
    }),
  );
  const hotel = await listen(hotelHost, (request, response) =>
    answerHotel(request, response, pages),
  );
  return {
    pageUrl: (name) => `${hotel.origin}/${name}/`,
    collectOrigin: collect.origin,
    /** The traffic of the second origin since the last call. */
    takeTraffic: collect.takeTraffic,
    close() {
      hotel.close();
      collect.close();
    },
  };
}

async function listen(host, answer) {
  const sockets = new Set();
  const count = { requests: 0, posts: 0, unknown: [] };
  const server = createServer((request, response) => {
    request.resume().on("end", () => answer(request, response, count));
  });
  server.on("connection", (socket) => sockets.add(socket));
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const bytes = (name) => [...sockets].reduce((sum, socket) => sum + socket[name], 0);
  let before = { up: 0, down: 0 };
  return {
    origin: `http://${host}:${server.address().port}`,
    takeTraffic() {
      const now = { up: bytes("bytesRead"), down: bytes("bytesWritten") };
      const taken = { ...count, up: now.up - before.up, down: now.down - before.down };
      before = now;
      Object.assign(count, { requests: 0, posts: 0, unknown: [] });
      return taken;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function answerHotel({ url }, response, pages) {
  const [, number] = url.match(/^\/pictures\/(\d)\.svg$/) ?? [];
  const body = number ? picture(Number(number)) : pages.get(url);
  if (!body) return response.writeHead(404).end();
  const type = number ? "image/svg+xml" : "text/html; charset=utf-8";
  response.writeHead(200, { "Content-Type": type, "Content-Encoding": "gzip" });
  response.end(gzipSync(body));
}

function answerCollect({ method, url, headers }, response, scripts, count) {
  count.requests++;
  const script = scripts.get(url);
  const [, answer] = Object.entries(answers).find(([path]) => url.endsWith(path)) ?? [];
  if (script) {
    const encoding = { "Content-Encoding": "gzip", "Cache-Control": "public, max-age=3600" };
    response.writeHead(200, { "Content-Type": "text/javascript", ...encoding, ...anyOrigin });
    response.end(script);
  } else if (answer && method === "OPTIONS") {
    response.writeHead(204, preflight(headers));
    response.end();
  } else if (answer && method === "POST") {
    count.posts++;
    response.writeHead(answer.status, { ...anyOrigin, ...answer.headers });
    response.end(answer.body);
  } else {
    count.unknown.push(`${method} ${url}`);
    response.writeHead(404).end();
  }
}

const preflight = (headers) => ({
  ...anyOrigin,
  "Access-Control-Allow-Methods": "GET,HEAD,PUT,PATCH,POST,DELETE",
  "Access-Control-Allow-Headers": headers["access-control-request-headers"] ?? "",
  "Access-Control-Max-Age": "86400",
});
