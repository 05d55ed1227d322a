import assert from "node:assert/strict";
import { test } from "node:test";
import { left, right } from "fp-ts/lib/Either.js";
import { Mailbox, type Message } from "../../src/plan/mailbox.ts";

const plan = (bytes: number): Message => ({ bytes, commits: true });
const read: Message = { bytes: 0, commits: false };
const all = { saves: Infinity, bytes: Infinity };

test("SAVE-13: a mailbox takes mailbox-messages commands, reads among them, and refuses the next", () => {
  const mailbox = new Mailbox({ mailboxMessages: 3, mailboxBytes: 1000 });
  for (const message of [plan(1), read, plan(1)])
    assert.deepEqual(mailbox.offer(message), right(undefined));
  const refused = left({ kind: "overloaded", limit: "mailbox-messages", value: 3 });
  assert.deepEqual(mailbox.offer(read), refused);
  assert.deepEqual(mailbox.offer(plan(1)), refused);
  assert.equal(mailbox.take(all).length, 3);
  assert.deepEqual(mailbox.offer(plan(1)), right(undefined));
});

test("SAVE-13: a mailbox takes mailbox-bytes of plans, and refuses the plan beyond", () => {
  const mailbox = new Mailbox({ mailboxMessages: 100, mailboxBytes: 1000 });
  assert.deepEqual(mailbox.offer(plan(600)), right(undefined));
  const refused = left({ kind: "overloaded", limit: "mailbox-bytes", value: 1000 });
  assert.deepEqual(mailbox.offer(plan(401)), refused);
  assert.deepEqual(mailbox.offer(plan(400)), right(undefined));
  assert.deepEqual(mailbox.offer(read), right(undefined));
  assert.deepEqual(mailbox.offer(plan(1)), refused);
  mailbox.take(all);
  assert.deepEqual(mailbox.offer(plan(1000)), right(undefined));
});

test("ORDER-1: a mailbox hands out everything that waits, in the order that it came", () => {
  const mailbox = new Mailbox({ mailboxMessages: 100, mailboxBytes: 1000 });
  const messages = [plan(1), read, plan(2), plan(3)];
  for (const message of messages) mailbox.offer(message);
  assert.equal(mailbox.commits, 3);
  assert.deepEqual(mailbox.take(all), messages);
  assert.equal(mailbox.commits, 0);
  assert(mailbox.isEmpty);
  assert.deepEqual(mailbox.take(all), []);
});

test("SAVE-14: gathering ends with the last save that it waits for, or with its time", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const mailbox = new Mailbox({ mailboxMessages: 100, mailboxBytes: 1000 });
  let gathered = "";
  const gather = (count: number, ms: number, name: string): Promise<void> =>
    mailbox.gathering(count, ms).then(() => void (gathered = name));

  const full = gather(2, 10, "full");
  mailbox.offer(plan(1));
  mailbox.offer(read);
  await Promise.resolve();
  assert.equal(gathered, "", "reads do not count");
  mailbox.offer(plan(1));
  await full;
  assert.equal(gathered, "full");
  await gather(2, 10, "at once");
  assert.equal(gathered, "at once");

  const late = gather(3, 10, "late");
  t.mock.timers.tick(9);
  await Promise.resolve();
  assert.equal(gathered, "at once");
  t.mock.timers.tick(1);
  await late;
  assert.equal(gathered, "late");
});

test("SAVE-13: a batch has no more plans and bytes than its log takes at a time, but always the first message", () => {
  const mailbox = new Mailbox({ mailboxMessages: 100, mailboxBytes: 1000 });
  const messages = [plan(1), read, plan(2), read, plan(300), plan(5)];
  for (const message of messages) mailbox.offer(message);
  assert.deepEqual(mailbox.take({ saves: 2, bytes: 100 }), messages.slice(0, 4));
  assert.equal(mailbox.commits, 2);
  assert.deepEqual(mailbox.take({ saves: 2, bytes: 100 }), messages.slice(4, 5), "alone");
  assert.deepEqual(mailbox.take({ saves: 2, bytes: 100 }), messages.slice(5));
  assert(mailbox.isEmpty);
  assert.deepEqual(mailbox.offer(plan(1000)), right(undefined), "none of its bytes are counted");
});
