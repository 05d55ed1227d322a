import { useCatalogue } from "../../../../src/web/renderer/catalogue.ts";
import * as furnishing from "../../../../src/web/renderer/furnishing.ts";
import type { Page } from "playwright-core";
import type { PlanData } from "../../../../src/model/elements/entities.ts";
import { levelsOf } from "../../../../src/model/elements/levels.ts";
import {
  drawSheets,
  type PrintOptions,
  type Sheet,
} from "../../../../src/web/renderer/export/sheet.ts";
import { sheet as sheetWords } from "../../../../src/web/i18n/en/drawing-files.ts";
import { drawing as words } from "../../../../src/web/i18n/en/kinds.ts";

useCatalogue(furnishing);

const options: PrintOptions = {
  paper: "A4",
  orientation: "auto",
  scale: undefined,
  words,
  sheetWords,
  date: "29 November 2026",
  language: "en",
};

/** The sheets of a plan, on A4 in English unless it says otherwise. */
export const sheetsOf = (plan: PlanData, given: Partial<PrintOptions> = {}): readonly Sheet[] => {
  const levels = levelsOf(plan);
  const floors = levels.length === 0 ? [undefined] : levels.map(({ id }) => id);
  return drawSheets(plan, floors, { ...options, ...given });
};

/** A rectangle in millimetres of paper. */
export interface Place {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** What a browser shows of a sheet: where each part and each text is, in millimetres. */
interface Shown {
  readonly parts: Readonly<Record<string, readonly Place[]>>;
  readonly texts: readonly (Place & { readonly text: string; readonly part: string })[];
  readonly rooms: Readonly<Record<string, Place>>;
}

/** Shows a sheet in the page. */
export const shownOn = (page: Page, sheet: Sheet): Promise<Shown> =>
  page.evaluate(
    ({ svg, width }) => {
      const holder = document.createElement("div");
      const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
      holder.append(document.importNode(parsed, true));
      document.body.replaceChildren(holder);
      const root = holder.firstElementChild;
      if (root === null) throw new Error("nothing is shown");
      const origin = root.getBoundingClientRect();
      const millimetre = origin.width / width;
      const placeOf = (element: Element): Place => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        const [x, y] = [origin.left, origin.top];
        return {
          left: (left - x) / millimetre,
          top: (top - y) / millimetre,
          right: (right - x) / millimetre,
          bottom: (bottom - y) / millimetre,
        };
      };
      // Boxes do not know that what sticks out of a floor is clipped.
      for (const tile of root.querySelectorAll("use")) tile.remove();
      const parts: Record<string, Place[]> = {};
      for (const part of root.querySelectorAll("[data-part]"))
        (parts[part.getAttribute("data-part") ?? ""] ??= []).push(placeOf(part));
      const texts = [...root.querySelectorAll("text")].flatMap((text) => {
        const part = text.closest("[data-part]")?.getAttribute("data-part") ?? "";
        return part === "drawing" ? [] : [{ ...placeOf(text), text: text.textContent ?? "", part }];
      });
      const rooms: Record<string, Place> = {};
      for (const room of root.querySelectorAll('[data-ref^="rooms/"]')) {
        const floor = room.querySelector("path");
        if (floor !== null) rooms[room.getAttribute("data-ref") ?? ""] ??= placeOf(floor);
      }
      return { parts, texts, rooms };
    },
    { svg: sheet.svg, width: sheet.width },
  );

/** The corners of a rectangle in metres. */
export const square = (x: number, z: number, width: number, depth: number) => [
  [x, z],
  [x + width, z],
  [x + width, z + depth],
  [x, z + depth],
];

/** Two rooms of 4 by 5 and 3 by 5 metres between the middles of their walls, and a terrace. */
export const hut: PlanData = {
  name: "Hut & yard",
  north: 90,
  outdoor: "terrace",
  rooms: [
    { id: "one", name: "One", points: square(0, 0, 4, 5) },
    { id: "two", name: "Two", points: square(4, 0, 3, 5) },
    { id: "terrace", name: "Terrace", points: square(0, 5, 4, 2) },
  ],
  openings: [{ id: "w", room_id: "one", edge: 0, offset: 2, width: 1.2, type: "window" }],
};
