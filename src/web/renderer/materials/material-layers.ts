import type { svg as svgTag, SVGTemplateResult } from "lit";
import { closedPath } from "../../../model/geometry/svg-path.ts";
import { hashOfContent } from "../../../model/json.ts";
import type { Floor } from "../../../model/elements/floor.ts";
import type { LayerItem } from "../options.ts";
import type { Scene } from "../scene.ts";
import { castShadows } from "./cast-shadows.ts";
import { patternOf } from "./floor-cover.ts";
import { definePattern, type FloorPattern, patternId } from "./floor-patterns.ts";
import { outerLines, solidLines, type WallLines } from "./wall-lines.ts";

/** A layer of the materials: shadow around the house, in its rooms and under furniture, and the faces of outer walls. */
export type MaterialLayer = "ground-shadow" | "wall-shadow" | "piece-shadow" | "facade";

/** How far a soft shadow reaches, in metres, and its most steps: too many to be told apart. */
const softness = { house: [0.42, 14], wall: [0.28, 8], piece: [0.08, 3] } as const;

/** How many steps a shadow has at a scale in pixels per metre: at most one a pixel, as each is painted over all of it. */
const stepsAt = (of: keyof typeof softness, scale = Infinity): number => {
  const [reach, most] = softness[of];
  return Math.max(1, Math.min(most, Math.round(reach * scale)));
};

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

/** A soft shadow around a line of a width, or around a filled outline: closer steps where it is darkest. */
const shadow = (
  svg: typeof svgTag,
  { path, width }: Pick<WallLines, "path" | "width">,
  [of, count]: readonly [of: keyof typeof softness, count: number],
): readonly SVGTemplateResult[] =>
  Array.from({ length: count }, (_, at) => {
    const metres = softness[of][0] * ((at + 1) / count) ** 1.6;
    const wide = (width + metres * 2).toFixed(3);
    const each = (1 / count).toFixed(3);
    return svg`<path display="none" d=${path} stroke-width=${wide} stroke-opacity=${each} fill-opacity=${each}></path>`;
  });

const drawn: Readonly<
  Record<MaterialLayer, (svg: typeof svgTag, scene: Scene) => readonly Drawn[]>
> = {
  "ground-shadow": (svg, scene) => {
    const { scale } = scene.options;
    const lines = outerLines(scene.floor);
    const count = stepsAt("house", scale);
    return [
      ...patternsOf(scene).map((pattern) => ({
        key: patternId(pattern),
        causes: [scale],
        content: () => definePattern(svg, pattern, scale),
      })),
      {
        key: "house",
        causes: [lines, count],
        content: () =>
          svg`<g class="house" transform="translate(.03 .06)">${lines.map(({ path, outerWidth }) =>
            shadow(svg, { path, width: outerWidth }, ["house", count]),
          )}</g>`,
      },
    ];
  },
  "wall-shadow": (svg, { floor, plan, options }) => {
    const lines = solidLines(floor, plan);
    const count = stepsAt("wall", options.scale);
    // Nothing of it lies on the walls, of which the outer ones are under the floors.
    const content = (): SVGTemplateResult => {
      const floors = floorsPath(floor);
      // Several drawings of one page have different floors.
      const id = `plan-floors-${hashOfContent(floors)}`;
      return svg`<clipPath id=${id}><path d=${floors}></path></clipPath>
        <g clip-path="url(#${id})">${lines.map((each) => shadow(svg, each, ["wall", count]))}</g>`;
    };
    return [{ key: "", causes: [lines, count], content }];
  },
  "piece-shadow": (svg, { plan, level, options }) => {
    const count = stepsAt("piece", options.scale);
    return castShadows(plan, level).map(({ key, cause, path }) => ({
      key,
      causes: [cause, count],
      content: () =>
        svg`<g transform="translate(.02 .04)">${shadow(svg, { path: path(), width: 0 }, ["piece", count])}</g>`,
    }));
  },
  facade: (svg, { floor }) => {
    const lines = outerLines(floor);
    return [
      {
        key: "",
        causes: [lines],
        content: () =>
          svg`${lines.map(
            ({ path, width }) =>
              svg`<path display="none" d=${path} stroke-width=${(width + 0.01).toFixed(3)}></path>`,
          )}`,
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
