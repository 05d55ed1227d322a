import type { Mesh, MeshLink, MeshNode } from "../../../src/model/mesh/mesh.ts";

/** A room of four metres by four, its left upper corner at `x`, 0. */
const room = (id: string, x: number): object => ({
  id,
  name: id,
  points: [
    [x, 0],
    [x + 4, 0],
    [x + 4, 4],
    [x, 4],
  ],
});

const device = (id: string, x: number, z: number, more: object = {}): object => ({
  id,
  kind: "generic",
  x,
  z,
  entity: `light.${id}`,
  ...more,
});

/** Four rooms in a row, with walls at 4, 8 and 12 m and a door in the first. */
export const plan = JSON.parse(
  JSON.stringify({
    rooms: [room("Hall", 0), room("Kitchen", 4), room("Office", 8), room("Bath", 12)],
    openings: [{ id: "d", room_id: "Hall", edge: 1, offset: 2, width: 1, type: "door" }],
    devices: [
      { id: "stick", kind: "generic", x: 1, z: 2, name: "Coordinator" },
      device("kitchen", 7, 3.5),
      device("office", 11, 3.5),
      device("bath", 15, 3.5),
    ],
  }),
);

/** A node of a mesh, with the entity of the device of its name. */
export const node = (
  name: string,
  role: MeshNode["role"],
  more: Partial<MeshNode> = {},
): MeshNode => ({
  id: name,
  name,
  role,
  entities: [`light.${name}`],
  ...more,
});

export const link = (from: string, to: string, lqi: number): MeshLink => ({ from, to, lqi });

/** A mesh that was read at a thousand seconds since 1970. */
export const meshOf = (nodes: readonly MeshNode[], links: readonly MeshLink[]): Mesh => ({
  kind: "zigbee2mqtt",
  at: 1000,
  nodes,
  links,
  left_out: 0,
});
