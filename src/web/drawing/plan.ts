import { nothing, svg, type SVGTemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import {
  type Collection,
  type Entity,
  entitiesOf,
  idOf,
  type PlanData,
} from "../../elements/entities.ts";
import { type JsonObject, isObject } from "../../json/json.ts";
import { refOf } from "../../elements/ref.ts";
import { placeOf } from "../model/items.ts";
import { firstLevel, shownLevel } from "../../elements/levels.ts";
import { type Floor, floorOf, type FloorRoom, tracingOf } from "./floor.ts";
import { keysIn } from "./frame.ts";
import { drawFurniture, drawGlow, glow, isLamp } from "./furniture.ts";
import { drawDevice, drawSensor, drawText } from "./item.ts";
import { drawLayer } from "./layer.ts";
import { statesOf } from "./look.ts";
import { drawOpening, placeOfOpening, roomOf } from "./opening.ts";
import type { DrawOptions } from "./options.ts";
import { pointIn, textIn } from "../../json/read.ts";
import { drawLabel, drawRoom } from "./room.ts";

type Content = SVGTemplateResult | typeof nothing;

/** What is true of one element only: whether it is selected, its mark, and the states that it shows. */
type Own = (entity: Entity) => readonly unknown[];

/** What the elements of a list are drawn from besides themselves and `more`. */
const ownOf = (list: Collection, options: DrawOptions): Own => {
  const { selected, marks, states, interactive, words, language, detail } = options;
  // By the key alone: the drag of one element passes thousands of others at every frame.
  const [chosen, marked] = [keysIn(list, selected?.keys()), keysIn(list, marks?.keys())];
  return (entity) => {
    const { data, key } = entity;
    const mark = marked.has(key) ? marks?.get(refOf(entity)) : undefined;
    const common = [data, interactive, words, language, detail, chosen.has(key), mark];
    return states === undefined ? common : [...common, ...statesOf(data, states)];
  };
};

const roomLayer = (rooms: readonly FloorRoom[], options: DrawOptions): unknown => {
  const own = ownOf("rooms", options);
  return drawLayer(
    rooms.map((room) => ({
      key: room.entity.key,
      causes: own(room.entity),
      draw: () => drawRoom(room, options),
    })),
  );
};

const openingLayer = (plan: PlanData, floor: Floor, options: DrawOptions): unknown => {
  const own = ownOf("openings", options);
  return drawLayer(
    entitiesOf(plan, "openings").flatMap((entity) => {
      const room = roomOf(floor, entity);
      const place = placeOfOpening(floor, entity);
      if (room === undefined || place === undefined) return [];
      const causes = [...own(entity), room.entity.data, place.isOuter];
      return [{ key: entity.key, causes, draw: () => drawOpening(entity, place, room, options) }];
    }),
  );
};

const labelLayer = (plan: PlanData, floor: Floor, options: DrawOptions): unknown => {
  const places: JsonObject = isObject(plan["labels"]) ? plan["labels"] : {};
  return drawLayer(
    floor.rooms.map((room) => {
      const { data, key } = room.entity;
      const at = places[idOf(data) ?? ""];
      const { words, language, detail } = options;
      const causes = [data, at, words, language, detail, ...statesOf(data, options.states)];
      return { key, causes, draw: () => drawLabel(room, pointIn(at), options) };
    }),
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
  const { states, marks, interactive, words, language, detail, traced } = options;
  const tracing = traced === undefined ? undefined : tracingOf(plan, level);
  const reasons = [floor, first, level, states, marks, interactive, words, language, detail];
  /** A list that stays, drawn for the same reasons, is not even looked through. */
  const steady = (list: Collection, make: () => unknown): unknown =>
    guard([plan[list], [...keysIn(list, options.selected)].join("\n"), ...reasons], make);
  const items = (
    list: "furniture" | "devices" | "sensors" | "texts",
    draw: (entity: Entity, options: DrawOptions) => Content,
    isShown: (data: JsonObject) => boolean = () => true,
    more: Own = () => [],
  ): unknown =>
    steady(list, () => {
      const own = ownOf(list, options);
      return drawLayer(
        entitiesOf(plan, list).flatMap((entity) => {
          const { data, key } = entity;
          if ((textIn(data["level"]) ?? first) !== level || !isShown(data)) return [];
          const causes = [...own(entity), ...more(entity)];
          return [{ key, causes, draw: () => draw(entity, options) }];
        }),
      );
    });
  const roomAround = ({ data }: Entity): FloorRoom | undefined => {
    const place = placeOf(data);
    return place === undefined ? undefined : floor.roomAt(place);
  };
  const rooms = (isDrawn: (room: FloorRoom) => boolean): unknown =>
    steady("rooms", () => roomLayer(floor.rooms.filter(isDrawn), options));
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
        : svg`<image class="tracing" href=${traced?.(tracing.url) || nothing} x=${tracing.box.left} y=${tracing.box.top}
            width=${tracing.box.width} height=${tracing.box.height || nothing}
            opacity=${tracing.opacity} preserveAspectRatio="none"></image>`
    }
    <g class="rooms outdoors">${rooms((room) => room.isOutdoor)}</g>
    <path class="outer" d=${floor.walls}></path>
    <g class="rooms">${rooms((room) => !room.isOutdoor)}</g>
    <g class="pieces">${items("furniture", drawFurniture, (data) => !isLight(data))}</g>
    <g class="glows">${states === undefined ? nothing : items("furniture", lightUp, isLight, (lamp) => [roomAround(lamp)?.entity.data])}</g>
    <path class="walls" d=${floor.walls}></path>
    <g class="openings">${steady("openings", () => openingLayer(plan, floor, options))}</g>
    <g class="lamps">${items("furniture", drawFurniture, isLight)}</g>
    <g class="devices">${items("devices", drawDevice)}</g>
    <g class="sensors">${items("sensors", drawSensor)}</g>
    <g class="texts">${items("texts", drawText)}</g>
    <g class="labels" aria-hidden="true">${guard([plan["labels"], floor, states, words, language, detail], () => labelLayer(plan, floor, options))}</g>
  </g>`;
};
