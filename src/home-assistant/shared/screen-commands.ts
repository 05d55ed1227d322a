import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { pipe } from "fp-ts/lib/function.js";
import * as TE from "fp-ts/lib/TaskEither.js";
import { anyObject, anything, describe, SchemaCodec, strictObject } from "../../model/codec.ts";
import { type FieldReader, JsonCursor } from "../../plan/raw-json/json-cursor.ts";
import { RawJson, readRaw } from "../../plan/raw-json/raw-json.ts";
import {
  type Answer,
  type Call,
  type Command,
  command,
  type CommandError,
  value,
} from "../../server/websocket/command.ts";
import { requestErrorCodes, notUnderstood } from "./shared-connection.ts";
import type { PlanData } from "../../model/elements/entities.ts";
import type { BadTracker, Target } from "../../model/trackers/tracker.ts";
import type { PlanZones } from "../../model/zones/zone-occupants.ts";
import type { Switchable } from "../../model/bindings/services.ts";
import { entitiesEventCodec } from "./entity-events.ts";
import type { SharedHomeAssistant } from "./shared-home-assistant.ts";
import type { Screen } from "./shared-states.ts";

/** The longest text that is read: an entity's id has at most 255 characters, each of up to six bytes when escaped. */
const longestBytes = 6 * 255 + 2;

const texts = t.array(t.string);

/**
 * The field `entity_ids`, a list that may be longer than other fields. `plan-entities` limits it: a plan names no
 * more entities than that.
 */
export class EntityList {
  readonly type: t.Type<string[], string[]>;
  readonly readers: Readonly<Record<"entity_ids", FieldReader>>;

  constructor(planEntities: number) {
    const bounded = new t.Type<string[]>(
      texts.name,
      texts.is,
      (given, context) => {
        const read = texts.validate(given, context);
        return !isLeft(read) && read.right.length > planEntities
          ? t.failure(given, context, `more than plan-entities, ${planEntities}`)
          : read;
      },
      t.identity,
    );
    this.type = new SchemaCodec(bounded, (schemaOf) => schemaOf(texts));
    this.readers = { entity_ids: readerOf(planEntities) };
  }
}

/**
 * Reads a list element by element, so that it blocks nobody; keeps one element beyond the limit to show that it is
 * exceeded.
 */
const readerOf = (most: number): FieldReader =>
  function* (message, start) {
    const cursor = new JsonCursor(message, start, 0);
    if (cursor.next() !== "list") return yield* readRaw(message, start);
    const ids: unknown[] = [];
    cursor.enter();
    while (cursor.nextElement()) {
      if (cursor.isDue()) yield;
      const kind = cursor.next();
      const { at: from } = cursor;
      if ((yield* cursor.value()) === undefined) return undefined;
      if (ids.length > most) continue;
      const raw = new RawJson(kind, message, from, cursor.at);
      if (kind !== "string") ids.push(raw);
      // Too long for an entity's id: it counts as a text that names none.
      else ids.push(raw.bytes > longestBytes ? "" : JSON.parse(raw.text));
    }
    return cursor.isBroken ? undefined : { value: ids, end: cursor.at };
  };

/** What the plan names of Home Assistant. */
export interface ReferencedNames extends Switchable {
  readonly entities: ReadonlySet<string>;
  readonly templates: ReadonlySet<string>;
  readonly targets: readonly (Target | BadTracker)[];
  /** The plan's floors, walls and doors, if where a target is depends on them. */
  readonly floors: PlanData;
  readonly zones: PlanZones;
}

/** Dependencies of the commands of screens. */
export interface Screens {
  readonly homeAssistant: SharedHomeAssistant;
  readonly names: () => ReferencedNames;
  /** Resolves once the names are those of the newest plan. */
  readonly namesKnown: () => Promise<void>;
  /** Reads lists of entities. */
  readonly entityList: EntityList;
}

export const unauthorized = (message: string): CommandError => ({ code: "unauthorized", message });

/**
 * Makes a command a subscription to what `join` joins, and reserves `bytes` for it; the reply says whether that
 * succeeded.
 */
export const joined = (
  call: Call,
  limit: "connectionSubscriptions" | "connectionTemplates",
  join: (screen: Screen) => TE.TaskEither<CommandError, () => void>,
  keptBytes = 0,
): TE.TaskEither<CommandError, Answer<null>> => {
  const stream = call.openLatest(limit, keptBytes);
  if (isLeft(stream)) return TE.left(stream.left);
  return pipe(
    join(stream.right),
    TE.map((end) => {
      stream.right.endsWith(end);
      return value(null);
    }),
  );
};

/** Passed to the client unparsed. */
export const unparsedAnswer = anything("as in Home Assistant");

/** Memory of an id besides its characters. */
const idBytes = 64;

/**
 * `subscribe_entities`: the states of the entities that the plan names, or of some of them. For users who may not
 * save, a list is cut to what the plan names at that moment; others may list entities that they place next.
 */
const subscribeEntities = ({ homeAssistant, names, namesKnown, entityList }: Screens): Command =>
  command({
    type: "subscribe_entities",
    admin: false,
    about: {
      summary:
        "sends the states of the entities that the plan names, or of some of them, and their changes",
      result: t.null,
      event: entitiesEventCodec,
      errors: requestErrorCodes,
    },
    fields: strictObject({}, { entity_ids: entityList.type }),
    readers: entityList.readers,
    mayBeOvertaken: true,
    run:
      ({ entity_ids: wanted = [] }, call) =>
      async () => {
        const isList = wanted.length > 0;
        if (isList && !call.user.admin) await namesKnown();
        const { entities } = names();
        const kept = call.user.admin ? wanted : wanted.filter((id) => entities.has(id));
        const bytes = kept.reduce((sum, id) => sum + id.length + idBytes, 0);
        const join = (screen: Screen): (() => void) =>
          homeAssistant.states.join(screen, isList ? kept : undefined);
        return joined(call, "connectionSubscriptions", (screen) => TE.right(join(screen)), bytes)();
      },
  });

/** `render_template`: renders a template of the plan. */
const renderTemplate = ({ homeAssistant, names }: Screens): Command =>
  command({
    type: "render_template",
    admin: false,
    about: {
      summary: "sends the result of a template in the plan, now and whenever it changes",
      result: t.null,
      event: unparsedAnswer,
      errors: ["unauthorized", ...requestErrorCodes],
    },
    mayBeOvertaken: true,
    fields: strictObject(
      { template: t.string },
      {
        variables: anyObject,
        timeout: t.number,
        strict: t.boolean,
        report_errors: t.boolean,
        entity_ids: anything("accepted and ignored"),
      },
    ),
    run: ({ template, variables, report_errors: wantsErrors = false }, call) => {
      if (variables !== undefined)
        return TE.left(unauthorized("variables: templates are rendered exactly as in the plan"));
      if (!names().templates.has(template))
        return TE.left(unauthorized("template: only templates in the plan are rendered"));
      return joined(call, "connectionTemplates", (screen) =>
        homeAssistant.render(template, screen, wantsErrors),
      );
    },
  });

/** The configuration fields that screens get: neither the location nor what is installed. */
const configFields = [
  "unit_system",
  "time_zone",
  "language",
  "currency",
  "country",
  "version",
  "state",
] as const;

/** `get_config`: units, time zone, language. */
const getConfig = ({ homeAssistant }: Screens): Command =>
  command({
    type: "get_config",
    admin: false,
    about: {
      summary: "gets the units, time zone and language of the house",
      result: describe("some fields of Home Assistant's configuration", anyObject),
      errors: requestErrorCodes,
    },
    mayBeOvertaken: true,
    fields: strictObject({}, {}),
    run: () =>
      pipe(
        homeAssistant.config,
        TE.chainEitherK(
          (config): Either<CommandError, Answer<Readonly<Record<string, unknown>>>> => {
            if (!anyObject.is(config)) return notUnderstood;
            const fields = configFields.flatMap((field) =>
              Object.hasOwn(config, field) ? [[field, config[field]] as const] : [],
            );
            return right(value(Object.fromEntries(fields)));
          },
        ),
      ),
  });

/** The names and the precision of the entities that the plan names. */
export const displayedEntities = ({
  homeAssistant,
  names,
}: Screens): TE.TaskEither<CommandError, Answer> =>
  pipe(
    homeAssistant.entities,
    TE.map((list) => {
      const { entities: shown } = names();
      return value({ ...list, entities: list.entities.filter(({ ei }) => shown.has(ei)) });
    }),
  );

/**
 * What a connection with one of our own tokens may ask of Home Assistant, over the connection that all of them share.
 */
export const screenCommands = (screens: Screens): readonly Command[] =>
  [subscribeEntities, renderTemplate, getConfig].map((make) => make(screens));
