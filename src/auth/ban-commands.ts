import { isLeft, left, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { strictObject } from "../model/codec.ts";
import type { Clock } from "../server/runtime/time.ts";
import { type Command, command, commandShape, value } from "../server/websocket/command.ts";
import type { WriteBehindDocument } from "../storage/write-behind-document.ts";
import { banCodec } from "./answer-codecs.ts";
import { type Ban, type Bans, bansInForce, liftBan } from "./bans.ts";

/** Dependencies of the commands about bans. */
export interface BanCommandsSetup {
  /** First part of every command's type. */
  readonly domain: string;
  readonly bans: WriteBehindDocument<Bans>;
  readonly clock: Clock;
}

const describeBan = ({ address, until, failures }: Ban): t.TypeOf<typeof banCodec> => ({
  address,
  until,
  failures,
});

const listBansShape = commandShape({
  admin: true,
  about: {
    summary: "lists the addresses and networks that may not log in for now",
    result: t.readonlyArray(banCodec),
    errors: ["unknown_error"],
  },
  fields: strictObject({}, {}),
});

/** `bans/list`: the addresses and networks that may not log in for now. */
const listBans = ({ domain, bans, clock }: BanCommandsSetup): Command =>
  command({
    ...listBansShape,
    type: `${domain}/bans/list`,
    run: () => async () => {
      const content = bans.read();
      return isLeft(content)
        ? left({ code: "unknown_error", message: content.left })
        : right(value(bansInForce(content.right.bans, clock.now()).map(describeBan)));
    },
  });

const liftShape = commandShape({
  admin: true,
  about: {
    summary: "lifts the ban of an address, or of its network",
    result: t.null,
    errors: ["not_changed"],
  },
  fields: strictObject({ address: t.string }, {}),
});

/** `bans/lift`: lifts the ban of an address, or of its network. */
const lift = ({ domain, bans, clock }: BanCommandsSetup): Command =>
  command({
    ...liftShape,
    type: `${domain}/bans/lift`,
    run:
      ({ address }, call) =>
      async () => {
        const lifted = await liftBan(bans, address, clock.now());
        if (isLeft(lifted)) return left({ code: "not_changed", message: lifted.left });
        call.note("ban_lifted", { about: address });
        return right(value(null));
      },
  });

/** The commands by which administrators see and lift bans. */
export const banCommands = (setup: BanCommandsSetup): readonly Command[] => [
  listBans(setup),
  lift(setup),
];
