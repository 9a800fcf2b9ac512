// A browser's context in which somebody is signed in.

/** @param given `cookie`: as the header of a request has it. */
export async function contextOf(browser, { url, cookie }) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies(
    cookie.split("; ").map((pair) => {
      const at = pair.indexOf("=");
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url };
    }),
  );
  return context;
}
