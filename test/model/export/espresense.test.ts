import assert from "node:assert/strict";
import { test } from "node:test";
import { isLeft, left } from "fp-ts/lib/Either.js";
import type { PlanData } from "../../../src/model/elements/entities.ts";
import type { Point } from "../../../src/model/geometry/vector.ts";
import { listIn, objectsIn, pointIn } from "../../../src/model/json.ts";
import { espresenseConfig } from "../../../src/model/export/espresense.ts";

const kitchen: readonly Point[] = [
  [0, 0],
  [4, 0],
  [4, 3],
  [0, 3],
];

const bath: readonly Point[] = [
  [-1, 1],
  [2, 1],
  [2, 5.5],
];

const receiver = (distance: string, at: Point, height?: number) => ({
  distance,
  at,
  ...(height && { height }),
});

const plan: PlanData = {
  levels: [
    { id: "ground", name: "Ground floor" },
    { id: "upper", name: "Upper floor" },
  ],
  rooms: [
    { id: "kitchen", name: "Kitchen", level: "ground", points: kitchen },
    { id: "bath", level: "upper", points: bath },
    { id: "broken", level: "upper", points: [[0, 0]] },
  ],
  trackers: [
    {
      id: "ben",
      source: {
        distances: [
          receiver("sensor.ben_distance_to_fridge", [1.5, 0.25], 1.1),
          receiver("sensor.ben_far", [3, 2]),
          receiver("sensor.ben_2", [3.5, 2]),
        ],
      },
    },
    {
      id: "anna",
      level: "upper",
      source: {
        entity: "device_tracker.anna",
        distances: [
          receiver("distances.bath_node", [0, 2], 2),
          receiver("distances.fridge", [1.5, 2.5], 2),
          receiver("distances.other", [1.5, 3.5], 2),
        ],
      },
    },
    {
      id: "cal",
      source: {
        distances: [
          receiver("sensor.cal_distance_to_fridge", [1.5, 0.26]),
          receiver("sensor.cal_far", [3, 2]),
          receiver("sensor.cal_2", [3.5, 2]),
        ],
      },
    },
    "no tracker",
  ],
};

const configOf = (given: PlanData) => {
  const config = espresenseConfig(given);
  assert(!isLeft(config), "it has rooms");
  return config.right;
};

/** Back from the companion's coordinates to the plan's. */
const onPlan = (value: Parameters<typeof pointIn>[0]): Point => {
  const [x, y] = pointIn(value) ?? assert.fail("a point");
  return [x, y === 0 ? 0 : -y];
};

test("ZONE-8: rooms and floors have ESPresense's coordinates, with y up, and come back as they were", () => {
  const config = configOf(plan);
  assert.deepEqual(config["map"], { flip_y: true });
  const floors = objectsIn(config["floors"]);
  assert.deepEqual(
    floors.map(({ id, name, bounds }) => [id, name, bounds]),
    [
      [
        "ground",
        "Ground floor",
        [
          [0, -3, 0],
          [4, 0, 2.5],
        ],
      ],
      [
        "upper",
        "Upper floor",
        [
          [-1, -5.5, 2.75],
          [2, -1, 5.25],
        ],
      ],
    ],
  );
  const rooms = floors.flatMap((floor) => objectsIn(floor["rooms"]));
  assert.deepEqual(
    rooms.map(({ id, name }) => [id, name]),
    [
      ["kitchen", "Kitchen"],
      ["bath", "bath"],
    ],
  );
  assert.deepEqual(rooms[0]?.["points"], [
    [0, 0],
    [4, 0],
    [4, -3],
    [0, -3],
  ]);
  assert.deepEqual(
    rooms.map(({ points }) => listIn(points).map(onPlan)),
    [kitchen, bath],
  );
});

test("ZONE-8: floors are as high as the plan says, and receivers hang above them", () => {
  const levels = [
    { id: "ground", elevation: 0.4, height: 2.6 },
    { id: "upper", floor_thickness: 0.3 },
  ];
  const config = configOf({ ...plan, levels, ceiling_height: 2.2 });
  const bounds = objectsIn(config["floors"]).map((floor) =>
    listIn(floor["bounds"]).map((corner) => listIn(corner)[2]),
  );
  assert.deepEqual(bounds, [
    [0.4, 3],
    [3.3, 5.5],
  ]);
  const heights = objectsIn(config["nodes"]).map(({ point: at }) => listIn(at)[2]);
  assert.deepEqual(heights.slice(0, 4), [1.5, 1.4, 1.4, 5.3]);
});

test("ZONE-8: receivers of distances are nodes, each place once, with the names that their distances have", () => {
  const nodes = objectsIn(configOf(plan)["nodes"]);
  assert.deepEqual(nodes, [
    { name: "Fridge", point: [1.5, -0.25, 1.1], floors: ["ground"] },
    { name: "Kitchen", point: [3, -2, 1], floors: ["ground"] },
    { name: "Kitchen 2", point: [3.5, -2, 1], floors: ["ground"] },
    { name: "Bath node", point: [0, -2, 4.75], floors: ["upper"] },
    { name: "Fridge 2", point: [1.5, -2.5, 4.75], floors: ["upper"] },
    { name: "Other", point: [1.5, -3.5, 4.75], floors: ["upper"] },
  ]);
});

test("ZONE-8: a plan without floors has one, and a plan without rooms no configuration", () => {
  const [floor, ...others] = objectsIn(
    configOf({ rooms: [{ id: "k", points: kitchen }] })["floors"],
  );
  assert.deepEqual(
    [floor?.["id"], floor?.["bounds"], others],
    [
      "home",
      [
        [0, -3, 0],
        [4, 0, 2.5],
      ],
      [],
    ],
  );
  assert.deepEqual(espresenseConfig({}), left("the plan has no rooms"));
});
