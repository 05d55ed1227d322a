import assert from "node:assert/strict";
import { mkdir, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import { momentText } from "../../src/server/runtime/time.ts";
import { createUser, usersFile } from "../../src/auth/user-directory.ts";
import { bounded, until } from "../support/timeouts.ts";
import { DayClock } from "../support/day-clock.ts";
import { Peer } from "../support/peer.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { runInProcess } from "../support/run-command.ts";

const hourMs = 3_600_000;

/** A token that ends an hour after the clock's time. */
const guestOf = async (data: string, clock: DayClock): Promise<string> => {
  const expiresAt = momentText(clock.now() + hourMs);
  const made = await createUser(usersFile(data), "guest", {
    admin: false,
    control: false,
    expiresAt,
  });
  assert(isRight(made));
  return made.right;
};

/** How somebody is answered who logs in with a token. */
const answerTo = async (
  t: TestContext,
  { port }: Pick<TestService, "port">,
  token: string,
): Promise<unknown> => {
  const peer = await Peer.open(t, port);
  assert.equal((await peer.next())["type"], "auth_required");
  peer.send({ type: "auth", access_token: token });
  const { type, message } = await peer.next();
  return type === "auth_ok" ? type : message;
};

const ended = "the token has ended";
const closed = "the access token has ended";

/** When it was noticed that the guest's token was over; undefined where the file does not say. */
const noticedIn = (data: string): string | undefined => {
  const content = usersFile(data).read();
  assert(isRight(content));
  return content.right.users.find(({ name }) => name === "guest")?.ended_at;
};

test(
  "GUEST-13: a token that has ended stays so when the clock is put back, also after a restart",
  bounded,
  async (t) => {
    const clock = new DayClock();
    const service = await startTestService(t, { clock });
    const { data } = service;
    const token = await guestOf(data, clock);
    const peer = await Peer.login(t, service.port, token);
    clock.pass(hourMs);
    assert.equal((await peer.closed).reason, closed);
    clock.set(clock.now() - 2 * hourMs);
    assert.equal(await answerTo(t, service, token), ended);
    await service.stop();
    for (const start of ["first", "second"]) {
      const again = await startTestService(t, { clock, again: service });
      assert.equal(await answerTo(t, again, token), ended, start);
      const desk = await Peer.login(t, again.port, again.admin);
      const tokens = await desk.result("floorplan/tokens/list");
      assert(Array.isArray(tokens));
      assert.deepEqual(
        tokens.map((each) => [each.name, each.has_ended]),
        [
          ["admin", false],
          ["wall", false],
          ["guest", true],
        ],
      );
      await again.stop();
    }
    const { out } = await runInProcess(["token", "list", "--data", data]);
    assert.match(out, /^guest .* ended \d{4}-/m);
  },
);

test(
  "GUEST-13: so it is where nobody but a login, or a start, has noticed that it was over",
  bounded,
  async (t) => {
    const clock = new DayClock();
    const service = await startTestService(t, { clock });
    const token = await guestOf(service.data, clock);
    // Nobody is woken by that.
    clock.set(clock.now() + hourMs);
    assert.equal(await answerTo(t, service, token), ended);
    clock.set(clock.now() - hourMs);
    assert.equal(await answerTo(t, service, token), ended);
    await service.stop();

    const other = await startTestService(t, { clock });
    const late = await guestOf(other.data, clock);
    await other.stop();
    clock.set(clock.now() + hourMs);
    await (await startTestService(t, { clock, again: other })).stop();
    clock.set(clock.now() - hourMs);
    const again = await startTestService(t, { clock, again: other });
    assert.equal(await answerTo(t, again, late), ended);
  },
);

/** A service whose guest has ended by a clock, which cannot be written as long as the folder that is returned is there. */
const unwrittenEnd = async (
  t: TestContext,
  clock: DayClock,
  end: () => void,
): Promise<{ service: TestService; token: string; inTheWay: string }> => {
  const service = await startTestService(t, { clock });
  const token = await guestOf(service.data, clock);
  const peer = await Peer.login(t, service.port, token);
  // In the place of what is written first: no change can be, as on a full or read-only disk.
  const inTheWay = join(service.data, "users.json.tmp");
  await mkdir(inTheWay);
  end();
  assert.equal((await peer.closed).reason, closed);
  await until(() => service.log.some(({ msg }) => msg.includes("cannot be saved yet")));
  return { service, token, inTheWay };
};

test(
  "GUEST-13: where that cannot be written it holds all the same, and is written once it can be",
  bounded,
  async (t) => {
    const clock = new DayClock();
    const { service, token, inTheWay } = await unwrittenEnd(t, clock, () => clock.pass(hourMs));
    assert.equal(noticedIn(service.data), undefined);
    clock.set(clock.now() - 2 * hourMs);
    assert.equal(await answerTo(t, service, token), ended);
    await rmdir(inTheWay);
    await until(() => noticedIn(service.data) !== undefined);
  },
);

test(
  "GUEST-14: where that cannot be written it ends none that is made meanwhile",
  bounded,
  async (t) => {
    const clock = new DayClock();
    const now = clock.now();
    const { service, token, inTheWay } = await unwrittenEnd(t, clock, () => {
      clock.set(now + 50_000 * 24 * hourMs);
      clock.pass(60_000);
    });
    clock.set(now);
    await rmdir(inTheWay);
    const desk = await Peer.login(t, service.port, service.admin);
    const fields = { name: "later", expires: "30d" };
    const made = Object(await desk.result("floorplan/tokens/create", fields));
    await Peer.login(t, service.port, made.token);
    assert.equal(await answerTo(t, service, token), ended);
    await Peer.login(t, service.port, made.token);
  },
);

test(
  "GUEST-13, GUEST-14: a clock that was far ahead for a moment ends no token without an end and none that is made later, and token renew brings back the others",
  bounded,
  async (t) => {
    const clock = new DayClock();
    const service = await startTestService(t, { clock });
    const { data } = service;
    const token = await guestOf(data, clock);
    const peer = await Peer.login(t, service.port, token);
    const now = clock.now();
    clock.set(now + 50_000 * 24 * hourMs);
    clock.pass(60_000);
    assert.equal((await peer.closed).reason, closed);
    const desk = await Peer.login(t, service.port, service.admin);
    clock.set(now);
    const fields = { name: "later", expires: "30d" };
    const made = Object(await desk.result("floorplan/tokens/create", fields));
    await Peer.login(t, service.port, made.token);
    assert.equal(await answerTo(t, service, token), ended);

    const onData = ["--data", data];
    const renewed = await runInProcess(["token", "renew", "guest", "--expires", "2h", ...onData]);
    assert.deepEqual([renewed.code, renewed.err], [0, ""]);
    assert.match(renewed.out, /^renewed guest: \d{4}-\S+\n$/);
    const again = await Peer.login(t, service.port, token);
    clock.pass(2 * hourMs + 60_000);
    assert.equal((await again.closed).reason, closed, "it has an end again");
    const lasting = await runInProcess(["token", "renew", "guest", ...onData]);
    assert.equal(lasting.out, "renewed guest: it lasts until it is revoked\n");
    await Peer.login(t, service.port, token);

    const unknown = await runInProcess(["token", "renew", "nobody", ...onData]);
    assert.deepEqual([unknown.code, unknown.out], [1, ""]);
    assert.match(unknown.err, /there is no token named "nobody"/);
    const odd = await runInProcess(["token", "renew", "guest", "--expires", "soon", ...onData]);
    assert.deepEqual([odd.code, odd.out], [2, ""]);
    assert.match(odd.err, /--expires: expected a time such as 12h or 30d/);
  },
);
