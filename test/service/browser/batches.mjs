// Waits for the batches that the browser script sends, for the scripts that drive Chromium here.

const isBatch = (request) => new URL(request.url()).pathname.endsWith("/batch");

/**
 * Waits until what has happened on the page is at the service: the next batch has all of it. Where none begins
 * within more than two of the script's intervals, it has been sent before.
 */
export async function sent(page) {
  const next = await page.waitForRequest(isBatch, { timeout: 5000 }).catch(() => null);
  await next?.response();
}

/** The answer to the next batch that has this text. */
export const batchWith = (page, text) =>
  page.waitForResponse(
    (response) =>
      isBatch(response.request()) && (response.request().postData() ?? "").includes(text),
  );

/**
 * Does what sends the form, and waits until the page that it leads to has sent its first batch: those of
 * the form's page have been sent by then.
 */
export async function thanked(page, act) {
  const first = batchWith(page, '"path":"/thanks"');
  await act();
  await page.waitForURL("**/thanks*");
  await first;
}
