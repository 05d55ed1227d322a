import { nothing, svg, type SVGTemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { type Collection, collections } from "../../model/kinds/kinds.ts";
import { drawDimension, standingWallLayers } from "./lines.ts";
import { furnitureLayers } from "./furniture.ts";
import { drawDevice, drawSensor, drawText } from "./devices-and-texts.ts";
import { openingLayers } from "./openings.ts";
import { roomLayers } from "./rooms.ts";
import { type Height, itemsOf, laidOut, type Layer, type Scene, sceneInputs } from "./scene.ts";
import { backgroundOf, firstLevel, shownLevel } from "../../model/elements/levels.ts";
import type { PlanData } from "../../model/elements/entities.ts";
import { isList, type Json, type JsonObject } from "../../model/json.ts";
import { svgNumber } from "../../model/geometry/svg-path.ts";
import { along, floorOf } from "../../model/elements/floor.ts";
import { focusRing, keysIn } from "./frame.ts";
import { loadedCatalogue } from "./catalogue.ts";
import { drawLayer } from "./layer.ts";
import type { MaterialLayer } from "./materials/material-layers.ts";
import { layoutOf } from "./label-layout.ts";
import type { DrawOptions } from "./options.ts";

/** A layer that comes with the catalogue. */
const material = (name: MaterialLayer, height: Height, ...sources: readonly string[]): Layer => ({
  name,
  height,
  isMute: true,
  sources,
  inputsOf: ({ scale, isPlain }) => [scale, isPlain],
  items: (scene) => loadedCatalogue()?.materialItems(svg, name, scene) ?? [],
});

/** A heat map lies on the floors. What it is made of is looked at again in each drawing. */
const heatLayer: Layer = {
  name: "heat",
  height: "floor",
  isMute: true,
  inputsOf: (options) => [options],
  items: (scene) => scene.options.heat?.(scene) ?? [],
};

/** The layers of each collection. At the same height, later collections lie above earlier ones. */
const layers: Readonly<Record<Collection, readonly Layer[]>> = {
  rooms: roomLayers,
  zones: [
    {
      name: "zones",
      // Over the furniture: a zone is often where a sofa or a bed stands.
      height: "walls",
      inputsOf: ({ zones }) => [zones],
      items: (scene) => scene.options.zones?.(scene) ?? [],
    },
  ],
  walls: [
    heatLayer,
    material("ground-shadow", "ground"),
    material("wall-shadow", "floor", "openings"),
    material("facade", "walls"),
    ...standingWallLayers,
  ],
  openings: openingLayers,
  furniture: [material("piece-shadow", "floor"), ...furnitureLayers],
  devices: [{ name: "devices", height: "walls", items: itemsOf("devices", { draw: drawDevice }) }],
  sensors: [{ name: "sensors", height: "walls", items: itemsOf("sensors", { draw: drawSensor }) }],
  texts: [{ name: "texts", height: "walls", items: itemsOf("texts", { draw: drawText }) }],
  dimensions: [
    { name: "dimensions", height: "walls", items: itemsOf("dimensions", { draw: drawDimension }) },
  ],
};

/** The collections whose drawing depends on the catalogue, which may be loaded later. */
const inCatalogue: ReadonlySet<Collection> = new Set([
  "rooms",
  "walls",
  "openings",
  "furniture",
  "devices",
]);

const manyIn = (list: Json | undefined): number => (isList(list) ? list.length : 0);

const all = collections.flatMap((list) => layers[list].map((layer) => ({ list, layer })));

/**
 * Draws one level of a plan: the content of an `<svg>` in metres. The `<svg>` needs the class `plan` and this module's
 * stylesheet. Malformed data is left out and never prevents the rest.
 */
export const drawPlan = (plan: PlanData, options: DrawOptions): SVGTemplateResult => {
  const level = shownLevel(plan, options.level);
  const first = firstLevel(plan);
  const floor = floorOf(plan, level);
  const { usual, own, around } = floor.walls;
  const bare = { plan, level, first, floor };
  const layout = layoutOf({ ...bare, options });
  const { states, rendered, marks, traced, detail, detailed } = options;
  const image = traced && backgroundOf(plan, level ?? "");
  const tracing = image && image.width > 0 ? image : undefined;
  // Materials would hide the image.
  const isPlain = options.isPlain || tracing !== undefined;
  const scene: Scene = { ...bare, options: { ...options, layout, isPlain } };
  const sharedInputs = sceneInputs(options);
  const reasons = [floor, plan["labels"], first, level, states, rendered, marks, detail, detailed];
  const drawn = (height: Height): readonly SVGTemplateResult[] =>
    all
      .filter(({ layer }) => layer.height === height)
      .map(({ list, layer: { name, defs, isMute, sources = [], inputsOf, items } }) => {
        // Skips an unchanged collection with unchanged inputs altogether.
        const inputs = inCatalogue.has(list) ? [...sharedInputs, loadedCatalogue()] : sharedInputs;
        const causes = [
          plan[list],
          ...sources.map((field) => plan[field]),
          ...(inputsOf?.(scene.options) ?? []),
          [...keysIn(list, options.selected)].join("\n"),
          laidOut.has(list) && layout,
          ...reasons,
          ...inputs,
        ];
        return svg`<g class=${name} aria-hidden=${isMute ?? nothing}>${defs ?? nothing}${guard(causes, () => drawLayer(() => items(scene), manyIn(plan[list]), inputs))}</g>`;
      });
  return svg`<g class=${`drawing ${tracing ? "traced" : isPlain ? "" : "material"} ${Number.isFinite(options.sunAt) ? "past" : ""}`}>
    ${
      tracing
        ? // Floors are translucent over the image, so its mask ends an outer wall where a room begins.
          svg`<image class="tracing" href=${traced?.(tracing.url) || nothing} x=${tracing.left} y=${tracing.top}
            width=${tracing.width} height=${tracing.height || nothing}
            transform=${`rotate(${tracing.rotation} ${tracing.left} ${tracing.top})`}
            opacity=${tracing.opacity} preserveAspectRatio="none"></image>
            <mask id="outside"><path fill="#fff" d="M-999-999H999V999H-999"></path><path d=${along(floor.rooms.filter(({ isOutdoor }) => !isOutdoor))}></path></mask>`
        : nothing
    }
    ${drawn("ground")}
    <path class=${around ? "outer own" : "outer"} d=${around ?? usual}></path>
    ${drawn("floor")}
    <path class="walls" d=${usual}></path>${own.map(({ path, width }) => svg`<path class=${width ? "wall" : "own"} d=${path} stroke-width=${svgNumber(width)}></path>`)}
    ${drawn("walls")}${drawn("all")}${focusRing}
  </g>`;
};

/** Draws furniture of a plan as `drawPlan` does, over a drawing without it. */
export const drawLifted = (
  plan: PlanData,
  pieces: readonly JsonObject[],
  options: DrawOptions,
): SVGTemplateResult => {
  const level = shownLevel(plan, options.level);
  const image = options.traced && backgroundOf(plan, level ?? "");
  const isTraced = image !== undefined && image.width > 0;
  const isPlain = options.isPlain || isTraced;
  const scene: Scene = {
    plan: { ...plan, furniture: pieces },
    level,
    first: firstLevel(plan),
    floor: floorOf(plan, level),
    options: { ...options, isPlain },
  };
  return svg`<g class=${`drawing ${isTraced ? "traced" : isPlain ? "" : "material"}`}>${layers.furniture
    .filter(({ name }) => name === "piece-shadow" || name === "pieces")
    .map(
      ({ name, isMute, items }) =>
        svg`<g class=${name} aria-hidden=${isMute ?? nothing}>${items(scene).map(({ draw }) => draw())}</g>`,
    )}</g>`;
};

/** An element that is not in the plan yet. */
export interface Ghost {
  readonly list: Collection;
  readonly data: JsonObject;
}

/** Draws an element as it would appear on the shown level if it were in the plan. */
export const drawGhost = (
  plan: PlanData,
  { list, data }: Ghost,
  options: DrawOptions,
): SVGTemplateResult => {
  const level = shownLevel(plan, options.level);
  const scene = {
    plan: { ...plan, [list]: [level === undefined ? data : { ...data, level }] },
    level,
    first: firstLevel(plan),
    floor: floorOf(plan, level),
    options: {
      ...options,
      interactive: "none" as const,
      selected: undefined,
      sunAt: undefined,
      // It casts no shadow yet.
      isPlain: true,
    },
  };
  const items = layers[list].flatMap((layer) => layer.items(scene));
  return svg`<g class=${options.isPlain ? "symbol" : "symbol material"} aria-hidden="true">${items.map(({ draw }) => draw())}</g>`;
};
