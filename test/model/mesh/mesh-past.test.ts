import assert from "node:assert/strict";
import { test } from "node:test";
import {
  measuredAt,
  meshPastIn,
  type NodePast,
  qualitiesAt,
  thinned,
} from "../../../src/model/mesh/mesh-past.ts";

test("MESH-21: of each part of the time the last value is kept, what was before the start counts from then, and repetitions and what comes later are left out", () => {
  assert.deepEqual(
    thinned(
      [
        [130, 5],
        [90, 1],
        [101, 2],
        [109, 3],
        [115, null],
        [125, null],
        [200, 8],
        [201, 9],
      ],
      100,
      200,
      10,
    ),
    [
      [109, 3],
      [115, null],
      [130, 5],
      [200, 8],
    ],
  );
  assert.deepEqual(thinned([[50, 7]], 100, 200, 10), [[100, 7]]);
  assert.deepEqual(thinned([], 100, 200, 10), []);
  const many = Array.from({ length: 10_000 }, (_, at) => [100 + at / 100, at] as const);
  assert.equal(thinned(many, 100, 200, 10).length, 10, "as many as parts");
});

const past = (
  node: string,
  measure: NodePast["measure"],
  values: NodePast["values"],
): NodePast => ({
  node,
  measure,
  values,
});

test("MESH-22: at a moment a node has what its sensor said last, and nothing before that or while it said nothing", () => {
  const plug = past("plug", "lqi", [
    [100, 51],
    [200, null],
    [300, 255],
  ]);
  assert.equal(measuredAt(plug, 99), undefined);
  assert.deepEqual(measuredAt(plug, 100), { lqi: 51 });
  assert.deepEqual(measuredAt(plug, 199), { lqi: 51 });
  assert.equal(measuredAt(plug, 250), undefined);
  assert.deepEqual(measuredAt(plug, 1e9), { lqi: 255 });
  const nodes = [plug, past("door", "rssi", [[150, -70]])];
  assert.deepEqual(
    qualitiesAt({ nodes, disabled: 0 }, 160),
    new Map([
      ["plug", 0.2],
      ["door", 0.5],
    ]),
  );
  assert.deepEqual(qualitiesAt({ nodes, disabled: 0 }, 250), new Map([["door", 0.5]]));
});

test("MESH-22: of an answer the page takes what it understands", () => {
  assert.equal(meshPastIn("none"), undefined);
  assert.deepEqual(meshPastIn({}), { nodes: [], disabled: 0 });
  const given = {
    disabled: "many",
    nodes: [
      { node: "a", measure: "lqi", values: [[1, 2], [2, null], ["3", 4], [4], 5, [6, "7"]] },
      { node: "b", measure: "hope", values: [] },
      { measure: "lqi" },
      { node: "c", measure: "rssi" },
    ],
  };
  assert.deepEqual(meshPastIn(given), {
    disabled: 0,
    nodes: [
      past("a", "lqi", [
        [1, 2],
        [2, null],
      ]),
      past("c", "rssi", []),
    ],
  });
});
