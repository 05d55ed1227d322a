import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import { backup, restore } from "../../src/cli/backup.ts";
import { tokenList, tokenRevoke } from "../../src/cli/token.ts";
import { makeBackup } from "../../src/backup/make-backup.ts";
import { folderHome } from "../../src/backup/folder-home.ts";
import { bounded } from "../support/timeouts.ts";
import { makeLink, openLink } from "../support/access-links.ts";
import { Peer } from "../support/peer.ts";
import { startTestService, temporaryFolder } from "../support/service.ts";
import { runOnData } from "../support/run-command.ts";
import { withLog } from "./logs.ts";

/** A backup of two users, of whom one was revoked after it, and how it is restored. */
const restored = async (t: TestContext, switches: readonly string[]) => {
  const folder = await withLog(t, 3);
  const file = join(await temporaryFolder(t), "home.tar.gz");
  assert.equal((await runOnData(folder.data, backup, [file])).code, 0);
  assert.equal((await runOnData(folder.data, tokenRevoke, ["wall"])).code, 0);
  const data = join(await temporaryFolder(t), "restored");
  const { code, out, err } = await runOnData(data, restore, [file], switches);
  assert.equal(code, 0, err);
  return { folder: { ...folder, data }, out };
};

test(
  "GUEST-21: after a restore a link that nobody had opened is as good as the tokens of the backup are",
  bounded,
  async (t) => {
    const config = { loginDelayMs: 0 };
    const running = await startTestService(t, { config });
    const desk = await Peer.login(t, running.port, running.admin);
    const code = await makeLink(desk, "Tablet");
    await running.stop();
    const file = join(await temporaryFolder(t), "home.tar.gz");
    assert.equal((await runOnData(running.data, backup, [file])).code, 0);
    for (const [switches, expected] of [
      [[], [401, "unknown"]],
      [["with-tokens"], [200]],
    ] as const) {
      const data = join(await temporaryFolder(t), "restored");
      const { code: exit, err } = await runOnData(data, restore, [file], switches);
      assert.equal(exit, 0, err);
      const again = await startTestService(t, { again: { ...running, data }, config });
      const answer = await openLink(again, code);
      assert.deepEqual(answer.slice(0, expected.length), expected);
    }
  },
);

const mayLogIn = async (t: TestContext, port: number, token: string): Promise<boolean> => {
  const peer = await Peer.open(t, port);
  assert.equal((await peer.next())["type"], "auth_required");
  peer.send({ type: "auth", access_token: token });
  return (await peer.next())["type"] === "auth_ok";
};

test(
  "REPAIR-10, CLI-16: a restore prints a new administrator token once, and no token of the backup is valid",
  bounded,
  async (t) => {
    const { folder, out } = await restored(t, []);
    const [done = "", says, token = "", ...more] = out;
    assert.match(done, /^restored to .*: revision 3, 3 plans, 0 images$/);
    assert.match(
      says ?? "",
      /^The backup's tokens are not valid\. Administrator token, shown only once:$/,
    );
    assert.match(token, /^ {2}[\w-]{43}$/);
    assert.deepEqual(more, []);
    const { port } = await startTestService(t, { again: folder, config: { loginDelayMs: 0 } });
    assert(!(await mayLogIn(t, port, folder.admin)));
    assert(!(await mayLogIn(t, port, folder.viewer)));
    const peer = await Peer.login(t, port, token.trim());
    assert.equal(await peer.save({ rooms: [] }), 4);
    const listed = await runOnData(folder.data, tokenList);
    assert.match(listed.out.slice(1).join(), /^admin +owner, control, positions +\S+ +never /);
  },
);

test(
  "REPAIR-10, CLI-16: with --with-tokens those of the backup are valid, revoked ones too, and are named with when they were",
  bounded,
  async (t) => {
    const { folder, out } = await restored(t, ["with-tokens"]);
    assert.match(out[1] ?? "", /^Valid again, as in the backup of \d{4}-\S+Z, are the tokens of:$/);
    assert.deepEqual(out.slice(2, 4), ["  admin", "  wall"]);
    assert.match(out[4] ?? "", /may have been revoked since then: floorplan token revoke NAME/);
    assert.equal(out.length, 5, "and no token is made");
    const { port } = await startTestService(t, { again: folder });
    assert(await mayLogIn(t, port, folder.admin));
    assert(await mayLogIn(t, port, folder.viewer));
  },
);

test(
  "REPAIR-10: where a backup has no users, --with-tokens makes an administrator token as well",
  bounded,
  async (t) => {
    const { data } = await withLog(t, 1);
    await unlink(join(data, "users.json"));
    const file = join(await temporaryFolder(t), "home.tar.gz");
    assert(isRight(await makeBackup(folderHome(data), file)));
    const target = await temporaryFolder(t);
    const { out } = await runOnData(target, restore, [file], ["with-tokens"]);
    const admin = out.at(-1)?.trim() ?? "";
    const { port } = await startTestService(t, { again: { data: target, admin, viewer: admin } });
    await Peer.login(t, port, admin);
  },
);

const longAgo = "2020-01-01T00:00:00.000+00:00";

/** A backup of a folder in whose users something differs, restored with its tokens. */
const restoredWith = async (
  t: TestContext,
  differs: (users: Record<string, unknown>[]) => readonly unknown[],
) => {
  const folder = await withLog(t, 2);
  const path = join(folder.data, "users.json");
  const { users } = JSON.parse(await readFile(path, "utf8"));
  await writeFile(path, JSON.stringify({ version: 1, users: differs(users) }));
  const file = join(await temporaryFolder(t), "home.tar.gz");
  assert.equal((await runOnData(folder.data, backup, [file])).code, 0);
  const data = join(await temporaryFolder(t), "restored");
  return {
    folder: { ...folder, data },
    ...(await runOnData(data, restore, [file], ["with-tokens"])),
  };
};

test(
  "REPAIR-10, AUTH-16: with --with-tokens a home comes back beside tokens that have ended, which stay ended and are named as such",
  bounded,
  async (t) => {
    const { folder, code, out } = await restoredWith(t, (users) =>
      users.flatMap((user) =>
        user["name"] === "admin"
          ? [user]
          : [
              { ...user, expires_at: longAgo },
              { ...user, name: "unreadable", token_sha256: "1", expires_at: "soon" },
              { ...user, name: "noticed", token_sha256: "2", ended_at: longAgo },
            ],
      ),
    );
    assert.equal(code, 0);
    assert.deepEqual(out.slice(1, 5), [
      "Restored, but expired, are the tokens of:",
      "  wall",
      "  unreadable",
      "  noticed",
    ]);
    assert.match(out[5] ?? "", /^Valid again, /);
    assert.equal(out[6], "  admin");
    for (const start of ["first", "second"]) {
      const { port, stop } = await startTestService(t, { again: folder });
      assert(await mayLogIn(t, port, folder.admin), start);
      assert(!(await mayLogIn(t, port, folder.viewer)), start);
      await stop();
    }
  },
);

test(
  "REPAIR-10: where every token of a backup has ended, --with-tokens makes an administrator token as well",
  bounded,
  async (t) => {
    const { folder, out } = await restoredWith(t, (users) =>
      users.map((user) => ({ ...user, expires_at: longAgo })),
    );
    assert.deepEqual(out.slice(2, 4), ["  admin", "  wall"]);
    assert.match(out[4] ?? "", /^The backup's tokens are not valid\./);
    const admin = out.at(-1)?.trim() ?? "";
    const { port } = await startTestService(t, { again: folder });
    assert(!(await mayLogIn(t, port, folder.admin)));
    await Peer.login(t, port, admin);
  },
);

test(
  "REPAIR-6, AUTH-7: users of a backup that cannot be understood are named, and nothing is restored",
  bounded,
  async (t) => {
    const { folder, code, err } = await restoredWith(t, ([first]) => [
      { ...first, token_sha256: undefined },
    ]);
    assert.equal(code, 1);
    assert.match(err, /users\.json is damaged: .*users\.0\.token_sha256/);
    assert(!existsSync(folder.data));
  },
);
