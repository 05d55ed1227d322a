import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import { hashToken, newToken } from "../../src/auth/user.ts";
import { createUser, removeUser, usersFile } from "../../src/auth/user-directory.ts";
import { bounded } from "../support/timeouts.ts";
import { dataFolder, type DataFolder } from "../support/data-folder.ts";
import { DayClock } from "../support/day-clock.ts";
import { Peer } from "../support/peer.ts";
import { startTestService, temporaryFolder } from "../support/service.ts";

const hourMs = 3_600_000;
const longAgo = "2020-01-01T00:00:00.000+00:00";

/** How somebody is answered who logs in with a token. */
const answerTo = async (t: TestContext, port: number, token: string): Promise<unknown> => {
  const peer = await Peer.open(t, port);
  assert.equal((await peer.next())["type"], "auth_required");
  peer.send({ type: "auth", access_token: token });
  const { type, message } = await peer.next();
  return type === "auth_ok" ? type : message;
};

interface Entry extends DataFolder {
  /** The token of one more entry. */
  readonly token: string;
}

/** A folder with one more user, whose entry differs from one that is sound. */
const withEntry = async (
  t: TestContext,
  differs: Readonly<Record<string, unknown>>,
): Promise<Entry> => {
  const folder = await dataFolder(t);
  const token = newToken();
  const path = join(folder.data, "users.json");
  const content = JSON.parse(await readFile(path, "utf8"));
  const [first] = content.users;
  content.users.push({
    ...first,
    id: "f".repeat(32),
    name: "guest",
    token_sha256: hashToken(token),
    ...differs,
  });
  await writeFile(path, JSON.stringify(content));
  return { ...folder, token };
};

const ended = "the token has ended";
const unknown = "the access token is not valid";
const soon = () => new Date(Date.now() + hourMs).toISOString();

/** Entries that may stand in the file, and how their tokens are answered. */
const entries: Readonly<Record<string, readonly [() => Record<string, unknown>, string]>> = {
  "has ended": [() => ({ expires_at: longAgo }), ended],
  "was noticed to have ended": [() => ({ expires_at: longAgo, ended_at: longAgo }), ended],
  "was noticed to have ended by a clock that was ahead": [
    () => ({ expires_at: soon(), ended_at: soon() }),
    ended,
  ],
  "has an end that nobody can read": [() => ({ expires_at: "in a while" }), ended],
  "has an empty end": [() => ({ expires_at: "" }), ended],
  "has no end": [() => ({}), "auth_ok"],
  "ends later": [() => ({ expires_at: soon() }), "auth_ok"],
  "has a hash that is none": [() => ({ token_sha256: "no hash" }), unknown],
  "has fields of a newer version": [() => ({ more: { of: 1 } }), "auth_ok"],
  "has the name of another": [() => ({ name: "wall" }), "auth_ok"],
};

for (const [what, [differs, answer]] of Object.entries(entries)) {
  test(
    `AUTH-16: a service starts, and starts again, beside a token that ${what}`,
    bounded,
    async (t) => {
      const folder = await withEntry(t, differs());
      for (const start of ["first", "second"]) {
        const { port, stop } = await startTestService(t, {
          again: folder,
          config: { loginDelayMs: 0 },
        });
        assert.equal(await answerTo(t, port, folder.token), answer, start);
        for (const token of [folder.admin, folder.viewer])
          assert.equal(await answerTo(t, port, token), "auth_ok", start);
        await stop();
      }
    },
  );
}

for (const [what, differs] of [
  ["ended", { expires_at: longAgo }],
  ["has an end that nobody can read", { expires_at: "x" }],
] as const)
  test(
    `AUTH-16, GUEST-12: where the first token ${what} while the service was stopped, the next start removes its file`,
    bounded,
    async (t) => {
      const folder = await withEntry(t, differs);
      const file = join(folder.data, "first-token");
      await writeFile(file, `${folder.token}\n`);
      const { port } = await startTestService(t, { again: folder });
      assert(!existsSync(file));
      assert.equal(await answerTo(t, port, folder.admin), "auth_ok");
    },
  );

test(
  "AUTH-16, GUEST-12: where the first token was revoked while the service was stopped, the next start removes its file",
  bounded,
  async (t) => {
    const folder = await withEntry(t, {});
    const file = join(folder.data, "first-token");
    await writeFile(file, `${folder.token}\n`);
    assert(isRight(await removeUser(usersFile(folder.data), "guest")));
    const { port } = await startTestService(t, { again: folder });
    assert(!existsSync(file));
    assert.equal(await answerTo(t, port, folder.token), unknown);
  },
);

test(
  "AUTH-16: where every token has ended a service starts, makes none by itself, and takes a new one",
  bounded,
  async (t) => {
    const data = await temporaryFolder(t);
    const wanted = { admin: true, control: true, expiresAt: longAgo };
    const old = await createUser(usersFile(data), "admin", wanted);
    assert(isRight(old));
    const again = { data, admin: old.right, viewer: old.right };
    const { service, port } = await startTestService(t, { again });
    const loaded = await service.loaded;
    assert(isRight(loaded) && loaded.right.firstToken === undefined);
    assert.equal(await answerTo(t, port, old.right), ended);
    const made = await createUser(usersFile(data), "admin", { admin: true, control: true });
    assert(isRight(made));
    assert.equal(await answerTo(t, port, made.right), "auth_ok");
  },
);

test(
  "AUTH-16: a token that ends while the service runs, as a link of the page does, stops no later start, and is told as ended once",
  bounded,
  async (t) => {
    const clock = new DayClock();
    const first = await startTestService(t, { clock });
    const desk = await Peer.login(t, first.port, first.admin);
    const fields = { name: "Guest", expires: "30d", level: "0" };
    const { token } = Object(await desk.result("floorplan/tokens/create", fields));
    clock.pass(31 * 24 * hourMs);
    await first.stop();
    const told = (log: typeof first.log) => log.filter(({ msg }) => msg === "a token has ended");
    assert.equal(told(first.log).length, 1);
    const second = await startTestService(t, { again: first, clock });
    assert.equal(await answerTo(t, second.port, token), ended);
    assert.equal(await answerTo(t, second.port, second.admin), "auth_ok");
    assert.deepEqual(told(second.log), []);
  },
);
