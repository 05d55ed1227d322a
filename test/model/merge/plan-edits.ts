import { isList, isObject, type Json, type JsonObject } from "../../../src/model/json.ts";
import type { PlanData } from "../../../src/model/elements/entities.ts";
import type { Random } from "../../support/random.ts";

/** `anonymous`: of how many items one has no id; none where it is 0. */
const element = (random: Random, list: string, at: number, anonymous: number): JsonObject => {
  const place = { x: random.below(100) / 10, z: random.below(100) / 10 };
  const own = anonymous > 0 && random.below(anonymous) === 0 ? {} : { id: `${list}-${at}` };
  if (list === "levels") return { id: `level-${at}`, name: `Level ${at}` };
  if (list === "rooms") {
    const { x, z } = place;
    const points = [
      [x, z],
      [x + 3, z],
      [x + 3, z + 3],
      [x, z + 3],
    ];
    return { id: `room-${at}`, name: `Room ${at}`, level: `level-${random.below(2)}`, points };
  }
  if (list === "openings") {
    // Of a type and at a place of its own: nobody could tell it from one that was deleted otherwise.
    const wall = { room_id: `room-${random.below(4)}`, edge: at % 4, offset: 1 + at / 1e5 };
    return { ...own, ...wall, type: `type-${at}`, width: 0.9 };
  }
  const entity = `sensor.${list}_${at}`;
  return { ...own, ...place, type: random.pick(["sofa", "bed", "table"]), entity, extra: { at } };
};

const names = ["levels", "rooms", "openings", "furniture", "sensors"] as const;

/**
 * A small plan with every kind of list and fields that nobody knows. Of so many items one has no
 * id; with 0 all have one.
 */
export const somePlan = (random: Random, anonymous = 3): PlanData => ({
  ...Object.fromEntries(
    names.map((list) => {
      const size = list === "levels" ? 3 : 3 + random.below(4);
      const elements = Array.from({ length: size }, (_none, at) =>
        element(random, list, at, anonymous),
      );
      return [list, elements];
    }),
  ),
  labels: { "room-0": [1, 1], "room-1": [2, 2] },
  outdoor: "room-2",
  theme: { wall: "grey", floor: "oak" },
});

const listOf = (plan: PlanData, list: string): readonly Json[] => {
  const value = plan[list];
  return isList(value) ? value : [];
};

let serial = 0;

/** One edit such as an editor makes: add, delete, move, change a field, reorder, or change the plan's own fields. */
export const edit = (random: Random, plan: PlanData): PlanData => {
  serial += 1;
  const list = random.pick(names);
  const elements = listOf(plan, list);
  const at = random.below(elements.length);
  const known = elements[at];
  switch (random.below(8)) {
    case 0: {
      const added = { ...element(random, list, serial, 0), id: `new-${serial}` };
      return { ...plan, [list]: elements.toSpliced(at, 0, added) };
    }
    case 1:
      return { ...plan, [list]: elements.toSpliced(at, 1) };
    case 2: {
      if (!isObject(known)) return plan;
      const place = list === "openings" ? { offset: serial / 100 } : { x: serial / 10 };
      const moved = { ...known, id: known["id"] ?? `given-${serial}`, ...place };
      return { ...plan, [list]: elements.toSpliced(at, 1, moved) };
    }
    case 3: {
      if (!isObject(known)) return plan;
      const field = random.pick(["name", "color", "unknown"]);
      return { ...plan, [list]: elements.toSpliced(at, 1, { ...known, [field]: `v${serial}` }) };
    }
    case 4: {
      if (known === undefined) return plan;
      const rest = elements.toSpliced(at, 1);
      return { ...plan, [list]: rest.toSpliced(random.below(elements.length), 0, known) };
    }
    case 5:
      return {
        ...plan,
        labels: { "room-0": [serial, 1], "room-1": [2, 2], "room-2": [0, serial] },
      };
    case 6: {
      const theme = new Map(Object.entries(isObject(plan["theme"]) ? plan["theme"] : {}));
      const field = random.pick(["wall", "floor", "roof"]);
      if (random.below(3) === 0) theme.delete(field);
      else theme.set(field, `v${serial}`);
      return { ...plan, theme: Object.fromEntries(theme) };
    }
    default:
      return { ...plan, [random.pick(["outdoor", "made_up"])]: `room-${serial}` };
  }
};

/** Several edits, one after the other. */
export const edits = (random: Random, plan: PlanData, count: number): PlanData =>
  Array.from({ length: count }).reduce<PlanData>((edited) => edit(random, edited), plan);
