import * as TE from "fp-ts/lib/TaskEither.js";
import { anyObject, integer } from "../../codec/basic.ts";
import { closed } from "../../codec/closed.ts";
import { type Command, command, value } from "./command.ts";

export const noSubscription = (id: number): string => `no subscription has the id ${id}`;

/** Commands of the host itself, which its clients send to keep a connection. */
export const coreCommands: readonly Command[] = [
  command({
    type: "ping",
    admin: false,
    fields: closed({}, {}),
    run: () => TE.right({ kind: "pong" }),
  }),
  command({
    type: "supported_features",
    admin: false,
    fields: closed({ features: anyObject }, {}),
    run: () => TE.right(value(null)),
  }),
  command({
    type: "unsubscribe_events",
    admin: false,
    fields: closed({ subscription: integer }, {}),
    run: ({ subscription }, call) =>
      call.closeStream(subscription)
        ? TE.right(value(null))
        : TE.left({ code: "not_found", message: noSubscription(subscription) }),
  }),
  command({
    type: "auth/current_user",
    admin: false,
    fields: closed({}, {}),
    run: (_fields, { user }) =>
      TE.right(value({ id: user.id, name: user.name, is_owner: user.owner, is_admin: user.admin })),
  }),
];
