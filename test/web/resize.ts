import type { Page } from "playwright-core";

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Gives the page another size and waits until it has heard of it: a browser has the size at once and tells it with
 * its next frame, where it would close a menu that a test has opened since.
 */
export const resize = async (page: Page, size: Size): Promise<void> => {
  await page.setViewportSize(size);
  await page.evaluate(
    ({ width, height }) =>
      new Promise<void>((heard) => {
        const framesAfter = 2;
        const look = (frames: number): void => {
          if (frames === framesAfter) heard();
          else
            requestAnimationFrame(() =>
              look(innerWidth === width && innerHeight === height ? frames + 1 : 0),
            );
        };
        look(0);
      }),
    size,
  );
};
