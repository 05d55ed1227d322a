import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { floorMaterials } from "../../../src/model/kinds/floor-materials.ts";
import { roomKinds } from "../../../src/model/kinds/room-kinds.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { useDrawing } from "./drawing-page.ts";
import { room, draw, valueIn } from "./material-drawing.ts";

const openDrawing = useDrawing();

/** Each material in the colour of each kind of room, and beside it. */
const sampler = roomKinds.flatMap((kind, column) =>
  floorMaterials.map((floor, row) => {
    const id = `${kind}-${floor}`;
    return { id, data: room(id, column * 4, row * 3, { kind, floor }) };
  }),
);

/** The darkest and the lightest relative luminance that is painted away from walls in each room of the sampler. */
const luminances = async (page: Page): Promise<readonly (readonly [number, number])[]> => {
  const shot = (await page.locator("svg.plan").screenshot()).toString("base64");
  return page.evaluate(
    async ([picture, columns, rows]) => {
      const image = await createImageBitmap(
        new Blob([Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0))]),
      );
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext("2d");
      if (context === null) throw new Error("no canvas");
      context.drawImage(image, 0, 0);
      const linear = (part: number): number =>
        part <= 10.31475 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4;
      const [wide, high] = [image.width / columns, image.height / rows];
      const found: (readonly [number, number])[] = [];
      for (let column = 0; column < columns; column += 1)
        for (let row = 0; row < rows; row += 1) {
          // Half a metre from the walls.
          const { data } = context.getImageData(
            (column + 0.13) * wide,
            (row + 0.17) * high,
            wide * 0.74,
            high * 0.66,
          );
          let [least, most] = [1, 0];
          for (let at = 0; at < data.length; at += 4) {
            const [red = 0, green = 0, blue = 0] = data.slice(at, at + 3);
            const y = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
            [least, most] = [Math.min(least, y), Math.max(most, y)];
          }
          found.push([least, most]);
        }
      return found;
    },
    [shot, roomKinds.length, floorMaterials.length] as const,
  );
};

const luminanceOf = (color: readonly number[]): number => {
  const [red = 0, green = 0, blue = 0] = color.map((part) =>
    part <= 10.31475 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const contrast = (one: number, other: number): number =>
  (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

const channels = (color: string): readonly number[] =>
  (/#(..)(..)(..)/.exec(color) ?? []).slice(1).map((part) => Number.parseInt(part, 16));

for (const look of ["day", "night"])
  test(
    `LOOK-7: by ${look}, texts are told from every material on every colour of rooms`,
    inBrowser,
    async (t) => {
      const page = await openDrawing(t);
      if (page === undefined) return;
      const labels = Object.fromEntries(sampler.map(({ id }) => [id, [999, 999]]));
      await draw(page, { rooms: sampler.map(({ data }) => data), labels }, { scale: 80 });
      const [width, height] = [roomKinds.length * 4, floorMaterials.length * 3];
      await page.evaluate(`{
        sheet.dataset.look = "${look}";
        sheet.setAttribute("viewBox", "0 0 ${width} ${height}");
        sheet.style.cssText = "width: ${width * 40}px; height: ${height * 40}px";
      }`);
      const color = async (name: string): Promise<readonly number[]> =>
        channels((await valueIn(page, "svg.plan", `--plan-${name}`)).trim());
      const [ink, soft, paper] = [
        await color("ink"),
        await color("soft-ink"),
        await color("paper"),
      ];
      const found = await luminances(page);
      await page.evaluate(`delete sheet.dataset.look; sheet.removeAttribute("style")`);
      assert(new Set(found.map(String)).size > floorMaterials.length, "they are different");
      const worst = look === "day" ? 0 : 1;
      for (const [at, range] of found.entries()) {
        const name = sampler[at]?.id ?? "";
        const here = contrast(luminanceOf(ink), range[worst]);
        assert(here >= 4.5, `${name}: ${here.toFixed(2)}`);
        // Names have a halo of three quarters of the paper's colour.
        const haloed = 0.75 * luminanceOf(paper) + 0.25 * range[worst];
        const faint = contrast(luminanceOf(soft), haloed);
        assert(faint >= 4.5, `${name}, with a halo: ${faint.toFixed(2)}`);
      }
    },
  );
