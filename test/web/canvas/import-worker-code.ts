import type { Page } from "playwright-core";

/**
 * Has workers that read files run another text, or their own behind some; `end` takes it back and tells how often it was asked for.
 * For a page that learns the worker's address itself.
 */
export const withWorkerCode = async (
  page: Page,
  code: string,
  isBefore = false,
): Promise<() => Promise<number>> => {
  const pattern = /import-worker-\w+\.js$/;
  let asked = 0;
  await page.route(pattern, async (route) => {
    // The page itself, which learns the address, asks as a module does: with its origin.
    if (route.request().headers()["origin"] !== undefined) return route.continue();
    asked += 1;
    const own = isBefore ? await (await route.fetch()).text() : "";
    return route.fulfill({ contentType: "text/javascript", body: `${code}${own}` });
  });
  return async () => {
    await page.unroute(pattern);
    return asked;
  };
};
