import { Vector3 } from "three";
import { entitiesOf, type PlanData } from "../../model/elements/entities.ts";
import { placeOf } from "../../model/elements/places.ts";
import { levelOf } from "../../model/elements/levels.ts";
import { roomsOn } from "../../model/elements/rooms.ts";
import { interiorPoint } from "../../model/geometry/polygon.ts";
import { textIn } from "../../model/json.ts";
import { lookOf, roomName, shownText, valueOf } from "../renderer/element-look.ts";
import type { DrawOptions } from "../renderer/options.ts";
import type { Label } from "./labels.ts";
import { isLeftOut } from "./seen-plan.ts";

/** How far above its floor a room's name is, and the value of a device without a body, in metres. */
const [nameAt, valueAt] = [0.3, 1.2];

/**
 * The texts of a floor: the names of its rooms with their temperature and humidity, and the values of its sensors. `bottom`:
 * the height of the floor in space.
 */
export const floorLabels = (
  plan: PlanData,
  level: string | undefined,
  bottom: number,
  options: DrawOptions,
): readonly Label[] => {
  const rooms = roomsOn(plan, level).flatMap(({ entity, corners }): readonly Label[] => {
    if (corners.length < 3 || isLeftOut(entity.data, options)) return [];
    const [x, z] = interiorPoint(corners);
    const values = ["temperature", "humidity"].flatMap((field) => {
      const id = textIn(entity.data[field]);
      const state = id === undefined ? undefined : options.states?.(id);
      const text =
        id === undefined || state === undefined
          ? undefined
          : options.stateTexts?.whole(id, state, options);
      return text ?? [];
    });
    return [
      {
        key: `rooms/${entity.key}`,
        place: new Vector3(x, bottom + nameAt, z),
        title: roomName(entity.data, options.words),
        value: values.length === 0 ? undefined : values.join(" · "),
      },
    ];
  });
  const sensors = entitiesOf(plan, "sensors").flatMap(({ key, data }): readonly Label[] => {
    const place = placeOf(data);
    if (place === undefined || levelOf(plan, data) !== level) return [];
    const look = lookOf(data, options);
    const value = valueOf(look, options);
    if (value === undefined || isLeftOut(data, options)) return [];
    const at = new Vector3(place[0], bottom + valueAt, place[1]);
    return [{ key: `sensors/${key}`, place: at, title: undefined, value }];
  });
  const texts = entitiesOf(plan, "texts").flatMap(({ key, data }): readonly Label[] => {
    const place = placeOf(data);
    if (place === undefined || levelOf(plan, data) !== level) return [];
    const look = lookOf(data, options);
    const shown = look.text === undefined ? undefined : shownText(look.text, options)?.text;
    if (shown === undefined || !/[\p{L}\p{N}]/u.test(shown) || isLeftOut(data, options)) return [];
    const at = new Vector3(place[0], bottom + nameAt, place[1]);
    return [{ key: `texts/${key}`, place: at, title: undefined, value: shown }];
  });
  return [...rooms, ...sensors, ...texts];
};
