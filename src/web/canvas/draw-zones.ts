import { nothing, svg } from "lit";
import type { Entity } from "../../model/elements/entities.ts";
import { firstLevel } from "../../model/elements/levels.ts";
import { elementsOn, cornersOf } from "../../model/elements/places.ts";
import { boxAround, interiorPoint, isInside } from "../../model/geometry/polygon.ts";
import { closedPath } from "../../model/geometry/svg-path.ts";
import type { Point } from "../../model/geometry/vector.ts";
import { textIn } from "../../model/json.ts";
import { lookOf } from "../renderer/element-look.ts";
import { type Content, frame, textLines } from "../renderer/frame.ts";
import type { DrawnFloor, DrawOptions, LayerItem } from "../renderer/options.ts";
import { elementInputs } from "../renderer/scene.ts";

/** Font size of a zone's name in metres. */
const size = 0.16;

/** Metres between the lines across an excluded zone. */
const hatching = 0.2;

/** Where a zone's name stands: below its upper edge, where it hides no room's name, if that is within it. */
const placeOfName = (corners: readonly Point[]): Point => {
  const { left = 0, top = 0, width = 0 } = boxAround(corners) ?? {};
  const upper: Point = [left + width / 2, top + size];
  return isInside(upper, corners) ? upper : interiorPoint(corners);
};

const drawZone = (entity: Entity, options: DrawOptions): Content => {
  const { data, index } = entity;
  const corners = cornersOf(data);
  if (corners.length === 0) return nothing;
  const word = options.words.things.zones;
  const name = textIn(data["name"]);
  const outline = closedPath(corners);
  // Ids are those of the page, and keys of elements need not be good ones.
  const hatch = `zone-hatch-${index}`;
  return frame(entity, lookOf(data, options), options, {
    label: name === undefined ? word : `${word} ${name}`,
    kind: "zone",
    body: svg`<path class="near" d=${outline}></path>${
      data["exclude"] === true
        ? svg`<pattern id=${hatch} width=${hatching} height=${hatching} patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V1"></path></pattern><path class="hatch" fill=${`url(#${hatch})`} d=${outline}></path>`
        : svg`<path class="inside" d=${outline}></path>`
    }<path class="fine" d=${outline}></path>${
      name === undefined
        ? nothing
        : textLines([name], { size, at: placeOfName(corners), kind: "note" })
    }`,
  });
};

/** The zones of the shown floor as the editor draws them: outlines with their names, excluded ones hatched. */
export const drawZones = ({ plan, level, options }: DrawnFloor): readonly LayerItem[] => {
  const own = elementInputs("zones", options);
  return elementsOn(plan, level ?? firstLevel(plan), ["zones"]).map((entity) => ({
    key: entity.key,
    causes: [...own(entity), entity.index],
    draw: () => drawZone(entity, options),
  }));
};
