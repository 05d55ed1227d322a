import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { isRight, right } from "fp-ts/lib/Either.js";
import { changeCommands } from "../../../src/plan/commands/change-commands.ts";
import { PlanHolder } from "../../../src/plan/plan-holder.ts";
import { PlanActor } from "../../../src/plan/actor.ts";
import { emptyState } from "../../../src/plan/state.ts";
import { chainLimits, EmbeddedLog } from "../../../src/storage/folder/embedded-log.ts";
import type { Call } from "../../../src/server/websocket/command.ts";
import { DeliveryQueue, EventStream } from "../../../src/server/websocket/event-stream.ts";
import { randomCases } from "../../campaign/scale.ts";
import { longPlan, randomChange } from "../../storage/folder/changed-log.ts";
import { testConfig } from "../../support/config.ts";
import { boundary } from "../../support/failing-boundary.ts";
import { type Random, randomOf, seededRandom } from "../../support/random.ts";
import { Held } from "../changes/changer.ts";
import { readPatchText } from "../changes/read-patch-text.ts";
import { readDraft, textOfPlan } from "../drafts.ts";
import { MemoryLog } from "../memory-log.ts";

/** A connection that follows: what it holds, and whether it keeps up. */
class Follower {
  readonly held = new Held();
  readonly stream: EventStream;
  hasRoom = true;
  #waiting: (() => void)[] = [];

  constructor(deliveries: DeliveryQueue) {
    const send = (json: readonly Buffer[]): void => this.held.take(Buffer.concat(json).toString());
    this.stream = new EventStream(send, deliveries, {
      hasRoom: () => this.hasRoom,
      whenRoom: (callback) => {
        this.#waiting.push(callback);
        if (this.hasRoom) this.callBack();
      },
    });
  }

  /** It has read what it was sent. */
  callBack(): void {
    this.hasRoom = true;
    for (const callback of this.#waiting.splice(0)) callback();
  }
}

/** A plan that is changed and saved while followers come, go, fall behind and catch up. */
const run = async (random: Random): Promise<void> => {
  const settings = { commitDelayMs: 0, ...chainLimits };
  const log = new EmbeddedLog(
    new MemoryLog(() => (random.below(2) === 0 ? turn() : Promise.resolve())),
    settings,
  );
  const limits = { mailboxMessages: 1000, mailboxBytes: 1024 * 1024 * 1024 };
  const actor = new PlanActor(log, emptyState, { limits, boundary, onFailure: assert.fail });
  const plan = new PlanHolder();
  plan.ready(actor);
  const commands = changeCommands({
    domain: "floorplan",
    plan,
    limits: testConfig(),
    checkSave: undefined,
  });
  const follow = commands.find(({ type }) => type === "floorplan/plan/follow");
  assert(follow !== undefined);
  const deliveries = new DeliveryQueue(boundary, () => undefined, random.pick([0, 1]));
  let followers: Follower[] = [];
  const begin = async (): Promise<void> => {
    const follower = new Follower(deliveries);
    const call: Call = {
      user: { id: "u", name: "u", admin: false, owner: false, control: false },
      connection: follower,
      heartbeat: { heard: () => 0, ask: () => undefined },
      isOpen: () => true,
      note: () => undefined,
      openStream: () => right(follower.stream),
      openLatest: () => right(follower.stream),
      closeStream: () => true,
    };
    const prepared = follow.prepare({});
    assert(isRight(prepared));
    const answer = await prepared.right(call)();
    assert(isRight(answer), JSON.stringify(answer));
    if (random.below(3) === 0) await turn();
    follower.stream.announced();
    followers.push(follower);
  };
  const edit = async (number: number): Promise<void> => {
    const content =
      random.below(10) === 0
        ? readDraft(longPlan(`,"note":${number}`))
        : readPatchText(randomChange(random, number));
    // A change of what is not there any more is refused.
    await actor.save({ content, guard: undefined })();
  };
  await actor.save({ content: readDraft(longPlan()), guard: undefined })();
  for (let step = 0; step < 60; step += 1) {
    const drawn = random.below(10);
    const follower = followers.length === 0 ? undefined : followers[random.below(followers.length)];
    if (drawn < 2) await begin();
    else if (drawn < 3) {
      follower?.stream.end();
      followers = followers.filter((each) => each !== follower);
    } else if (drawn < 4 && follower) follower.hasRoom = false;
    else if (drawn < 6) follower?.callBack();
    // As before the next reply on its connection.
    else if (drawn < 7) follower?.stream.deliverAll();
    else void edit(step);
    if (random.below(2) === 0) await turn();
  }
  await actor.idle();
  // Each turn may deliver one event to one of them.
  for (let turns = 100 * (followers.length + 1); turns > 0; turns -= 1) {
    for (const follower of followers) follower.callBack();
    await turn();
  }
  const current = await actor.read((state) => state.current)();
  assert(isRight(current) && current.right !== undefined);
  for (const { held } of followers) {
    assert(held.text === textOfPlan(current.right), `revision ${held.rev} of ${actor.revision}`);
    for (const [at, { rev }] of held.came.entries())
      assert(rev > (held.came[at - 1]?.rev ?? -1), "each revision once, in order");
  }
  await log.close();
};

test("FOLLOW-3, FOLLOW-5, FOLLOW-6: whenever followers come, fall behind, read again and are answered, each holds the newest plan, by changes that are in a row", async (t) => {
  const random = seededRandom(t);
  for (let left = randomCases(30, 3000); left > 0; left -= 1) {
    const seed = random.below(2 ** 32);
    try {
      await run(randomOf(seed));
    } catch (error) {
      t.diagnostic(`case ${seed}`);
      throw error;
    }
  }
});
