import assert from "node:assert/strict";
import { test } from "node:test";
import { isLeft, right } from "fp-ts/lib/Either.js";
import { pino } from "pino";
import { HomeAssistantUserList } from "../../src/auth/home-assistant-users.ts";
import { systemClock } from "../../src/server/runtime/time.ts";
import { RatedLog } from "../../src/server/runtime/rated-log.ts";

/** The users of a Home Assistant that tells one more each time that it is asked, once it may. */
const growing = () => {
  const answers: (() => void)[] = [];
  let asked = 0;
  const listUsers = async () => {
    asked += 1;
    const users = Array.from({ length: asked }, (_, at) => ({
      id: String(at),
      is_owner: false,
      is_active: true,
      group_ids: [],
    }));
    await new Promise<void>((resolve) => answers.push(resolve));
    return right(users);
  };
  const settings = { homeAssistant: "http://there", homeAssistantCheckMs: 20_000 };
  const log = new RatedLog(pino({ level: "silent" }));
  const users = new HomeAssistantUserList({ listUsers, settings, clock: systemClock, log });
  /** Has Home Assistant answer what it was asked by now, and whatever is asked when it has. */
  const answerAll = async (): Promise<void> => {
    for (let turn = 0; turn < 100; turn += 1) {
      answers.shift()?.();
      await Promise.resolve();
    }
  };
  const count = async (list: ReturnType<HomeAssistantUserList["list"]>): Promise<number> => {
    const answer = await list;
    assert(!isLeft(answer));
    return answer.right.length;
  };
  return { users, answerAll, count, asked: () => asked };
};

test("OPS-15, UPSTREAM-14: who asks Home Assistant for its users while it is asked already gets its answer to a question that came after theirs", async () => {
  const { users, answerAll, count, asked } = growing();
  const first = users.ask();
  await Promise.resolve();
  await Promise.resolve();
  assert.equal(asked(), 1);
  const [second, third] = [users.ask(), users.ask()];
  await answerAll();
  assert.deepEqual(await Promise.all([first, second, third].map(count)), [1, 2, 2]);
});

test("UPSTREAM-14: whom an answer of a moment ago will do gets one that comes meanwhile, and Home Assistant is asked once", async () => {
  const { users, answerAll, count, asked } = growing();
  const lists = [users.list()];
  await Promise.resolve();
  await Promise.resolve();
  lists.push(users.list(), users.list());
  await answerAll();
  lists.push(users.list());
  assert.deepEqual(await Promise.all(lists.map(count)), [1, 1, 1, 1]);
  assert.equal(asked(), 1);
});
