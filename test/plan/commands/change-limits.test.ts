import assert from "node:assert/strict";
import { test } from "node:test";
import { Peer } from "../../support/peer.ts";
import { startTestService } from "../../support/service.ts";
import { bounded } from "../../support/timeouts.ts";
import { Changer } from "../changes/changer.ts";

const all = (count: number, make: (at: number) => string): string =>
  `[${Array.from({ length: count }, (_, at) => make(at)).join()}]`;

const adding = (at: number): string => `{"op":"add","path":"/texts/0","value":${at}}`;

test(
  "CHANGE-7: a change of change-operations is made, and one of more is refused with the limit, whatever its operations are",
  bounded,
  async (t) => {
    const by = await Changer.login(t, await startTestService(t));
    await by.save('{"texts":[]}');
    const most = 10_000;
    const says = `changes.${most}: more than change-operations, ${most}`;
    assert.equal(await by.refused(1, all(most + 1, adding)), says);
    assert.equal(await by.refused(1, all(100_000, adding)), says);
    assert.equal(
      await by.refused(1, all(100_000, () => "7").replaceAll("7", "{}")),
      "changes.0.op: missing, expected string",
    );
    assert.equal(await by.plan(), '{"rev":1,"texts":[]}');
    await by.changed(1, all(most, adding));
    const texts = Array.from({ length: most }, (_, at) => most - 1 - at);
    assert.equal(await by.plan(), `{"rev":2,"texts":[${texts.join()}]}`);
  },
);

test(
  "CHANGE-7: copies of copies are refused before they are made, with the limit, and the service goes on",
  bounded,
  async (t) => {
    const planBytes = 100_000;
    const service = await startTestService(t, { config: { planBytes } });
    const by = await Changer.login(t, service);
    await by.save(`{"a":{"b":["${"x".repeat(1000)}"]}}`);
    const before = await by.plan();
    const limit = `this patch copies more than plan-bytes, ${planBytes}`;
    const doubling = all(40, (at) => `{"op":"copy","from":"/a","path":"/a/c${at}"}`);
    assert.equal(await by.refused(1, doubling), `changes.6: ${limit}`);
    const beside = all(40, () => '{"op":"copy","from":"/a/b","path":"/a/b/-"}');
    assert.equal(await by.refused(1, beside), `changes.6: ${limit}`);
    // What is removed again was copied all the same.
    const again = all(
      200,
      () => '{"op":"copy","from":"/a/b","path":"/c"},{"op":"remove","path":"/c"}',
    );
    assert.equal(await by.refused(1, again), `changes.198: ${limit}`);
    assert.equal(await by.plan(), before);
    const viewer = await Peer.login(t, service.port, service.viewer);
    assert.equal((await viewer.command("ping"))["type"], "pong");
    await by.changed(
      1,
      all(90, () => '{"op":"copy","from":"/a/b/0","path":"/a/b/-"}'),
    );
  },
);

test(
  "CHANGE-7: a bomb of copies asks for no more memory than the plan may have",
  bounded,
  async (t) => {
    const by = await Changer.login(t, await startTestService(t));
    await by.save(`{"a":["${"x".repeat(1_000_000)}"]}`);
    const before = process.memoryUsage().arrayBuffers;
    const message = await by.refused(
      1,
      all(40, () => '{"op":"copy","from":"/a","path":"/a/-"}'),
    );
    assert.match(message, /^changes\.4: this patch copies more than plan-bytes, 16777216$/);
    const more = process.memoryUsage().arrayBuffers - before;
    assert(more < 64 * 1024 * 1024, `${more} bytes more`);
  },
);

test(
  "CHANGE-1, SAVE-13: changes are among what waits for the plan, and one too many is overloaded",
  bounded,
  async (t) => {
    const mailboxBytes = 10_000;
    const service = await startTestService(t, { config: { mailboxBytes, planBytes: 5000 } });
    const by = await Changer.login(t, service);
    const value = "x".repeat(mailboxBytes + 1);
    const answered = await by.change(0, `[{"op":"test","path":"","value":"${value}"}]`);
    assert(typeof answered === "object");
    assert.equal(answered.code, "overloaded");
    assert.match(answered.message, /mailbox-bytes/);
    await by.changed(0, '[{"op":"add","path":"/a","value":"small"}]');
  },
);

test(
  "CHANGE-7: objects of more than 50,000 members in all can only be replaced as a whole, and so can a plan of more than 1,000",
  bounded,
  async (t) => {
    const by = await Changer.login(t, await startTestService(t));
    const members = (count: number): string =>
      Array.from({ length: count }, (_, at) => `"k${at}":${at}.0`).join();
    await by.save(
      `{"o":{${members(25_000)}},"p":{"wide":{${members(50_001)}},"o":{${members(25_001)}}}}`,
    );
    await by.changed(1, '[{"op":"replace","path":"/o/k9999","value":1}]');
    const wide = "this patch reaches into objects of more than 50000 members in all";
    const both = ["/o/k0", "/p/o/k0"].map((path) => `{"op":"remove","path":"${path}"}`);
    assert.match(await by.refused(2, `[${both.join()}]`), new RegExp(`^changes\\.1: ${wide}$`));
    for (const operation of [
      '{"op":"replace","path":"/p/wide/k0","value":1}',
      '{"op":"remove","path":"/p/wide/k10000"}',
      '{"op":"test","path":"/p/wide/k0","value":0}',
      '{"op":"copy","from":"/p/wide/k0","path":"/q"}',
    ])
      assert.match(await by.refused(2, `[${operation}]`), new RegExp(`^changes\\.0: .*${wide}$`));
    await by.changed(2, '[{"op":"replace","path":"/p/wide","value":{"k0":0}}]');
    await by.changed(
      3,
      '[{"op":"remove","path":"/p/wide/k0"},{"op":"remove","path":"/o"},{"op":"remove","path":"/p/o"}]',
    );
    assert.equal(await by.plan(), '{"rev":4,"p":{"wide":{}}}');

    const whole = "a plan of more than 1000 members can only be saved whole";
    await by.save(`{${members(1000)}}`);
    const more = '{"op":"add","path":"/more","value":1}';
    assert.equal(await by.refused(5, `[${more}]`), `changes.0: ${whole}`);
    await by.changed(5, `[{"op":"remove","path":"/k0"},${more}]`);
    assert.equal(await by.save(`{${members(1001)},"rooms":[1]}`), 7);
    const before = await by.plan();
    assert.match(await by.refused(7, '[{"op":"replace","path":"/k0","value":1}]'), /1000 members/);
    assert.equal(await by.plan(), before);
    assert.equal(await by.save(`{${members(1001)},"rooms":[1,2]}`), 8);
    assert.equal(await by.plan(), `{"rev":8,${members(1001)},"rooms":[1,2]}`);
    await by.save('{"rooms":[]}');
    await by.changed(9, '[{"op":"add","path":"/rooms/0","value":1}]');
  },
);

test(
  "CHANGE-7: lists of more than 200,000 elements in all are not taken apart, however short the patch is, and what is elsewhere can be changed",
  bounded,
  async (t) => {
    const by = await Changer.login(t, await startTestService(t));
    await by.save(`{"rooms":[${"0,".repeat(400_000)}0],"texts":[]}`);
    // One of each chunk.
    const tests = Array.from(
      { length: 200 },
      (_, at) => `{"op":"test","path":"/rooms/${at * 2000}","value":0}`,
    );
    assert.match(
      await by.refused(1, `[${tests.join()}]`),
      /^changes\.\d+: this patch reaches into lists of more than 200000 elements in all/,
    );
    await by.changed(1, '[{"op":"replace","path":"/rooms/100000","value":1}]');
    await by.changed(2, '[{"op":"add","path":"/texts/0","value":1}]');
    await by.changed(3, '[{"op":"replace","path":"/rooms","value":[]}]');
    assert.equal(await by.plan(), '{"rev":4,"rooms":[],"texts":[1]}');
  },
);

test(
  "CHANGE-5: a plan of too many members in place of all of it is refused with the reason",
  bounded,
  async (t) => {
    const by = await Changer.login(t, await startTestService(t));
    const whole = (count: number): string =>
      `[{"op":"replace","path":"","value":{${Array.from({ length: count }, (_, at) => `"k${at}":0`).join()}}}]`;
    assert.match(await by.refused(0, whole(60_000)), /objects of more than 50000 members in all/);
    assert.match(await by.refused(0, whole(1001)), /more than 1000 members can only be saved/);
  },
);
