import { type Either, isLeft, left, map, mapLeft, right } from "fp-ts/lib/Either.js";
import type { TaskEither } from "fp-ts/lib/TaskEither.js";
import * as t from "io-ts";
import { type Clock, momentText } from "../server/runtime/time.ts";
import type { WriteBehindDocument } from "../storage/write-behind-document.ts";
import { createUser, revokeUser, type Users } from "./user-directory.ts";
import { hasEnded, type StoredUser, tokenUserId, unopenedUntil } from "./user.ts";
import { strictObject } from "../model/codec.ts";
import {
  type Answer,
  type Command,
  command,
  commandShape,
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
import { grantedBy } from "./grants.ts";
import type { LastUses } from "./last-uses.ts";
import { createLink } from "./link-code.ts";

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

const listShape = commandShape({
  admin: true,
  about: {
    summary: "lists the tokens with their rights, oldest first",
    result: t.readonlyArray(listedTokenCodec),
    errors: ["unknown_error"],
  },
  fields: strictObject({}, {}),
});

/** `tokens/list`: every token with its rights, oldest first; `is_own` marks the caller's. */
const list = ({ domain, users, lastUses, connected, clock }: AccessCommandsSetup): Command =>
  command({
    ...listShape,
    type: `${domain}/tokens/list`,
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

const createShape = commandShape({
  admin: true,
  about: {
    summary: "makes a token, which only this answer contains",
    result: newTokenCodec,
    errors: ["not_changed"],
  },
  fields: wantedTokenCodec,
});

/** `tokens/create`: makes a token, which only this answer contains. `expires` is how long it lasts, such as `30d`. */
const create = ({ domain, users, limits, clock }: AccessCommandsSetup): Command =>
  command({
    ...createShape,
    type: `${domain}/tokens/create`,
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

const revokeShape = commandShape({
  admin: true,
  about: {
    summary: "revokes a token, and closes its connections before it answers",
    result: revokedCodec,
    errors: ["not_changed"],
  },
  fields: strictObject({ name: t.string }, {}),
});

/**
 * `tokens/revoke`: revokes the token with a name and closes its connections; a caller who revokes their own gets only
 * the close. At the answer, all work of that token has stopped here.
 */
const revoke = ({ domain, users, settled }: AccessCommandsSetup): Command =>
  command({
    ...revokeShape,
    type: `${domain}/tokens/revoke`,
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

const linkShape = commandShape({
  admin: true,
  about: {
    summary:
      "makes a token for the first browser that opens a link; only this answer contains the link's code",
    result: newLinkCodec,
    errors: ["not_changed"],
  },
  fields: wantedLinkCodec,
});

/**
 * `tokens/link`: makes a token, and a link that gives it to the browser that opens it first. Only this answer
 * contains the link's code. `expires` is how long the token lasts from now on, such as `30d`.
 */
export const linkCommand = ({ domain, users, limits, clock }: LinkCommandSetup): Command =>
  command({
    ...linkShape,
    type: `${domain}/tokens/link`,
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
