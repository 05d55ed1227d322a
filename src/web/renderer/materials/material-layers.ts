import type { svg as svgTag, SVGTemplateResult } from "lit";
import { closedPath } from "../../../model/geometry/svg-path.ts";
import { hashOfContent } from "../../../model/json.ts";
import type { Floor } from "../floor.ts";
import type { LayerItem } from "../layer.ts";
import type { Scene } from "../scene.ts";
import { castShadows } from "./cast-shadows.ts";
import { patternOf } from "./floor-cover.ts";
import { definePattern, type FloorPattern, patternId } from "./floor-patterns.ts";
import { outerLines, solidLines, type WallLines } from "./wall-lines.ts";

/** A layer of the materials: shadow around the house, in its rooms and under furniture, and the faces of outer walls. */
export type MaterialLayer = "ground-shadow" | "wall-shadow" | "piece-shadow" | "facade";

/** How far the steps of a soft shadow reach from a wall, in metres. */
const steps = {
  house: [0.05, 0.11, 0.18, 0.26, 0.36],
  wall: [0.03, 0.07, 0.12, 0.18, 0.25],
} as const;

type Drawn = Pick<LayerItem, "key" | "causes"> & { readonly content: () => SVGTemplateResult };

const patternsOf = ({ floor }: Scene): readonly FloorPattern[] => [
  ...new Map(
    floor.rooms.flatMap((room) => {
      const pattern = patternOf(room);
      return pattern === undefined ? [] : [[patternId(pattern), pattern] as const];
    }),
  ).values(),
];

/*
 * What is drawn here is displayed by the style of the materials alone, so that a drawing without it is a plain one.
 */

const floorsPath = ({ rooms }: Floor): string =>
  rooms.map(({ corners, isOutdoor }) => (isOutdoor ? "" : closedPath(corners))).join("");

/** Strokes of a wall's lines, wider by each of some distances on both sides. */
const strokes = (
  svg: typeof svgTag,
  { path, width }: WallLines,
  reach: readonly number[],
): readonly SVGTemplateResult[] =>
  reach.map(
    (metres) =>
      svg`<path display="none" d=${path} stroke-width=${(width + metres * 2).toFixed(3)}></path>`,
  );

const drawn: Readonly<
  Record<MaterialLayer, (svg: typeof svgTag, scene: Scene) => readonly Drawn[]>
> = {
  "ground-shadow": (svg, scene) => {
    const { scale } = scene.options;
    const { usual, around } = scene.floor.walls;
    const house: WallLines = { path: around ?? usual, width: around === undefined ? 0.34 : 0 };
    return [
      ...patternsOf(scene).map((pattern) => ({
        key: patternId(pattern),
        causes: [scale],
        content: () => definePattern(svg, pattern, scale),
      })),
      {
        key: "house",
        causes: [house.path],
        content: () =>
          svg`<g class="house" transform="translate(.03 .06)">${strokes(svg, house, steps.house)}</g>`,
      },
    ];
  },
  "wall-shadow": (svg, { floor, plan }) => {
    const lines = solidLines(floor, plan);
    // Nothing of it lies on the walls, of which the outer ones are under the floors.
    const content = (): SVGTemplateResult => {
      const floors = floorsPath(floor);
      // Several drawings of one page have different floors.
      const id = `plan-floors-${hashOfContent(floors)}`;
      return svg`<clipPath id=${id}><path d=${floors}></path></clipPath>
        <g clip-path="url(#${id})">${lines.map((each) => strokes(svg, each, steps.wall))}</g>`;
    };
    return [{ key: "", causes: [lines], content }];
  },
  "piece-shadow": (svg, { plan, level }) =>
    castShadows(plan, level).map(({ key, causes, path }) => ({
      key,
      causes,
      content: () => svg`<path display="none" d=${path()}></path>`,
    })),
  facade: (svg, { floor }) => {
    const lines = outerLines(floor);
    return [
      {
        key: "",
        causes: [lines],
        content: () => svg`${lines.map((each) => strokes(svg, each, [0.005]))}`,
      },
    ];
  },
};

/** What a layer of the materials has to draw. `svg`: the template of the caller, so that the library is not loaded twice. */
export const materialItems = (
  svg: typeof svgTag,
  layer: MaterialLayer,
  scene: Scene,
): readonly LayerItem[] =>
  scene.options.isPlain === true
    ? []
    : drawn[layer](svg, scene).map(({ key, causes, content }) => ({ key, causes, draw: content }));
