import * as TE from "fp-ts/lib/TaskEither.js";
import * as t from "io-ts";
import { describe, strictObject } from "../../model/codec.ts";
import { type Command, command } from "../../server/websocket/command.ts";
import { entitiesEventCodec } from "./entity-events.ts";
import type { Positions } from "./positions.ts";
import { joined, unauthorized } from "./screen-commands.ts";
import type { Screen } from "./shared-states.ts";

const nobody = Buffer.from('{"a":{}}');

/**
 * `positions/subscribe`: the positions of the plan's targets, for users with the right to see them. Without `positions`
 * there is no Home Assistant, and nobody is anywhere.
 */
export const positionsSubscribe = (domain: string, positions: Positions | undefined): Command => {
  const join = (screen: Screen): (() => void) => {
    if (positions !== undefined) return positions.join(screen);
    screen.emit([nobody]);
    return () => undefined;
  };
  return command({
    type: `${domain}/positions/subscribe`,
    admin: false,
    about: {
      summary: "sends the positions of the targets that the plan tracks, and their changes",
      result: t.null,
      event: describe(
        "as of `subscribe_entities`; each target is an entity whose state is `located`, `room`, `absent` or `problem`",
        entitiesEventCodec,
      ),
      errors: ["unauthorized", "overloaded"],
    },
    fields: strictObject({}, {}),
    run: (_fields, call) =>
      call.user.positions === true
        ? joined(call, "connectionSubscriptions", (screen) => TE.right(join(screen)))
        : TE.left(unauthorized("positions: this token lacks the right to see them")),
  });
};
