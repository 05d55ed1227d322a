import { type Either, isLeft, left, map, mapLeft, right } from "fp-ts/lib/Either.js";
import type { TaskEither } from "fp-ts/lib/TaskEither.js";
import * as t from "io-ts";
import { type Clock, expiryMs, momentText, readExpiry } from "../server/runtime/time.ts";
import type { WriteBehindDocument } from "../storage/write-behind-document.ts";
import { createUser, revokeUser, type Users } from "./user-directory.ts";
import { hasEnded, type StoredUser, tokenUserId, unopenedUntil, type User } from "./user.ts";
import { strictObject } from "../model/codec.ts";
import {
  type Answer,
  type Command,
  command,
  type CommandError,
  value,
} from "../server/websocket/command.ts";
import {
  newLinkCodec,
  newTokenCodec,
  revokedCodec,
  listedTokenCodec,
  wantedLinkCodec,
  wantedTokenCodec,
} from "./answer-codecs.ts";
import { type BanCommandsSetup, banCommands } from "./ban-commands.ts";
import type { LastUses } from "./last-uses.ts";
import { createLink } from "./link-code.ts";

/** The rights and the end of a requested token or link. */
export interface Grant {
  readonly control: boolean;
  readonly positions: boolean;
  /** Undefined if it never ends. */
  readonly expiresAt: string | undefined;
}

/**
 * Why a caller cannot give a token that exceeds their own: a right that they lack, or a later end; undefined if they
 * can. Other logins, such as those by Home Assistant, have no end.
 */
const exceedsOwnRights = (
  caller: User,
  { users }: Users,
  { control, positions, expiresAt }: Grant,
): string | undefined => {
  if (control && !caller.control)
    return "control: your own token lacks the right to control, and cannot grant it";
  if (positions && caller.positions !== true)
    return "positions: your own token lacks the right to see them, and cannot grant it";
  const own = users.find(({ id }) => id === tokenUserId(caller))?.expires_at;
  return own !== undefined && expiryMs(expiresAt) > expiryMs(own)
    ? `expires: your own token ends at ${own}, and cannot make one that lasts longer`
    : undefined;
};

const isAmong = (caller: User, { users }: Users): boolean =>
  users.some(({ id }) => id === tokenUserId(caller));

/**
 * The users as a connected caller may change them: if the caller's token is revoked by then, as on the command line
 * or at another node a moment ago, nothing changes.
 */
const changingAs = (
  caller: User,
  users: Pick<WriteBehindDocument<Users>, "content" | "change">,
): Pick<WriteBehindDocument<Users>, "change"> => {
  const cameByToken = isAmong(caller, users.content);
  return {
    change: (change) =>
      users.change((content) =>
        cameByToken && !isAmong(caller, content)
          ? left("your own token was revoked")
          : change(content),
      ),
  };
};

/** Dependencies of the access commands. */
interface AccessCommandsSetup extends BanCommandsSetup {
  readonly users: WriteBehindDocument<Users>;
  readonly lastUses: Pick<LastUses, "all">;
  /** The ids of all users connected here, once per connection. */
  readonly connected: () => readonly string[];
  /** Resolves once all work of the users whose tokens were revoked has stopped. */
  readonly settled: () => Promise<void>;
  /** The most tokens. */
  readonly limits: { readonly tokens: number };
}

type Answered<Result> = ReturnType<TaskEither<CommandError, Answer<Result>>>;

const answer = <Result>(result: Either<string, Result>): Either<CommandError, Answer<Result>> =>
  map((done: Result) => value(done))(
    mapLeft((message: string) => ({ code: "not_changed", message }))(result),
  );

type WantedGrant = Pick<t.TypeOf<typeof wantedLinkCodec>, "control" | "positions" | "expires">;

interface GrantContext {
  readonly changing: Pick<WriteBehindDocument<Users>, "change">;
  readonly grant: Grant;
}

/** What `caller` may give from `nowMs` on, and the users as the caller may change them. Left: why not. */
const grantedBy = (
  caller: User,
  users: Pick<WriteBehindDocument<Users>, "content" | "read" | "change">,
  nowMs: number,
  { control = false, positions = false, expires }: WantedGrant,
): Either<CommandError, GrantContext> => {
  const expiry = expires === undefined ? right(undefined) : readExpiry(expires, nowMs);
  if (isLeft(expiry)) return left({ code: "invalid_format", message: expiry.left });
  const changing = changingAs(caller, users);
  const content = users.read();
  if (isLeft(content)) return left({ code: "not_changed", message: content.left });
  const grant = { control, positions, expiresAt: expiry.right };
  const beyond = exceedsOwnRights(caller, content.right, grant);
  return beyond === undefined
    ? right({ changing, grant })
    : left({ code: "unauthorized", message: beyond });
};

/** A token's public data, without the token or its hash. `connections` counts those to this process. */
const told = (
  user: StoredUser,
  caller: string,
  nowMs: number,
  connected: readonly string[],
  lastUses: ReadonlyMap<string, string>,
): t.TypeOf<typeof listedTokenCodec> => ({
  name: user.name,
  is_admin: user.admin,
  is_owner: user.owner,
  control: user.control === true,
  positions: user.positions === true,
  delegate: user.delegate === true,
  level: user.level ?? null,
  created_at: user.created_at,
  expires_at: user.expires_at ?? null,
  has_ended: hasEnded(user, nowMs),
  last_used_at: lastUses.get(user.id) ?? null,
  link_until: unopenedUntil(user) ?? null,
  connections: connected.filter((each) => each === user.id).length,
  is_own: user.id === caller,
});

/** `tokens/list`: every token with its rights, oldest first; `is_own` marks the caller's. */
const list = ({ domain, users, lastUses, connected, clock }: AccessCommandsSetup): Command =>
  command({
    type: `${domain}/tokens/list`,
    admin: true,
    about: {
      summary: "lists the tokens with their rights, oldest first",
      result: t.readonlyArray(listedTokenCodec),
      errors: ["unknown_error"],
    },
    fields: strictObject({}, {}),
    run: (_fields, call) => async () => {
      const content = users.read();
      if (isLeft(content)) return left({ code: "unknown_error", message: content.left });
      const [ids, uses] = [connected(), lastUses.all()];
      return right(
        value(
          content.right.users.map((user) =>
            told(user, tokenUserId(call.user), clock.now(), ids, uses),
          ),
        ),
      );
    },
  });

/** `tokens/create`: makes a token, which only this answer contains. `expires` is how long it lasts, such as `30d`. */
const create = ({ domain, users, limits, clock }: AccessCommandsSetup): Command =>
  command({
    type: `${domain}/tokens/create`,
    admin: true,
    about: {
      summary: "makes a token, which only this answer contains",
      result: newTokenCodec,
      errors: ["not_changed"],
    },
    fields: wantedTokenCodec,
    run:
      ({ name, admin = false, delegate = false, level, ...asked }, call) =>
      async (): Answered<t.TypeOf<typeof newTokenCodec>> => {
        const giving = grantedBy(call.user, users, clock.now(), asked);
        if (isLeft(giving)) return giving;
        const { changing, grant } = giving.right;
        const wanted = { admin, level, delegate, ...grant };
        const token = await createUser(changing, name, wanted, limits.tokens);
        if (!isLeft(token)) call.note("token_created", { about: name });
        return answer(
          map((made: string) => ({ name, token: made, expires_at: grant.expiresAt ?? null }))(
            token,
          ),
        );
      },
  });

/**
 * `tokens/revoke`: revokes the token with a name and closes its connections; a caller who revokes their own gets only
 * the close. At the answer, all work of that token has stopped here.
 */
const revoke = ({ domain, users, settled }: AccessCommandsSetup): Command =>
  command({
    type: `${domain}/tokens/revoke`,
    admin: true,
    about: {
      summary: "revokes a token, and closes its connections before it answers",
      result: revokedCodec,
      errors: ["not_changed"],
    },
    fields: strictObject({ name: t.string }, {}),
    run:
      ({ name }, call) =>
      async (): Answered<t.TypeOf<typeof revokedCodec>> => {
        users.look();
        if (!call.isOpen())
          return left({ code: "not_changed", message: "your own token was revoked" });
        const revoked = await revokeUser(users, name);
        if (!isLeft(revoked)) call.note("token_revoked", { about: name });
        await settled();
        return answer(
          map((unkept: string | undefined) => (unkept === undefined ? null : { not_kept: unkept }))(
            revoked,
          ),
        );
      },
  });

/** The commands by which administrators manage access. */
export const accessCommands = (setup: AccessCommandsSetup): readonly Command[] => [
  ...[list, create, revoke].map((make) => make(setup)),
  ...banCommands(setup),
];

/** Dependencies of the link command. */
interface LinkCommandSetup {
  /** First part of the command's type. */
  readonly domain: string;
  readonly users: Pick<WriteBehindDocument<Users>, "content" | "read" | "change">;
  readonly limits: {
    /** The most tokens. */
    readonly tokens: number;
    /** Milliseconds in which a link must be opened. */
    readonly linkWithin: number;
  };
  readonly clock: Clock;
}

/**
 * `tokens/link`: makes a token, and a link that gives it to the browser that opens it first. Only this answer
 * contains the link's code. `expires` is how long the token lasts from now on, such as `30d`.
 */
export const linkCommand = ({ domain, users, limits, clock }: LinkCommandSetup): Command =>
  command({
    type: `${domain}/tokens/link`,
    admin: true,
    about: {
      summary:
        "makes a token for the first browser that opens a link; only this answer contains the link's code",
      result: newLinkCodec,
      errors: ["not_changed"],
    },
    fields: wantedLinkCodec,
    run:
      ({ name, level, ...asked }, call) =>
      async () => {
        const now = clock.now();
        const giving = grantedBy(call.user, users, now, asked);
        if (isLeft(giving)) return giving;
        const { changing, grant } = giving.right;
        const wanted = { admin: false, level, ...grant };
        const until = momentText(now + limits.linkWithin);
        const code = await createLink(changing, name, wanted, until, limits.tokens);
        if (isLeft(code)) return left({ code: "not_changed", message: code.left });
        call.note("token_created", { about: name });
        return right(
          value({
            name,
            code: code.right,
            expires_at: grant.expiresAt ?? null,
            link_until: until,
          }),
        );
      },
  });
