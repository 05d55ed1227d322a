import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { Labels } from "./labels.ts";
import { mostSmoothed, type Picture } from "./picture.ts";

/** A size in pixels. */
export interface StillSize {
  readonly width: number;
  readonly height: number;
}

/** What is to be a still. */
export interface StillView {
  readonly picture: Picture;
  readonly labels: Labels;
  /** The element of the view, whose background is behind the house. */
  readonly element: HTMLElement;
  /** Called before the still is drawn, which will be so many pixels high. */
  readonly prepare: (height: number) => void;
  /** Called once it is drawn. */
  readonly restore: () => void;
}

/** The size of a still of an element at a width: as the element is, or with its shape. */
export const stillSize = (
  { clientWidth, clientHeight }: HTMLElement,
  width: number | undefined,
): StillSize => {
  const wide = width ?? Math.round(clientWidth * Math.max(1, devicePixelRatio));
  return { width: wide, height: Math.round((wide * clientHeight) / Math.max(1, clientWidth)) };
};

/** Why there is no still: `most` is the longest side in pixels that the graphics draw, if that is too short. */
export interface StillProblem {
  readonly most: number | undefined;
}

/** The browser made no picture, as it may where memory is short. */
const notMade: StillProblem = { most: undefined };

/** What a view shows as a PNG of a size, drawn sharply whatever moves, or why there is none. */
export const stillOf = async (
  { picture, labels, element, prepare, restore }: StillView,
  { width, height }: StillSize,
): Promise<Either<StillProblem, Blob>> => {
  const most = picture.longestSide;
  if (Math.max(width, height) > most) return left({ most });
  const sheet = document.createElement("canvas");
  [sheet.width, sheet.height] = [width, height];
  const context = sheet.getContext("2d");
  if (context === null) return left(notMade);
  context.fillStyle = getComputedStyle(element).backgroundColor;
  context.fillRect(0, 0, width, height);
  const isSmoothed = Math.max(width, height) * 2 <= most && width * height * 4 <= mostSmoothed;
  const ratio = isSmoothed ? 2 : 1;
  const isDrawn = picture.drawStill(
    { width: width * ratio, height: height * ratio },
    () => prepare(height * ratio),
    (drawn) => {
      context.imageSmoothingQuality = "high";
      context.drawImage(drawn, 0, 0, width, height);
      restore();
    },
  );
  if (!isDrawn) return left(notMade);
  labels.drawOn(context, width / Math.max(1, element.clientWidth));
  const made = await new Promise<Blob | null>((resolve) => {
    sheet.toBlob(resolve, "image/png");
  });
  return made === null ? left(notMade) : right(made);
};
