import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { type Either, isLeft, isRight } from "fp-ts/lib/Either.js";
import { pino } from "pino";
import { defaultConfig } from "../../src/server/config.ts";
import { createUser, removeUser, usersFile } from "../../src/auth/user-directory.ts";
import { startService } from "../../src/server/server.ts";
import { bounded } from "../support/timeouts.ts";
import { Peer } from "../support/peer.ts";
import { numberedPlan } from "../support/plans.ts";
import { runProgram } from "../support/program.ts";
import { startTestService, temporaryFolder } from "../support/service.ts";
import { linesAbout } from "../server/log-lines.ts";

const rightOf = <A>(result: Either<string, A>): A => {
  assert(isRight(result), JSON.stringify(result));
  return result.right;
};

const auth = (token: string) => ({ type: "auth", access_token: token });

test("AUTH-1: a token is 256 random bits, and no two are alike", bounded, async (t) => {
  const data = await temporaryFolder(t);
  const tokens = new Set<string>();
  const counts = Array.from({ length: 256 }, () => 0);
  for (let number = 0; number < 64; number += 1) {
    const token = rightOf(
      await createUser(usersFile(data), `user ${number}`, { admin: false, control: false }),
    );
    const bytes = Buffer.from(token, "base64url");
    assert.equal(bytes.length, 32);
    assert.equal(bytes.toString("base64url"), token, "nothing else is in it");
    for (const bit of counts.keys())
      counts[bit] = (counts[bit] ?? 0) + (((bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1);
    tokens.add(token);
  }
  assert.equal(tokens.size, 64);
  // A bit that were fixed would be the same 64 times; one by chance is so once in 2^55 runs.
  assert(
    counts.every((count) => count > 0 && count < 64),
    "every bit varies",
  );
});

test(
  "AUTH-1: only the hash of a token is kept, in a file for its owner alone",
  bounded,
  async (t) => {
    const { data, admin, viewer, stop } = await startTestService(t);
    assert.equal((await stat(join(data, "users.json"))).mode & 0o777, 0o600);
    await stop();
    const names = await readdir(data, { recursive: true, withFileTypes: true });
    const files = names
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
    assert(files.length >= 3, "users, lock and log");
    for (const file of files) {
      const bytes = await readFile(file);
      for (const token of [admin, viewer]) assert(!bytes.includes(token), file);
    }
    const users = await readFile(join(data, "users.json"), "utf8");
    for (const token of [admin, viewer])
      assert(users.includes(createHash("sha256").update(token).digest("hex")));
  },
);

test(
  "AUTH-3: a token that was created while the service runs works at once",
  bounded,
  async (t) => {
    const { data, port } = await startTestService(t);
    for (const name of ["one", "two", "three"]) {
      const token = rightOf(
        await createUser(usersFile(data), name, { admin: true, control: false }),
      );
      const peer = await Peer.login(t, port, token);
      assert.match(
        JSON.stringify(await peer.result("auth/current_user")),
        new RegExp(`"name":"${name}"`),
      );
    }
  },
);

test(
  "AUTH-4: a revoked token no longer works and its connections are closed, others stay",
  bounded,
  async (t) => {
    const { data, port, admin, viewer } = await startTestService(t);
    const stays = await Peer.login(t, port, admin);
    const peers = [await Peer.login(t, port, viewer), await Peer.login(t, port, viewer)];
    for (const peer of peers) await peer.result("floorplan/plan/subscribe");
    rightOf(await removeUser(usersFile(data), "wall"));
    // A new login is refused at once, even before the old connections are closed.
    const late = await Peer.open(t, port);
    late.send(auth(viewer));
    assert.equal((await late.closed).code, 1008);
    assert.equal(late.received.at(-1)?.["type"], "auth_invalid");
    for (const peer of peers) {
      const closed = await peer.closed;
      assert.equal(closed.code, 1008);
      assert.match(closed.reason, /revoked/);
    }
    assert.equal(await stays.save(numberedPlan(1)), 1);
  },
);

test("AUTH-4: connections are closed without anybody logging in meanwhile", bounded, async (t) => {
  const { data, port, viewer } = await startTestService(t);
  const peer = await Peer.login(t, port, viewer);
  rightOf(await removeUser(usersFile(data), "wall"));
  assert.equal((await peer.closed).code, 1008);
});

test(
  "AUTH-4: a new token under the old name does not bring the old one back",
  bounded,
  async (t) => {
    const { data, port, viewer } = await startTestService(t);
    const peer = await Peer.login(t, port, viewer);
    rightOf(await removeUser(usersFile(data), "wall"));
    const token = rightOf(
      await createUser(usersFile(data), "wall", { admin: false, control: false }),
    );
    assert.equal((await peer.closed).code, 1008);
    await Peer.login(t, port, token);
  },
);

/** Contents of a users file that cannot be understood, and what is said of each. */
const damages: Readonly<Record<string, readonly [string | Buffer, RegExp]>> = {
  "an empty file": ["", /JSON/],
  "a cut file": ['{"version":1,"users":[{"id":"1"', /JSON/],
  "no JSON": [Buffer.from([0xff, 0xfe, 0x00]), /JSON/],
  "another version": ['{"version":2,"users":[]}', /version/],
  "no users": ['{"version":1}', /users/],
  "a user without a hash": [
    '{"version":1,"users":[{"id":"1","name":"a","admin":true,"owner":true,"created_at":""}]}',
    /users\.0\.token_sha256: expected string, in entry "a"$/,
  ],
  "a right that is no boolean": [
    '{"version":1,"users":[{"id":"1","name":"a","admin":"no","owner":true,"token_sha256":"","created_at":""}]}',
    /users\.0\.admin: expected boolean, in entry "a"$/,
  ],
  "an end that is no text": [
    '{"version":1,"users":[{"id":"1","name":"\\u001b[2J","admin":true,"owner":true,"token_sha256":"","created_at":"","expires_at":7}]}',
    /users\.0\.expires_at: expected string, in entry "\\u001b\[2J"$/,
  ],
  "a user without a name": [
    '{"version":1,"users":[{"id":"1"}]}',
    /users\.0\.name: expected string, in entry 1$/,
  ],
};

for (const [what, [content, expected]] of Object.entries(damages)) {
  test(
    `AUTH-7: a users file with ${what} stops the start and is left as it is`,
    bounded,
    async (t) => {
      const data = await temporaryFolder(t);
      const path = join(data, "users.json");
      await writeFile(path, content);
      const config = defaultConfig({ port: 0, data });
      const log = pino({ level: "silent" });
      const refused = await startService(config, { log });
      if (isRight(refused)) await refused.right.stop();
      assert(isLeft(refused));
      assert(refused.left.includes(path), "the file is named");
      assert.match(refused.left, expected, "and what is wrong");
      assert(
        isLeft(await createUser(usersFile(data), "new", { admin: true, control: false })),
        "nobody is added to it",
      );
      assert.deepEqual(await readFile(path), Buffer.from(content));
      // Once it is repaired the start succeeds: nothing was left running.
      await writeFile(path, '{"version":1,"users":[]}');
      const service = rightOf(await startService(config, { log }));
      await service.loaded;
      await service.stop();
    },
  );
}

test("AUTH-7: `serve` on such a file ends with exit code 1 and names it", bounded, async (t) => {
  const data = await temporaryFolder(t);
  await writeFile(join(data, "users.json"), "{");
  const { code, err } = await runProgram(t, ["serve", "--port", "0", "--data", data]);
  assert.equal(code, 1);
  assert(err.includes(join(data, "users.json")));
  assert.equal(await readFile(join(data, "users.json"), "utf8"), "{");
});

test(
  "AUTH-7: a users file that is damaged later leaves the users as they were",
  bounded,
  async (t) => {
    const { data, port, admin, log } = await startTestService(t, { config: { loginDelayMs: 0 } });
    await writeFile(join(data, "users.json"), "{");
    const peer = await Peer.login(t, port, admin);
    assert.equal((await peer.command("ping"))["type"], "pong");
    const [line] = linesAbout(log, "users cannot be read");
    assert.match(String(line?.["problem"]), /users\.json is damaged/);
  },
);

test("AUTH-8: of many changes to the users at once none is lost", bounded, async (t) => {
  const { data, port } = await startTestService(t);
  const file = usersFile(data);
  const names = Array.from({ length: 12 }, (_, number) => `inside-${number}`);
  for (const name of names.slice(0, 4))
    rightOf(await createUser(file, `old-${name}`, { admin: false, control: false }));
  const outside = ["outside-1", "outside-2", "outside-3"];
  const [tokens, removed, created] = await Promise.all([
    Promise.all(
      names.map((name) => createUser(usersFile(data), name, { admin: false, control: false })),
    ),
    Promise.all(names.slice(0, 4).map((name) => removeUser(usersFile(data), `old-${name}`))),
    Promise.all(outside.map((name) => runProgram(t, ["token", "create", name, "--data", data]))),
  ]);
  for (const each of removed) rightOf(each);
  const content = rightOf(file.read());
  const stored = content.users.map(({ name }) => name);
  assert.deepEqual(new Set(stored), new Set(["admin", "wall", ...names, ...outside]));
  assert.equal(stored.length, 2 + names.length + outside.length);
  for (const token of [...tokens.map(rightOf), ...created.map(({ out }) => out.trim())])
    await Peer.login(t, port, token);
});
