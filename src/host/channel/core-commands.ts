import * as TE from "fp-ts/lib/TaskEither.js";
import * as t from "io-ts";
import { anyObject, describe, integer, strictObject } from "../../model/codec.ts";
import { currentUserCodec } from "./current-user.ts";
import { type Command, command, value } from "../../server/websocket/command.ts";

export const noSubscription = (id: number): string => `no subscription has the id ${id}`;

/** Commands of the host itself, which its clients send to keep a connection. */
export const coreCommands: readonly Command[] = [
  command({
    type: "ping",
    admin: false,
    about: { summary: "asks for a sign of life", result: "pong", errors: [] },
    fields: strictObject({}, {}),
    run: () => TE.right({ kind: "pong" }),
  }),
  command({
    type: "supported_features",
    admin: false,
    about: {
      summary: "tells what the client is able to, such as taking several messages in one frame",
      result: t.null,
      errors: [],
    },
    fields: strictObject({ features: anyObject }, {}),
    run: () => TE.right(value(null)),
  }),
  command({
    type: "unsubscribe_events",
    admin: false,
    about: { summary: "ends a subscription", result: t.null, errors: ["not_found"] },
    fields: strictObject(
      { subscription: describe("the id of the command that began it", integer) },
      {},
    ),
    run: ({ subscription }, call) =>
      call.closeStream(subscription)
        ? TE.right(value(null))
        : TE.left({ code: "not_found", message: noSubscription(subscription) }),
  }),
  command({
    type: "auth/current_user",
    admin: false,
    about: { summary: "tells whose the token is", result: currentUserCodec, errors: [] },
    fields: strictObject({}, {}),
    run: (_fields, { user: { id, name, owner, admin, level } }) =>
      TE.right(
        value({
          id,
          name,
          is_owner: owner,
          is_admin: admin,
          ...(level === undefined ? {} : { level }),
        }),
      ),
  }),
];
