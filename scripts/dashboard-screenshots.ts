/**
 * Pictures of every page of the dashboard, light and dark, wide and narrow:
 *
 *     node scripts/with-bun.mjs scripts/dashboard-screenshots.ts FOLDER
 *
 * Needs `npm run build` and Chromium.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { inChromium } from "../test/browser/run.ts";

const folder = resolve(process.argv[2] ?? "dist/screenshots");
const data = mkdtempSync(join(tmpdir(), "booking-risk-screenshots-"));
mkdirSync(folder, { recursive: true });

const service = Bun.spawn(
  [join(import.meta.dir, "../dist/booking-risk"), "serve", "--port", "0", "--data", data],
  { env: {}, stdio: ["ignore", "ignore", "pipe"] },
);
try {
  const link = await firstOwnerLink(service.stderr);
  const { origin: url } = new URL(link);
  const argument = { url, link, folder };
  const { taken } = await inChromium<{ taken: string[] }>("../dashboard/screenshots.mjs", argument);
  process.stdout.write(`${taken.length} pictures in ${folder}\n`);
} finally {
  service.kill();
  await service.exited;
  rmSync(data, { recursive: true });
}

/** The link that `serve` prints while nobody has an account. */
async function firstOwnerLink(stream: ReadableStream<Uint8Array>): Promise<string> {
  let text = "";
  for await (const chunk of stream.pipeThrough(new TextDecoderStream() as never)) {
    text += chunk as unknown as string;
    const [link] = /http\S+#\S+/.exec(text) ?? [];
    if (link && text.includes("Another:")) return link;
  }
  throw new Error(`serve ended: ${text}`);
}
