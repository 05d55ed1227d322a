import assert from "node:assert/strict";
import { test } from "node:test";
import { revisionFilter, NewestRevision, Nodes } from "../../src/client/nodes.ts";

test("ADDRESS-5: an older plan of another node is not taken, whoever tells it, until one as new comes", () => {
  const newest = new NewestRevision();
  assert(newest.takes(7, "a", 0));
  assert(newest.takes(7, "b", 1), "the same one again");
  assert(!newest.takes(6, "a", 2));
  assert(!newest.takes(5, "c", 3000));
  assert(!newest.takes(6, "a", 14_000));
  assert(newest.takes(8, "c", 14_500));
  assert(!newest.takes(7, "a", 20_000), "a new doubt begins anew");
  assert(!newest.takes(7, "a", 34_000));
});

test("ADDRESS-5: what all nodes go on telling for longer than one that is cut off lets people in is believed", () => {
  const newest = new NewestRevision();
  assert(newest.takes(7, "a", 0));
  assert(!newest.takes(3, "b", 1000));
  assert(!newest.takes(3, "c", 4000));
  assert(newest.takes(3, "b", 16_000), "the service was set back");
  assert(newest.takes(4, "b", 16_001));
});

test("ADDRESS-5: a node that itself goes back is believed at once, as a service without others is", () => {
  const newest = new NewestRevision();
  assert(newest.takes(7, "a", 0));
  assert(newest.takes(3, "a", 1));
});

test("ADDRESS-5: after an older plan the next node is asked, once, unless the connection was lost meanwhile", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const nodes = new Nodes(["a", "b", "c"]);
  const reconnected: string[] = [];
  const connection = {
    socket: {},
    reconnect: () => {
      reconnected.push(nodes.now);
      connection.socket = {};
    },
  };
  const takes = revisionFilter(connection, nodes);
  assert(takes(7));
  nodes.reached("b");
  assert(!takes(5));
  assert(!takes(6));
  t.mock.timers.tick(10_000);
  assert.deepEqual(reconnected, ["c"]);
  assert(!takes(6));
  connection.socket = {};
  t.mock.timers.tick(10_000);
  assert.deepEqual(reconnected, ["c"]);
});
