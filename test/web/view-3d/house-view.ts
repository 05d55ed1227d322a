import type { TestContext } from "node:test";
import type { Page } from "playwright-core";
import type { TabOptions } from "../browser.ts";
import { type Cards, show } from "../card-page.ts";

/** A colour on the screen: red, green and blue, from 0 to 255. */
export type Pixel = readonly [red: number, green: number, blue: number];

/** A card whose plan can be shown in 3D, on a dashboard with these states. */
export const openHouse = async (
  t: TestContext,
  { openCard }: Cards,
  plan: object,
  { states = {}, ...options }: TabOptions & { readonly states?: object } = {},
): Promise<Page | undefined> => {
  const page = await openCard(t, "hass", options);
  if (page === undefined) return undefined;
  await show(page, plan);
  await setStates(page, states);
  await page.getByRole("button", { name: "Show in 3D" }).waitFor();
  return page;
};

/** Gives the card's Home Assistant these states. */
export const setStates = (page: Page, states: object): Promise<unknown> =>
  page.evaluate(
    `(async () => { card.hass = hassWith(${JSON.stringify(states)}); await card.updateComplete; })()`,
  );

/** How many frames were drawn so far. */
export const frames = async (page: Page): Promise<number> =>
  Number(await page.locator("floorplan-view-3d canvas").getAttribute("data-frames"));

/** Waits until the picture rests, sharply, after whatever was asked of it before. The card is alone or in the service's page. */
export const settled = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => {
    const root = document.querySelector("floorplan-page")?.shadowRoot ?? document;
    const canvas = root
      .querySelector("floorplan-card")
      ?.shadowRoot?.querySelector("floorplan-view-3d")
      ?.shadowRoot?.querySelector("canvas");
    return (
      canvas?.dataset["frames"] !== undefined &&
      canvas.dataset["moves"] === undefined &&
      canvas.width === canvas.clientWidth * 2
    );
  });

/** Shows the card's plan in 3D. */
export const showIn3d = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Show in 3D" }).click();
  await page.locator("floorplan-view-3d canvas[data-frames]").waitFor();
  await settled(page);
};

/** The colours of the view at places, as parts of its width and height. */
export const pixels = async (
  page: Page,
  places: readonly (readonly [x: number, y: number])[],
): Promise<readonly Pixel[]> => {
  const picture = await page.locator("floorplan-view-3d").screenshot();
  return page.evaluate(
    async ([base64, at]) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
      if (context === null) throw new Error("there is no canvas");
      context.drawImage(image, 0, 0);
      return at.map(([x, y]): [number, number, number] => {
        const { data } = context.getImageData(
          Math.floor(x * image.width),
          Math.floor(y * image.height),
          1,
          1,
        );
        return [data[0] ?? 0, data[1] ?? 0, data[2] ?? 0];
      });
    },
    [picture.toString("base64"), places] as const,
  );
};

/** How bright a pixel is, from 0 to 255. */
export const brightness = ([red, green, blue]: Pixel): number =>
  0.2126 * red + 0.7152 * green + 0.0722 * blue;

/** Presses a key on the view. */
export const pressKey = async (page: Page, key: string): Promise<void> => {
  await page.locator("floorplan-view-3d .scene").focus();
  await page.keyboard.press(key);
  await settled(page);
};
