import { nothing, svg } from "lit";
import { refOf } from "../../model/elements/entities.ts";
import type { Room } from "../../model/elements/rooms.ts";
import { loadedCatalogue } from "./catalogue.ts";
import { type Content, frame } from "./frame.ts";
import { lookOf, roomName } from "./element-look.ts";
import { nameLayer, valuesOf } from "./room-names.ts";
import type { DrawOptions } from "./options.ts";
import { type RoomTone, roomTones, shadeOpacity } from "./room-tones.ts";
import { elementInputs, type Layer } from "./scene.ts";
import { colourIn } from "../../model/bindings/colours.ts";
import { closedPath } from "../../model/geometry/svg-path.ts";

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
      loadedCatalogue()?.coverOf(svg, room) ?? nothing
    }${
      shade === 0
        ? nothing
        : svg`<path class="shade" opacity=${shade * shadeOpacity} d=${closedPath(corners)}></path>`
    }${color === undefined ? nothing : svg`<path class="tint" d=${closedPath(corners)}></path>`}`,
  });
};

const floors =
  (isWanted: (room: Room) => boolean): Layer["items"] =>
  ({ floor, options }) => {
    const own = elementInputs("rooms", options);
    const tones = roomTones(floor.rooms);
    return floor.rooms.filter(isWanted).map((room) => {
      const colour = tones.get(refOf(room.entity));
      return {
        key: room.entity.key,
        causes: [...own(room.entity), colour?.tone, colour?.shade],
        draw: () => drawRoom(room, colour, options),
      };
    });
  };

/** Outdoor rooms lie on the ground, indoor rooms on the floor; names are above everything. */
export const roomLayers: readonly Layer[] = [
  { name: "rooms outdoors", height: "ground", items: floors((room) => room.isOutdoor) },
  { name: "rooms", height: "floor", items: floors((room) => !room.isOutdoor) },
  nameLayer,
];
