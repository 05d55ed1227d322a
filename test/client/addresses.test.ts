import assert from "node:assert/strict";
import { test } from "node:test";
import { addressesIn, Nodes, rotatedTo } from "../../src/client/nodes.ts";

test("ADDRESS-2: addresses are tried from the one that was reached last on and around, each once", () => {
  assert.deepEqual(addressesIn(" http://a/ ,https://b/plan//,,http://a"), [
    "http://a",
    "https://b/plan",
  ]);
  assert.deepEqual(addressesIn(" , "), []);
  assert.deepEqual(rotatedTo("b", ["a", "b", "c"]), ["b", "c", "a"]);
  assert.deepEqual(rotatedTo("x", ["a", "b"]), ["x", "a", "b"], "an address that nobody has told");
  const nodes = new Nodes(["a"]);
  assert.deepEqual([nodes.now, nodes.order, nodes.areSeveral], ["a", ["a"], false]);
  nodes.learn(["b", "c", "a"]);
  assert.deepEqual([nodes.now, nodes.order, nodes.areSeveral], ["a", ["a", "b", "c"], true]);
  nodes.reached("b");
  assert.deepEqual([nodes.now, nodes.order], ["b", ["b", "c", "a"]]);
  nodes.turn();
  assert.deepEqual([nodes.now, nodes.order], ["c", ["c", "a", "b"]]);
});
