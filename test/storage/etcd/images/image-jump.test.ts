import assert from "node:assert/strict";
import { test } from "node:test";
import { right } from "fp-ts/lib/Either.js";
import { pino } from "pino";
import { boundaryIn } from "../../../../src/server/runtime/boundary.ts";
import { ImageCleanup } from "../../../../src/images/image-cleanup.ts";
import type { ImageStore, NumberedImage } from "../../../../src/images/image-store.ts";
import { EventLoopTurns } from "../../../../src/server/runtime/event-loop-turns.ts";
import { readDraft } from "../../../plan/drafts.ts";
import { MemoryStore } from "../memory-store.ts";
import { becomes, gate, save, startNode } from "../log/nodes.ts";

/** Images of which one is superseded, and how often they were looked at. */
const oneSuperseded = (image: NumberedImage) => {
  let looks = 0;
  let isThere = true;
  const never = async () => assert.fail();
  const store: ImageStore = {
    incoming: "",
    put: never,
    remove: never,
    canHaveNumbered: true,
    numbered: async () => {
      looks += 1;
      return isThere ? [image] : [];
    },
    size: never,
    discard: async (_, atLast) => {
      assert(atLast !== undefined);
      return atLast(async () => {
        isThere = false;
        return true;
      });
    },
    open: never,
  };
  return { store, looks: () => looks, isThere: () => isThere };
};

test("CIMG-16: an image goes that no stored plan shows any more, also where a node has missed the saves between", async (t) => {
  const etcd = new MemoryStore();
  const node = await startNode(t, etcd);
  const slow = await startNode(t, etcd);
  const images = oneSuperseded({
    file: "bg_0.5.png",
    floor: "0",
    extension: "png",
    version: 5,
    since: Date.now(),
  });
  const keeper = new ImageCleanup({
    store: images.store,
    domain: "floorplan",
    unusedMs: 3_600_000,
    turns: new EventLoopTurns(),
    log: pino({ level: "silent" }),
    boundary: boundaryIn(pino({ level: "silent" })),
  });
  t.after(() => keeper.stop());
  const content = readDraft('{"url":"/local/floorplan/bg_0.png?v=5","rooms":[1]}');
  assert.deepEqual(await node.actor.save({ content, guard: undefined })(), right(1));
  await becomes(() => slow.actor.revision === 1, "revision 1");
  keeper.follow(slow.actor);
  await becomes(() => images.looks() > 0, "the first look");
  const quiet = gate();
  slow.weather.watch = () => quiet.opened;
  for (let rev = 2; rev <= 23; rev += 1)
    assert.deepEqual(await node.actor.save(save(rev))(), right(rev));
  etcd.compact(etcd.revision);
  quiet.open();
  await becomes(() => slow.actor.revision === 23, "the newest revision");
  assert.deepEqual(slow.seen.at(-1), [-1, 23]);
  await becomes(() => !images.isThere(), "no image that no plan shows");
});
