import { nothing, svg, type SVGTemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { repeat } from "lit/directives/repeat.js";
import {
  type Entity,
  entitiesOf,
  idOf,
  type JsonObject,
  type PlanData,
} from "../../plan/entities.ts";
import { placeOf } from "../model/items.ts";
import { firstLevel, shownLevel } from "../model/levels.ts";
import { type Floor, floorOf, type FloorRoom, tracingOf } from "./floor.ts";
import { refOf } from "./frame.ts";
import { drawFurniture, drawGlow, glow, isLamp } from "./furniture.ts";
import { drawDevice, drawSensor, drawText } from "./item.ts";
import { statesOf } from "./look.ts";
import { drawOpening, placeOfOpening, roomOf } from "./opening.ts";
import type { DrawOptions } from "./options.ts";
import { isObject, pointIn, textIn } from "./read.ts";
import { drawLabel, drawRoom } from "./room.ts";

type Content = SVGTemplateResult | typeof nothing;

/** What an element is drawn from besides itself; while none of it changes, its nodes stay as they are. */
const causes = (entity: Entity, options: DrawOptions): unknown[] => {
  const { selected, marks, states, interactive, words } = options;
  const { data, key } = entity;
  // Thousands of elements come by here at each move of a drag, and few drawings need all of it.
  const isNamed = (selected?.size ?? 0) + (marks?.size ?? 0) > 0;
  const ref = isNamed ? refOf(entity) : "";
  const found: unknown[] = [
    data,
    key,
    interactive,
    words,
    selected?.has(ref) ?? false,
    marks?.get(ref),
  ];
  if (states !== undefined) found.push(...statesOf(data, states));
  return found;
};

/** One group per element, by its key: a revision touches the groups of what has changed, no others. */
const layer = <Each>(
  elements: readonly Each[],
  entityOf: (each: Each) => Entity,
  draw: (each: Each) => Content,
  options: DrawOptions,
  more: (each: Each) => readonly unknown[] = () => [],
): unknown =>
  repeat(
    elements,
    (each) => entityOf(each).key,
    (each) => guard([...causes(entityOf(each), options), ...more(each)], () => draw(each)),
  );

const roomLayer = (rooms: readonly FloorRoom[], options: DrawOptions): unknown =>
  layer(
    rooms,
    (room) => room.entity,
    (room) => drawRoom(room, options),
    options,
    (room) => [room.isOutdoor],
  );

const openingLayer = (plan: PlanData, floor: Floor, options: DrawOptions): unknown => {
  const found = entitiesOf(plan, "openings").flatMap((entity) => {
    const room = roomOf(floor, entity);
    const place = placeOfOpening(floor, entity);
    return room === undefined || place === undefined ? [] : [{ entity, room, place }];
  });
  return layer(
    found,
    ({ entity }) => entity,
    ({ entity, place, room }) => drawOpening(entity, place, room, options),
    options,
    ({ place, room }) => [room.entity.data, place.isOuter],
  );
};

const labelLayer = (plan: PlanData, floor: Floor, options: DrawOptions): unknown => {
  const places: JsonObject = isObject(plan["labels"]) ? plan["labels"] : {};
  return repeat(
    floor.rooms,
    ({ entity }) => entity.key,
    (room) => {
      const { data } = room.entity;
      const at = places[idOf(data) ?? ""];
      const deps = [data, at, options.words, ...statesOf(data, options.states)];
      return guard(deps, () => drawLabel(room, pointIn(at), options));
    },
  );
};

const isLight = (data: JsonObject): boolean => isLamp(textIn(data["type"]) ?? "");

/**
 * Draws one level of a plan: the content of an `<svg>` whose unit is a metre. The `<svg>` carries
 * the class `plan` and the stylesheet of this module. Odd data is left out, and never stops the rest.
 */
export const drawPlan = (plan: PlanData, options: DrawOptions): SVGTemplateResult => {
  const level = shownLevel(plan, options.level);
  const first = firstLevel(plan);
  const floor = floorOf(plan, level);
  const tracing = options.traced === true ? tracingOf(plan, level) : undefined;
  const { marks, selected, interactive, rendered, words } = options;
  const reasons = [floor, options.states, marks, selected, interactive, rendered, words];
  const items = (
    list: "furniture" | "devices" | "sensors" | "texts",
    draw: (entity: Entity, options: DrawOptions) => Content,
    isShown: (data: JsonObject) => boolean = () => true,
    more: (entity: Entity) => readonly unknown[] = () => [options.rendered],
  ): unknown =>
    // A list that stays, drawn for the same reasons, is not even looked through.
    guard([plan[list], first, level, ...reasons], () =>
      layer(
        entitiesOf(plan, list).filter(
          ({ data }) => (textIn(data["level"]) ?? first) === level && isShown(data),
        ),
        (entity) => entity,
        (entity) => draw(entity, options),
        options,
        more,
      ),
    );
  const { states } = options;
  const roomAround = ({ data }: Entity): FloorRoom | undefined => {
    const place = placeOf(data);
    return place === undefined ? undefined : floor.roomAt(place);
  };
  const lightUp = (entity: Entity): Content => drawGlow(entity, roomAround(entity), options);
  return svg`<g class=${tracing === undefined ? "drawing" : "drawing traced"}>
    <defs>
      <radialGradient id=${glow.id} gradientUnits="userSpaceOnUse" cx="0" cy="0" r=${glow.reach}>
        <stop class="light" offset="0" stop-opacity="0.6"></stop>
        <stop class="light" offset="0.35" stop-opacity="0.28"></stop>
        <stop class="light" offset="1" stop-opacity="0"></stop>
      </radialGradient>
    </defs>
    ${
      tracing === undefined
        ? nothing
        : svg`<image class="tracing" href=${tracing.url} x=${tracing.box.left} y=${tracing.box.top}
            width=${tracing.box.width} height=${tracing.box.height || nothing}
            opacity=${tracing.opacity} preserveAspectRatio="none"></image>`
    }
    <g class="rooms outdoors">${roomLayer(
      floor.rooms.filter((room) => room.isOutdoor),
      options,
    )}</g>
    <path class="outer" d=${floor.walls}></path>
    <g class="rooms">${roomLayer(
      floor.rooms.filter((room) => !room.isOutdoor),
      options,
    )}</g>
    <g class="pieces">${items("furniture", drawFurniture, (data) => !isLight(data))}</g>
    <g class="glows">${states === undefined ? nothing : items("furniture", lightUp, isLight, (lamp) => [roomAround(lamp)?.entity.data])}</g>
    <path class="walls" d=${floor.walls}></path>
    <g class="openings">${openingLayer(plan, floor, options)}</g>
    <g class="lamps">${items("furniture", drawFurniture, isLight)}</g>
    <g class="devices">${items("devices", drawDevice)}</g>
    <g class="sensors">${items("sensors", drawSensor)}</g>
    <g class="texts">${items("texts", drawText)}</g>
    <g class="labels" aria-hidden="true">${labelLayer(plan, floor, options)}</g>
  </g>`;
};
