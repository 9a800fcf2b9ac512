// Runs the scenario of hostile-texts.test.ts in Chromium, and gives the result as JSON. Its argument:
// {"scenario":"pages","url":"…","projectId":"…","paths":{"lists":"lists"},"texts":["…"]}.
import { looks, play, signedIn } from "./walk.mjs";

/** What a page's texts did: how many of these it shows, and which of them turn the text around them. */
async function traces(page, texts) {
  return page.evaluate((wanted) => {
    const plain = (text) => text.replace(/\s+/g, " ").trim();
    const isInline = (element) => getComputedStyle(element).display === "inline";
    const isolates = (element) => /isolate|plaintext/.test(getComputedStyle(element).unicodeBidi);
    // As the browser does: a text's direction ends with its block, and with an element that isolates it.
    const turnsOthers = (node) => {
      let element = node.parentElement;
      while (isInline(element) && !isolates(element)) element = element.parentElement;
      return !isolates(element) && plain(element.textContent) !== plain(node.textContent);
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const shown = new Set();
    const turning = [];
    while (walker.nextNode()) {
      const { data, parentElement } = walker.currentNode;
      const found = wanted.filter((text) => plain(data).includes(plain(text)));
      for (const text of found) shown.add(text);
      if (data.includes("\u202e") && turnsOthers(walker.currentNode)) {
        turning.push(parentElement.outerHTML.slice(0, 200));
      }
    }
    for (const { value } of document.querySelectorAll("input, textarea")) {
      for (const text of wanted) if (plain(value) === plain(text)) shown.add(text);
    }
    const hacked = "hacked" in window || document.title.includes("hacked!");
    return { shown: shown.size, turning, hacked };
  }, texts);
}

const scenarios = {
  /** Opens each page, waits until it shows a text, and gives what it shows. */
  async pages({ page, url, paths, texts, pictures, ...given }) {
    await signedIn({ page, url, ...given });
    const found = [];
    const seen = {};
    for (const [name, { path, open, waitFor }] of Object.entries(paths)) {
      await page.goto(`${url}/dashboard/${path}`);
      if (open) await page.getByRole("button", { name: open }).click();
      await page.getByText(waitFor).first().waitFor();
      await page.waitForFunction(() => !document.querySelector(".skeleton"));
      found.push(...(await looks(page, { name: `hostile-${name}`, pictures })));
      seen[name] = await traces(page, texts);
    }
    return { seen, axe: found };
  },
};

export default play(scenarios);
