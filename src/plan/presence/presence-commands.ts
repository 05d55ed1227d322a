import { isLeft } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import * as TE from "fp-ts/lib/TaskEither.js";
import { describe, integer, SchemaCodec, strictObject } from "../../model/codec.ts";
import {
  type Command,
  command,
  commandShape,
  type CommandError,
  value,
} from "../../server/websocket/command.ts";
import { authorCodec } from "../plan-codecs.ts";
import { RawJson } from "../raw-json/raw-json.ts";
import { type PresenceLimits, type PresenceRegistry, tooLong } from "./presence.ts";

/** Reports a field that is too long to be parsed as such. */
const short = <A>(codec: t.Type<A>, limits: PresenceLimits): t.Type<A, unknown> =>
  new SchemaCodec(
    new t.Type<A, unknown>(
      codec.name,
      codec.is,
      (given, context) =>
        given instanceof RawJson
          ? t.failure(given, context, tooLong(limits))
          : codec.validate(given, context),
      t.identity,
    ),
    (schemaOf) => schemaOf(codec),
  );

const texts = t.array(t.string);

const editor = t.intersection([
  t.type({
    id: describe("its number", integer),
    user: authorCodec,
    color: describe("the lowest number that no other editor has", integer),
    selection: describe("what is selected, as `list/key`", t.readonlyArray(t.string)),
  }),
  t.partial({ level: describe("the id of its floor; missing on the first", t.string) }),
]);

const presenceEvent = t.union([
  t.type({ you: describe("the number of this editor: the first event", integer) }),
  t.type({ editors: describe("all editors present: each later event", t.readonlyArray(editor)) }),
]);

const presenceSubscribeShape = commandShape({
  admin: true,
  about: {
    summary:
      "makes the caller present as an editor until the subscription ends, and reports all editors",
    result: t.null,
    event: presenceEvent,
    errors: ["overloaded"],
  },
  fields: strictObject({}, {}),
});

/**
 * `presence/subscribe`: the caller counts as editing while the subscription lasts. The first event has this editor's
 * number as `you`; each later one has all `editors` present, this one included.
 */
const presenceSubscribe = (domain: string, presences: PresenceRegistry): Command =>
  command({
    ...presenceSubscribeShape,
    type: `${domain}/presence/subscribe`,
    run: (_fields, { user, connection, heartbeat, openLatest }) => {
      const stream = openLatest("connectionSubscriptions");
      if (isLeft(stream)) return TE.left(stream.left);
      const { emit, endsWith, hasRoom, whenRoom } = stream.right;
      const entered = presences.enter({ user, connection, heartbeat, emit, hasRoom, whenRoom });
      if (isLeft(entered)) return TE.left({ code: "overloaded", message: entered.left });
      emit([Buffer.from(JSON.stringify({ you: entered.right }))]);
      endsWith(() => presences.leave(entered.right));
      return TE.right(value(null));
    },
  });

/** `presence/update`: an editor's floor and selection. */
const presenceUpdate = (domain: string, presences: PresenceRegistry): Command =>
  command({
    type: `${domain}/presence/update`,
    admin: true,
    about: {
      summary: "reports this editor's floor and selection to the others",
      result: t.null,
      errors: ["not_found"],
    },
    fields: strictObject(
      {
        presence: describe("the number of the editor, of this connection", integer),
        selection: describe("what is selected, as `list/key`", short(texts, presences.limits)),
      },
      { level: describe("the id of the floor", short(t.string, presences.limits)) },
    ),
    run: ({ presence, selection, level }, { connection }) => {
      const updated = presences.update(presence, connection, { selection, level });
      if (!isLeft(updated)) return TE.right(value(null));
      const problem: CommandError =
        updated.left === "not-found"
          ? { code: "not_found", message: `this connection has no presence ${presence}` }
          : { code: "invalid_format", message: updated.left.tooMuch };
      return TE.left(problem);
    },
  });

/** The commands by which editors see each other. They never wait for the plan. */
export const presenceCommands = (
  domain: string,
  presences: PresenceRegistry,
): readonly Command[] => [presenceSubscribe(domain, presences), presenceUpdate(domain, presences)];
