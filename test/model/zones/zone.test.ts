import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json, JsonObject } from "../../../src/model/json.ts";
import { isZone, zonesOf } from "../../../src/model/zones/zone.ts";

const square: Json = [
  [1, 1],
  [3, 1],
  [3, 2],
  [1, 2],
];

const zone = (fields: JsonObject): JsonObject => ({ id: "sofa", points: square, ...fields });

/** The words on an element that is no zone, between two that are. */
const wordsOn = (element: Json): string | undefined => {
  const read = zonesOf({ zones: [zone({ id: "before" }), element, zone({ id: "after" })] });
  const [before, bad, after] = read;
  assert(before && bad && after && read.length === 3, "each element is told");
  assert(isZone(before) && isZone(after), "the others are zones");
  if (isZone(bad)) return undefined;
  assert.equal(bad.id, "#2");
  return bad.bad;
};

test("ZONE-1: a zone has what the plan says, and what it need not say", () => {
  const whole = zone({
    name: "Sofa",
    level: "up",
    trackers: ["radar", "anna"],
    exclude: true,
    sensor: { tracker: "radar", zone: 1 },
    else: null,
  });
  assert.deepEqual(zonesOf({ zones: [whole] }), [
    {
      id: "sofa",
      name: "Sofa",
      level: "up",
      polygon: square,
      trackers: new Set(["radar", "anna"]),
      isExcluded: true,
    },
  ]);
  assert.deepEqual(zonesOf({ zones: [zone({})] }), [
    {
      id: "sofa",
      name: undefined,
      level: undefined,
      polygon: square,
      trackers: undefined,
      isExcluded: false,
    },
  ]);
  assert.deepEqual(zonesOf({}), [], "a plan without the list");
});

const circle = (corners: number): Json =>
  Array.from({ length: corners }, (_, at) => {
    const angle = (at / corners) * 2 * Math.PI;
    return [5 + Math.cos(angle), 5 + Math.sin(angle)];
  });

test("ZONE-1: an element that is no zone has words on what was expected, and where", () => {
  const noId = "id: expected 1 to 64 letters, digits, _ and -";
  const crosses = "points: expected an outline that does not cross or touch itself";
  const cases: readonly (readonly [element: Json, words: string])[] = [
    [null, "expected an object"],
    ["sofa", "expected an object"],
    [[], "expected an object"],
    [{ points: square }, noId],
    [zone({ id: 7 }), noId],
    [zone({ id: "so fa" }), noId],
    [zone({ id: "x".repeat(65) }), noId],
    [zone({ id: "before" }), "id: there is another before"],
    [zone({ name: "" }), "name: expected 1 to 64 characters"],
    [zone({ level: 1 }), "level: expected 1 to 64 characters"],
    [
      zone({ trackers: "radar" }),
      "trackers: expected ReadonlyArray<1 to 64 letters, digits, _ and ->",
    ],
    [zone({ trackers: ["radar", 2] }), "trackers.2: expected 1 to 64 letters, digits, _ and -"],
    [zone({ exclude: "yes" }), "exclude: expected boolean"],
    [{ id: "sofa" }, "points: expected ReadonlyArray<two numbers>"],
    [
      zone({
        points: [
          [1, 1],
          [3, 1],
        ],
      }),
      "points: expected at least 3",
    ],
    [
      zone({
        points: [
          [1, 1],
          [3, 1],
          ["3", 2],
        ],
      }),
      "points.3: expected two numbers",
    ],
    [
      zone({
        points: [
          [1, 1],
          [3, 1],
          [3, Infinity],
        ],
      }),
      "points.3: expected two numbers",
    ],
    [
      zone({
        points: [
          [1, 1],
          [3, 1],
          [3, 1e9],
        ],
      }),
      "points.3: expected two numbers",
    ],
    [zone({ points: circle(33) }), "points: expected at most 32"],
    [
      zone({
        points: [
          [0, 0],
          [2, 2],
          [2, 0],
          [0, 2],
        ],
      }),
      crosses,
    ],
    [
      zone({
        points: [
          [0, 0],
          [4, 0],
          [4, 2],
          [2, 0],
          [0, 2],
        ],
      }),
      crosses,
    ],
    [
      zone({
        points: [
          [0, 0],
          [4, 0],
          [2, 0],
        ],
      }),
      crosses,
    ],
    [
      zone({
        points: [
          [0, 0],
          [2, 0],
          [2, 2],
          [2, 1],
        ],
      }),
      crosses,
    ],
    [
      zone({
        points: [
          [0, 0],
          [0, 0],
          [0, 0],
        ],
      }),
      "points: expected an outline around at least 0.01 m²",
    ],
    [
      zone({
        points: [
          [0, 0],
          [0.1, 0],
          [0, 0.1],
        ],
      }),
      "points: expected an outline around at least 0.01 m²",
    ],
  ];
  for (const [element, words] of cases)
    assert.equal(wordsOn(element), words, JSON.stringify(element));
});

test("ZONE-1: outlines with dents, many corners or a corner twice are fine", () => {
  const fine: readonly Json[] = [
    circle(3),
    circle(32),
    [
      [0, 0],
      [4, 0],
      [4, 2],
      [2, 0.5],
      [0, 2],
    ],
    [
      [0, 2],
      [2, 0.5],
      [4, 2],
      [4, 0],
      [0, 0],
    ],
    [
      [0, 0],
      [2, 0],
      [2, 0],
      [2, 2],
      [0, 0],
    ],
    [
      [0, 0],
      [1, 0],
      [2, 0],
      [2, 2],
      [0, 2],
    ],
  ];
  for (const points of fine)
    assert.equal(wordsOn(zone({ points })), undefined, JSON.stringify(points));
});

test("ZONE-1: a list that is none, and zones beyond the limit, are told", () => {
  assert.deepEqual(zonesOf({ zones: { sofa: zone({}) } }), [{ id: "#", bad: "expected a list" }]);
  const many = Array.from({ length: 201 }, (_, at) => zone({ id: `z${at}` }));
  const read = zonesOf({ zones: many });
  assert.equal(read.filter(isZone).length, 200);
  assert.deepEqual(read.at(-1), { id: "#201", bad: "expected at most 200 zones" });
});
