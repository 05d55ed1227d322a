import { nothing, svg } from "lit";
import { labelFactor } from "./viewport.ts";
import { refOf } from "../../model/elements/entities.ts";
import { type JsonObject, textIn } from "../../model/json.ts";
import type { Room } from "../../model/elements/rooms.ts";
import { type Content, frame, textLines as write, textWidth } from "./frame.ts";
import { factorOf } from "./devices-and-texts.ts";
import { statesInUse, lookOf, roomName } from "./element-look.ts";
import type { DrawOptions } from "./options.ts";
import { type RoomTone, roomTones, shadeOpacity } from "./room-tones.ts";
import { elementInputs, type Layer } from "./scene.ts";
import type { Point } from "../../model/geometry/vector.ts";
import { colourIn } from "../../model/bindings/colours.ts";
import { closedPath } from "../../model/geometry/svg-path.ts";

/** Formatted measurements of a room. */
const valuesOf = (data: JsonObject, options: DrawOptions): readonly string[] =>
  ["temperature", "humidity"].flatMap((field) => {
    const id = textIn(data[field]);
    const state = id === undefined ? undefined : options.states?.(id);
    if (id === undefined || state === undefined) return [];
    return options.stateTexts?.measured(id, state, options) ?? [];
  });

/** Draws the floor of a room in a colour, outdoors without one; walls and names are separate. */
const drawRoom = (room: Room, colour: RoomTone | undefined, options: DrawOptions): Content => {
  const { entity, corners } = room;
  const { tone = "garden", shade = 0 } = colour ?? {};
  const look = lookOf(entity.data, options);
  const color = colourIn(look.data["tint"]) ?? look.color;
  return frame(entity, look, options, {
    label: [roomName(entity.data, options.words), ...valuesOf(entity.data, options)].join(", "),
    kind: `room ${tone}`,
    color,
    body: svg`<path class="floor" d=${closedPath(corners)}></path>${
      shade === 0
        ? nothing
        : svg`<path class="shade" opacity=${shade * shadeOpacity} d=${closedPath(corners)}></path>`
    }${color === undefined ? nothing : svg`<path class="tint" d=${closedPath(corners)}></path>`}`,
  });
};

/** The largest scale at which a text fits between the walls of a room, with a little margin. */
const fitting = (lines: readonly string[], size: number, width: number, height: number): number =>
  Math.min(
    (width * 0.84) / Math.max(...lines.map((line) => textWidth(line, size))),
    (height * 0.7) / (size * 1.15 * lines.length),
  );

/** With tiny detail, names with a smaller factor than this cannot be read. */
const leastOfTiny = 3.5;

/** The lines of a room's name and values, their font size and total size; undefined if not shown. */
export const nameOf = (
  room: Room,
  options: DrawOptions,
): { lines: readonly string[]; letters: number; fits: Point; size: Point } | undefined => {
  const { data, isHidden } = lookOf(room.entity.data, options);
  if (isHidden && options.interactive !== "edit") return undefined;
  const values = valuesOf(room.entity.data, options);
  const { width, height } = room.box;
  const letters = 0.26 * factorOf(data["label_size"]);
  const lines = [roomName(data, options.words), values.join(" · ")].filter((each) => each !== "");
  const fits: Point = [
    fitting(lines, letters, width, height),
    fitting(lines, letters, height, width),
  ];
  if (options.detail === "tiny" && Math.max(...fits) < leastOfTiny) return undefined;
  const factor = Math.min(
    labelFactor(options.scale ?? 60),
    fits[options.isTurned === true ? 1 : 0],
  );
  const wide = Math.max(...lines.map((line) => textWidth(line, letters)));
  const size: Point = [wide * factor, letters * 1.15 * lines.length * factor];
  return { lines, letters, fits, size };
};

/** Draws the name of a room with temperature and humidity if known, no wider than the room. */
const drawLabel = (room: Room, at: Point | undefined, options: DrawOptions): Content => {
  const { data, opacity = nothing } = lookOf(room.entity.data, options);
  const written = nameOf(room, options);
  const { scale } = options;
  if (at === undefined || written === undefined) return nothing;
  const {
    lines,
    letters,
    fits: [wide, high],
  } = written;
  // Set as a property, since a strict Content Security Policy blocks the attribute.
  const bounds = `--plan-wide: ${wide.toFixed(2)}; --plan-high: ${high.toFixed(2)}${scale === undefined ? "" : `; --plan-label: ${labelFactor(scale).toFixed(2)}`}`;
  return svg`<g class="label" opacity=${opacity} .style=${bounds}>${write(lines, {
    size: letters,
    at,
    kind: "room-name",
    color: colourIn(data["label_color"]),
  })}</g>`;
};

const floors =
  (isWanted: (room: Room) => boolean): Layer["items"] =>
  ({ floor, options }) => {
    const own = elementInputs("rooms", options);
    const tones = roomTones(floor.rooms, options.roomWords);
    return floor.rooms.filter(isWanted).map((room) => {
      const colour = tones.get(refOf(room.entity));
      return {
        key: room.entity.key,
        causes: [...own(room.entity), colour?.tone, colour?.shade],
        draw: () => drawRoom(room, colour, options),
      };
    });
  };

const labels: Layer["items"] = ({ floor, options }) => {
  return floor.rooms.map((room) => {
    const { data, key } = room.entity;
    const at = options.layout?.get(refOf(room.entity));
    const causes = [data, at, options.scale, ...statesInUse("rooms", data, options)];
    return { key, causes, draw: () => drawLabel(room, at, options) };
  });
};

/** Outdoor rooms lie on the ground, indoor rooms on the floor; names are above everything. */
export const roomLayers: readonly Layer[] = [
  { name: "rooms outdoors", height: "ground", items: floors((room) => room.isOutdoor) },
  { name: "rooms", height: "floor", items: floors((room) => !room.isOutdoor) },
  { name: "labels", height: "all", isMute: true, items: labels },
];
