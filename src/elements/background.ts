import { isObject } from "../model/json.ts";
import { numberIn, textIn } from "../json/read.ts";
import type { PlanData } from "../model/elements/entities.ts";
import { entriesOf } from "./ref.ts";

/** The tracing image under a floor: its place and size in metres, its opacity from 0 to 1. */
export interface Background {
  readonly url: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  /** 0 where it follows from the width. */
  readonly height: number;
  readonly opacity: number;
  /** Degrees by which it is turned clockwise about its top left corner. */
  readonly rotation: number;
}

/** The fields that say where an image is, and those that mean something only together with them. */
export const imagePlace = {
  fields: ["left", "top"],
  together: ["left", "top", "width", "rotation"],
} as const;

/** As wide as a flat, until it is scaled. */
export const usualImageWidth = 10;

/** The tracing image of a level, if it has one. */
export const backgroundOf = (plan: PlanData, level: string): Background | undefined => {
  const data = entriesOf(plan["backgrounds"])[level];
  const url = isObject(data) ? textIn(data["url"]) : undefined;
  if (!isObject(data) || url === undefined) return undefined;
  return {
    url,
    left: numberIn(data["left"], 0),
    top: numberIn(data["top"], 0),
    width: numberIn(data["width"], usualImageWidth),
    height: numberIn(data["height"], 0),
    opacity: Math.max(0, Math.min(1, numberIn(data["opacity"], 0.5))),
    rotation: numberIn(data["rotation"], 0),
  };
};
