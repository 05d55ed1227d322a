import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { range } from "../../service/revisions.ts";
import { samplePlan } from "../../support/plans.ts";
import { type Random, seededRandom } from "../../support/random.ts";
import { startTestService, type TestService } from "../../support/service.ts";
import { bounded } from "../../support/timeouts.ts";
import { Changer, Held, Watched } from "../changes/changer.ts";

const edit = (random: Random): string => {
  const place = `/furniture/${random.below(250)}`;
  switch (random.below(5)) {
    case 0:
      return `{"op":"remove","path":"${place}"}`;
    case 1:
      return `{"op":"add","path":"${place}","value":{"id":"n${random.below(1e9)}","x":1.0}}`;
    case 2:
      return `{"op":"move","from":"${place}","path":"/furniture/${random.below(250)}"}`;
    case 3:
      return `{"op":"copy","from":"${place}","path":"/furniture/-"}`;
    default:
      return `{"op":"replace","path":"${place}/x","value":${random.below(100)}.50}`;
  }
};

/** Saves or changes the plan some times, each time on what it has read, until it was not too late. */
const work = async (t: TestContext, service: TestService, random: Random, times: number) => {
  const by = await Changer.login(t, service);
  const watched = await Watched.start(t, service, "plan/subscribe");
  let text = await watched.next();
  for (let made = 0; made < times;) {
    const rev = Number(/^\{"rev":(\d+)/.exec(text)?.[1]);
    const isSave = random.below(2) === 0;
    const answered = isSave
      ? await by.save(text.replace(/"x":\d+(\.\d+)?/, `"x":${random.below(100)}.0`))
      : await by.change(rev, `[${edit(random)}]`);
    if (typeof answered === "number") made += 1;
    else assert(["conflict", "invalid_format"].includes(answered.code), answered.message);
    text = await by.plan();
  }
};

/** What a subscriber and a follower on one connection get, until a revision. */
const watchBoth = async (t: TestContext, service: TestService, isFirst: boolean) => {
  const by = await Changer.login(t, service);
  const earlier = await Watched.on(by, isFirst ? "plan/subscribe" : "plan/follow");
  const later = await Watched.on(by, isFirst ? "plan/follow" : "plan/subscribe");
  const [subscriber, follower] = isFirst ? [earlier, later] : [later, earlier];
  return async (last: number): Promise<ReadonlyMap<number, string>> => {
    const seen = new Map<number, string>();
    const held = new Held();
    while (held.rev < last) {
      const text = await subscriber.next();
      held.take(await follower.next());
      const rev = Number(/^\{"rev":(\d+)/.exec(text)?.[1]);
      assert.equal(held.rev, rev, "the same revision");
      assert.equal(held.text, text, `revision ${rev} is one text for both`);
      seen.set(rev, text);
    }
    const first = Math.min(...seen.keys());
    assert.deepEqual([...seen.keys()], range(first, last), "every revision once, in order");
    return seen;
  };
};

test(
  "FOLLOW-6, ORDER-1, ORDER-4, ORDER-5: followers and subscribers get every revision once and in order, and the same texts, whoever saves and changes meanwhile",
  bounded,
  async (t) => {
    const random = seededRandom(t);
    const service = await startTestService(t);
    const by = await Changer.login(t, service);
    await by.save(JSON.stringify(samplePlan("house", 1)));
    const [editors, times] = [3, 8];
    const watching = [await watchBoth(t, service, true), await watchBoth(t, service, false)];
    const working = Promise.all(range(1, editors).map(() => work(t, service, random, times)));
    // One comes while the others are at work.
    await Promise.race([by.plan(), working]);
    watching.push(await watchBoth(t, service, random.below(2) === 0));
    await working;
    const last = 1 + editors * times;
    const [all, ...others] = await Promise.all(watching.map((until) => until(last)));
    assert(all !== undefined);
    for (const seen of others)
      for (const [rev, text] of seen) assert.equal(text, all.get(rev), `revision ${rev}`);
    assert.equal(await by.plan(), all.get(last));
  },
);

test(
  "FOLLOW-6, ORDER-2, ORDER-3: on a changer's own connection the events come before the reply, and what it reads next is what it made",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const by = await Changer.login(t, service);
    await by.save('{"note":"a plan that is longer than a change of one of its numbers","x":[0]}');
    const follower = await Watched.on(by);
    const subscriber = await Watched.on(by, "plan/subscribe");
    assert.match(await follower.next(), /^\{"rev":1,"plan":/);
    await subscriber.next();
    for (const rev of range(1, 5)) {
      const before = by.texts.length;
      await by.changed(rev, `[{"op":"replace","path":"/x/0","value":${rev}.0}]`);
      const came = by.texts.slice(before);
      assert.equal(came.length, 3, "two events and the reply");
      assert.match(came[2] ?? "", /"type":"result","success":true/);
      assert.match(await follower.next(), /"value":\d\.0\}\]\}$/);
      assert.equal(await subscriber.next(), await by.plan());
    }
  },
);

test(
  "FOLLOW-6, ORDER-7: to a command that comes after another's change was answered, the event comes first",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const by = await Changer.login(t, service);
    await by.save('{"note":"a plan that is longer than a change of one of its numbers","x":0}');
    const follower = await Watched.start(t, service);
    const held = new Held();
    await follower.until(1, held);
    for (const rev of range(1, 10)) {
      await by.changed(rev, `[{"op":"replace","path":"/x","value":${rev}}]`);
      const { peer } = follower;
      await peer.command("ping");
      const events = peer.received.filter(({ type }) => type === "event").length;
      assert.equal(events, rev + 1, "the event is there before the pong");
      await follower.until(rev + 1, held);
    }
  },
);
