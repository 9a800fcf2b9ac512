// node readme-picture.mjs '{"url":"…","link":"…","file":"…","full":{…}}' takes the README's picture: a
// decision's page as WebP, which is a fraction of the size of a PNG.
import { writeFileSync } from "node:fs";
import { launch } from "../../programs/browser/chromium.mjs";
import { join } from "../../programs/dashboard-client/page-acts.mjs";

export default async ({ url, link, file, full }) => {
  const browser = await launch();
  try {
    const viewport = { width: 1280, height: 840 };
    const page = await browser.newPage({ viewport, colorScheme: "light" });
    await join(page, link);
    await page.goto(`${url}/dashboard/p/${full.projectId}/decisions/${full.decisionId}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForFunction(() => !document.querySelector(".skeleton"));
    await page.waitForTimeout(1000); // The reasons are computed, and charts are drawn.
    const session = await page.context().newCDPSession(page);
    const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 82 });
    const bytes = Buffer.from(data, "base64");
    writeFileSync(file, bytes);
    return { taken: [file], bytes: bytes.length };
  } finally {
    await browser.close();
  }
};
