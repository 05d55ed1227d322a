import type { Page } from "playwright-core";

/** What a browser says of a part that is refused. */
export const refusedPart = /Failed to load resource|ERR_FAILED/;

/** Refuses the first so many requests for an address. */
export const refuse = async (
  page: Page,
  address: RegExp,
  { times, method = "GET" }: { readonly times: number; readonly method?: string },
): Promise<void> => {
  let refused = 0;
  await page.route(address, async (route) => {
    if (route.request().method() !== method || refused >= times) return route.fallback();
    refused += 1;
    await route.abort();
  });
};

/** Waits until the page has its editor; what waits tries again as soon as the network is back, which it is told. */
export const untilEditor = (page: Page): Promise<unknown> =>
  page.waitForFunction(
    () => {
      dispatchEvent(new Event("online"));
      return document
        .querySelector("floorplan-page")
        ?.shadowRoot?.querySelector("floorplan-editor");
    },
    undefined,
    { polling: 200 },
  );
