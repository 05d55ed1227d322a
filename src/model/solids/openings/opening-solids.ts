import type { States } from "../../bindings/entity-state.ts";
import { covering, isOpen, isShut, partOf } from "../../bindings/opening-state.ts";
import { entitiesOf, type PlanData, refOf } from "../../elements/entities.ts";
import { floorOf } from "../../elements/floor.ts";
import { openingHeightsOf } from "../../elements/heights.ts";
import { placeOfOpening } from "../../elements/opening-place.ts";
import type { JsonObject } from "../../json.ts";
import { textIn } from "../../json.ts";
import { openingName, type OpeningName } from "../../kinds/opening.ts";
import { mergedParts, type Part } from "../material.ts";
import { box } from "../shapes.ts";
import type { Solid } from "../solid.ts";
import { doors } from "./doors.ts";
import type { OpeningMaker, OpeningShape } from "./opening-shape.ts";
import { windows } from "./windows.ts";

/** How far an opening is open, and how much of it its blind covers, each from 0 to 1. */
export interface OpeningState {
  readonly open: number;
  readonly covered: number;
}

const makers: Readonly<Record<OpeningName, OpeningMaker>> = { ...doors, ...windows };

/** How far doors are drawn open of which it is not known; all other openings are drawn shut. */
const drawnOpen: Partial<Readonly<Record<OpeningName, number>>> = {
  door: 1,
  double_door: 1,
  french_door: 1,
  folding_door: 1,
  pocket_door: 0.6,
};

/** The state of an opening by its contact and its blind; where they tell nothing, it is as open as it is drawn. */
export const openingStateOf = (opening: JsonObject, states: States | undefined): OpeningState => {
  const contact = partOf(opening, "contact", states);
  const blind = partOf(opening, "blind", states);
  const unknown = drawnOpen[openingName(opening)] ?? 0;
  return {
    open: isOpen(contact) ? 1 : isShut(contact) ? 0 : unknown,
    covered: blind === undefined ? 0 : covering(blind),
  };
};

const drawnState = (opening: JsonObject): OpeningState => openingStateOf(opening, undefined);

/** How thick a blind is, and how far before the outer face of the wall it hangs, in metres. */
const [blindThickness, blindAway] = [0.02, 0.02];

/** A blind that covers a part of an opening from above, outside. */
const blindParts = (
  { width, sill, lintel, beyond }: OpeningShape,
  covered: number,
): readonly Part[] => {
  const low = lintel - (lintel - sill) * Math.max(0, Math.min(1, covered));
  if (lintel - low < 0.01) return [];
  const z = beyond - blindAway;
  const mesh = box([-width / 2, low, z - blindThickness], [width / 2, lintel, z]);
  return [{ mesh, material: "dark_metal" }];
};

/** The most bodies of openings that are kept, of which many of a house are equal; the oldest goes first. */
const keptBodies = 512;

const kept = new Map<string, readonly Part[]>();

const partsOf = (name: OpeningName, shape: OpeningShape, covered: number): readonly Part[] => {
  const key = [name, ...Object.values(shape), covered].join();
  const known = kept.get(key);
  if (known !== undefined) return known;
  const parts = mergedParts([...makers[name](shape), ...blindParts(shape, covered)]);
  kept.set(key, parts);
  const [oldest] = kept.keys();
  if (kept.size > keptBodies && oldest !== undefined) kept.delete(oldest);
  return parts;
};

/**
 * What is in the openings of a floor: frames, leaves and glass, open as `stateOf` says, and blinds. A passage has nothing in
 * it. By default doors stand as they are drawn where nothing is known of them.
 */
export const openingsOn = (
  plan: PlanData,
  level: string | undefined,
  stateOf: (opening: JsonObject) => OpeningState = drawnState,
): readonly Solid[] => {
  const floor = floorOf(plan, level);
  return entitiesOf(plan, "openings").flatMap((entity): readonly Solid[] => {
    const { data } = entity;
    const place = placeOfOpening(plan, floor, entity);
    if (place === undefined) return [];
    const [name, { sill, lintel }] = [openingName(data), openingHeightsOf(plan, data)];
    const { open, covered } = stateOf(data);
    const { width, centre, angle, isOuter, reach } = place;
    const parts = partsOf(
      name,
      {
        width,
        sill,
        lintel,
        beyond: -reach[1],
        inside: reach[0],
        side: data["hinge"] === "right" ? 1 : -1,
        swing: data["swing"] === "out" ? -1 : 1,
        open: Math.max(0, Math.min(1, open)),
        isOuter,
      },
      covered,
    );
    if (parts.length === 0) return [];
    return [
      {
        name: textIn(data["name"]) ?? name,
        ref: refOf(entity),
        level: floor.level,
        role: "opening",
        parts,
        at: [centre[0], 0, centre[1]],
        rotation: angle,
      },
    ];
  });
};
