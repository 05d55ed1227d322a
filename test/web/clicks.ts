import type { Page } from "playwright-core";

/** Counts from now on the clicks of the person at a page, across the documents of each origin. */
export const countClicks = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const clicks = (): number => Number(sessionStorage.getItem("clicks"));
    const count = ({ isTrusted }: Event): void => {
      if (isTrusted) sessionStorage.setItem("clicks", `${clicks() + 1}`);
    };
    document.addEventListener("click", count, { capture: true });
  });

/** The clicks so far on pages of the origin that is shown. */
export const clicksOf = async (page: Page): Promise<number> =>
  Number(await page.evaluate(`sessionStorage.getItem("clicks")`));
