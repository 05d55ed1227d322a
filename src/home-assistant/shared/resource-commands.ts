import { pipe } from "fp-ts/lib/function.js";
import * as TE from "fp-ts/lib/TaskEither.js";
import * as t from "io-ts";
import { guardCodec, strictObject } from "../../model/codec.ts";
import {
  type Answer,
  type Call,
  type Command,
  command,
  type CommandError,
} from "../../server/websocket/command.ts";
import { requestErrorCodes, type Fields } from "./shared-connection.ts";
import type { User } from "../../auth/user.ts";
import { domainOf } from "../../model/bindings/entity-state.ts";
import type { JsonText } from "../../plan/raw-json/raw-json.ts";
import type { CachedAnswers } from "./shared-home-assistant.ts";
import type { Reading } from "./read-commands.ts";
import { unparsedAnswer } from "./screen-commands.ts";

/** Names of integrations, as clients may write them; missing means all that the user may ask about. */
const names = t.union([t.array(t.string), t.string, t.undefined]);

const languageForm = /^[0-9A-Za-z-]{2,35}$/;

/** A language tag, of the longest length that tags need (RFC 5646, 4.4.1). */
const languageTag = guardCodec(
  "tag of a language",
  (value): value is string => typeof value === "string" && languageForm.test(value),
  { type: "string", pattern: languageForm.source },
);

const category = t.keyof({ entity: null, entity_component: null });

/**
 * The integrations that a user may ask about: for viewers those with entities, or with entities of the plan if they
 * name none.
 */
const permitted = (
  { homeAssistant, names: shown }: Reading,
  wanted: readonly string[] | undefined,
  user: User,
): TE.TaskEither<CommandError, readonly string[] | undefined> =>
  user.admin
    ? TE.right(wanted)
    : pipe(
        homeAssistant.entities,
        TE.map((list) => {
          const { entities } = shown();
          const known = new Set([...entities].map(domainOf));
          for (const { ei, pl } of list.entities) {
            // The client may know a newer plan than this node.
            if (wanted === undefined && !entities.has(ei)) continue;
            known.add(domainOf(ei));
            if (pl !== undefined) known.add(pl);
          }
          return wanted?.filter((name) => known.has(name)) ?? [...known];
        }),
      );

/** `frontend/get_icons` and `frontend/get_translations`: icons of entities, and translations of their states. */
export const resourceCommands = (reading: Reading): readonly Command[] => {
  const { homeAssistant, connection, rate } = reading;
  const kept: CachedAnswers<JsonText> = homeAssistant.keep("component_loaded");
  const answer = (
    type: string,
    { integration, ...fields }: { readonly integration?: t.TypeOf<typeof names> } & Fields,
    call: Call,
  ): TE.TaskEither<CommandError, Answer<never>> => {
    const wanted = typeof integration === "string" ? [integration] : integration;
    return pipe(
      permitted(reading, wanted, call.user),
      TE.chain((allowed) => {
        const sorted = allowed && { integration: [...new Set(allowed)].toSorted() };
        const asked = { ...fields, ...sorted };
        return kept.read(JSON.stringify([type, asked]), async () => {
          await rate.next(call);
          return connection.text(type, asked)();
        });
      }),
      TE.map((json): Answer<never> => ({ kind: "json", json })),
    );
  };
  return [
    command({
      type: "frontend/get_icons",
      admin: false,
      about: {
        summary: "gets the icons of Home Assistant's integrations",
        result: unparsedAnswer,
        errors: requestErrorCodes,
      },
      mayBeOvertaken: true,
      fields: strictObject({ category }, { integration: names }),
      run: (fields, call) => answer("frontend/get_icons", fields, call),
    }),
    command({
      type: "frontend/get_translations",
      admin: false,
      about: {
        summary: "gets the translations of Home Assistant's integrations",
        result: unparsedAnswer,
        errors: requestErrorCodes,
      },
      mayBeOvertaken: true,
      fields: strictObject({ category, language: languageTag }, { integration: names }),
      run: (fields, call) => answer("frontend/get_translations", fields, call),
    }),
  ];
};
