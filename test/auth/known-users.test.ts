import assert from "node:assert/strict";
import { test } from "node:test";
import { left, right } from "fp-ts/lib/Either.js";
import { KnownUsers } from "../../src/auth/known-users.ts";
import { hashToken, type StoredUser } from "../../src/auth/user.ts";
import { type Users, usersKind } from "../../src/auth/user-directory.ts";
import { WriteBehindDocument } from "../../src/storage/write-behind-document.ts";
import { boundary } from "../support/failing-boundary.ts";
import { DayClock } from "../support/day-clock.ts";

const userUntil = (name: string, end: string): StoredUser => ({
  id: name,
  name,
  admin: false,
  owner: false,
  control: undefined,
  positions: undefined,
  token_sha256: hashToken(name),
  created_at: "2026-01-01T00:00:00Z",
  expires_at: end,
  ended_at: undefined,
  level: undefined,
  delegate: undefined,
  link: undefined,
});

/** A document that others change, and that this service cannot write, as on a full disk. */
const unwritable = () => {
  let content = usersKind.empty;
  let changes = 0;
  return {
    put: (users: readonly StoredUser[]): void => {
      content = { ...content, users };
      changes += 1;
    },
    document: {
      place: "users",
      isThere: true,
      read: () => right<string, Users>(content),
      change: () => Promise.resolve(left("there is no room")),
      stamp: () => String(changes),
      watch: () => () => undefined,
    },
  };
};

test("GUEST-13: tokens that are noticed to have ended at one moment, one after another, have ended all, each once", async (t) => {
  const { put, document } = unwritable();
  const users = new WriteBehindDocument<Users>(
    { document, boundary, onUnread: assert.fail, onUnkept: () => undefined },
    usersKind.empty,
  );
  t.after(() => users.close());
  const clock = new DayClock();
  const over = new Date(clock.now() - 1000).toISOString();
  const known = new KnownUsers(users, clock, boundary);
  t.after(() => known.close());
  put([userUntil("hall", over)]);
  const gone: string[] = [];
  known.start(({ name }, why) => gone.push(`${name} ${why}`));
  assert(known.hasEnded("hall"));
  put([userUntil("hall", over), userUntil("attic", over)]);
  assert(known.hasEnded("attic"));
  assert.deepEqual(
    users.content.users.map(({ name, ended_at }) => [name, ended_at !== undefined]),
    [
      ["hall", true],
      ["attic", true],
    ],
  );
  assert.deepEqual(gone, ["hall ended", "attic ended"]);
});
