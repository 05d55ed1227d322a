import { type Either, isLeft } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { anyObject } from "../../model/codec.ts";
import type { CommandError } from "../../server/websocket/command.ts";
import { notUnderstood } from "./house-client.ts";

/** The command of Home Assistant that lists its entities for showing them. */
export const displayListType = "config/entity_registry/list_for_display";

const displayList = t.intersection([
  t.type({
    entities: t.readonlyArray(
      t.intersection([t.type({ ei: t.string }), t.partial({ pl: t.string }), anyObject]),
    ),
  }),
  anyObject,
]);

/** What it answers: of each entity its id (`ei`), its integration (`pl`), and more that is passed on as it is. */
export type DisplayList = t.TypeOf<typeof displayList>;

/** Reads the answer. */
export const readDisplayList = (answer: unknown): Either<CommandError, DisplayList> => {
  const read = displayList.decode(answer);
  return isLeft(read) ? notUnderstood : read;
};
