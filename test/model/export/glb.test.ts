import assert from "node:assert/strict";
import { test } from "node:test";
import type { PlanData } from "../../../src/model/elements/entities.ts";
import { levelsCalled } from "../../../src/model/elements/levels.ts";
import { glbOf } from "../../../src/model/export/gltf/glb.ts";
import type { Json } from "../../../src/model/json.ts";
import { furnitureTypes } from "../../../src/model/kinds/catalogue/furniture.ts";
import { openingNames, openingTypes } from "../../../src/model/kinds/opening.ts";
import { demoPlan, demoSizes } from "../../samples/index.ts";
import { type GltfNode, jsonOf, validated } from "./gltf-validator.ts";

const whole = (plan: PlanData): Uint8Array => glbOf(plan, levelsCalled(plan, undefined));

const assertValid = async (plan: PlanData, what: string): Promise<void> => {
  const { issues } = await validated(whole(plan));
  assert.deepEqual(
    issues.messages.filter(({ severity }) => severity < 2),
    [],
    what,
  );
  assert.equal(issues.numErrors + issues.numWarnings, 0, what);
};

test("GLTF-1: the sample plans are valid glTF, without errors and warnings", async (t) => {
  for (const size of demoSizes) {
    const file = whole(demoPlan(size));
    const { issues, info } = await validated(file);
    t.diagnostic(`${size}: ${file.length} bytes, ${info.totalTriangleCount} triangles`);
    assert.deepEqual(
      [issues.numErrors, issues.numWarnings],
      [0, 0],
      JSON.stringify(issues.messages),
    );
    assert(info.totalTriangleCount > 1000);
  }
});

test("GLTF-1: so are an empty plan, a malformed one, and one with every type of furniture and opening", async () => {
  await assertValid({}, "empty");
  await assertValid({ levels: [{ id: "a" }, { id: "b", name: "" }] }, "empty floors");
  const broken: Json = [
    {
      id: 7,
      name: "\u0000\ud800 “x”",
      points: [
        [0, 0],
        [4, 3],
        [4, 0],
        [0, 3],
      ],
      height: -1,
    },
    {
      id: 7,
      points: [
        [0, 0],
        [0, 0],
        [0, 0],
      ],
    },
    {
      points: [
        [0, 0],
        [5, 0],
        ["x", 1],
        [5, 4, { wall: 0, height: 0 }],
        [0, 4],
      ],
    },
    null,
    {
      id: "far",
      points: [
        [99_999, 0],
        [99_990, 5],
        [99_991, 9],
      ],
    },
  ];
  await assertValid(
    {
      name: 5,
      rooms: broken,
      walls: [
        { from: [0, 0], to: [0, 0] },
        { id: "w", from: [0, 0], to: [3, 0], height: 0, end_height: 3 },
      ],
      openings: [
        { room_id: "7", edge: 0, offset: -4, width: 99, type: "window" },
        { wall_id: "w", offset: 1, width: 0, sill: 3, lintel: 1 },
      ],
      furniture: [
        { type: "sofa", x: 1, z: 1, w: -3, d: 0, height: 1e9, rotation: "x" },
        { x: 2, z: 2 },
        { type: "lamp_of_mine", x: 0, z: 0, elevation: -5 },
        { type: "bed" },
      ],
      devices: [{ kind: "nothing", x: 1, z: 2 }],
      sensors: [{ entity: "sensor.x", x: 1, z: 1 }],
    },
    "malformed",
  );
  const each = {
    rooms: [
      {
        id: "r",
        points: [
          [0, 0],
          [60, 0],
          [60, 9],
          [0, 9],
        ],
      },
    ],
    openings: openingNames.flatMap((name, at): readonly Json[] => [
      { ...openingTypes[name], id: name, room_id: "r", edge: 0, offset: 2 + at * 4 },
    ]),
    furniture: furnitureTypes.map((type, at): Json => ({
      id: type,
      type,
      x: at % 50,
      z: at / 50,
      rotation: at * 7,
    })),
  };
  await assertValid(each, "every type");
});

const plan: PlanData = {
  name: "Home",
  levels: [
    { id: "ground", name: "Ground floor" },
    { id: "upper", name: "Upper floor" },
  ],
  rooms: [
    {
      id: "kitchen",
      name: "Kitchen",
      points: [
        [0, 0],
        [4, 0],
        [4, 3],
        [0, 3],
      ],
      floor: "tiles",
    },
    {
      id: "loft",
      name: "Loft",
      level: "upper",
      points: [
        [0, 0],
        [4, 0],
        [4, 3],
        [0, 3],
      ],
    },
  ],
  openings: [{ id: "front", room_id: "kitchen", edge: 2, offset: 1, width: 1, type: "door" }],
  furniture: [
    { id: "one", type: "chair", x: 1, z: 1, rotation: 90 },
    { id: "two", name: "My chair", type: "chair", x: 2, z: 1.5, elevation: 0.4 },
    { id: "lamp", type: "lamp_floor", x: 3, z: 2, level: "upper" },
  ],
};

test("GLTF-2: floors, rooms and elements are nodes of their names and places, with their list and id", () => {
  const { scenes, nodes, meshes = [], materials = [] } = jsonOf(whole(plan));
  assert.equal(scenes[0]?.name, "Home");
  const floors = (scenes[0]?.nodes ?? []).map((at) => nodes[at]);
  assert.deepEqual(
    floors.map((floor) => [floor?.name, floor?.translation]),
    [
      ["Ground floor", undefined],
      ["Upper floor", [0, 2.75, 0]],
    ],
  );
  const childOf = (floor: GltfNode | undefined, id: string): GltfNode | undefined =>
    floor?.children?.map((at) => nodes[at]).find((each) => each?.extras?.id === id);
  const [ground, upper] = floors;
  const [one, two] = [childOf(ground, "one"), childOf(ground, "two")];
  assert.deepEqual(one?.extras, { list: "furniture", id: "one" });
  assert.deepEqual([one?.name, two?.name], ["chair", "My chair"]);
  assert.deepEqual(
    [one?.translation, two?.translation],
    [
      [1, 0, 1],
      [2, 0.4, 1.5],
    ],
  );
  // Clockwise as seen from above is a negative turn about y.
  const half = Math.SQRT1_2;
  one?.rotation?.forEach((value, at) =>
    assert(Math.abs(value - ([0, -half, 0, half][at] ?? 0)) < 1e-6),
  );
  assert.equal(one?.mesh, two?.mesh, "equal pieces share a mesh");
  assert.equal(meshes.filter(({ name }) => name === "chair").length, 1);
  assert.deepEqual(childOf(ground, "front")?.extras, { list: "openings", id: "front" });
  const names = materials.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length, "each material is there once");
  assert(names.includes("floor_tiles") && names.includes("wall"), names.join());
  assert.equal(childOf(upper, "loft")?.name, "Loft");
});

test("GLTF-3: each lamp has a light, in its shade", () => {
  const { scenes, nodes } = jsonOf(whole(plan));
  const lights = nodes.filter(({ extensions }) => extensions !== undefined);
  assert.deepEqual(
    lights.map(({ name }) => name),
    ["Light of lamp_floor"],
  );
  const [x = 0, y = 0, z = 0] = lights[0]?.translation ?? [];
  assert(x === 3 && z === 2 && y > 1 && y < 2, `${x}, ${y}, ${z}`);
  const upper = nodes[scenes[0]?.nodes[1] ?? -1];
  assert(
    upper?.children?.some((at) => nodes[at] === lights[0]),
    "on its floor",
  );
});

test("GLTF-2: a floor by itself is a file without the others", () => {
  const { scenes, nodes } = jsonOf(glbOf(plan, ["upper"]));
  assert.deepEqual(
    scenes[0]?.nodes.map((at) => nodes[at]?.name),
    ["Upper floor"],
  );
  assert(!nodes.some(({ name }) => name === "Kitchen"));
});
