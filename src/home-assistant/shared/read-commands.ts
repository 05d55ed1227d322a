import * as t from "io-ts";
import * as TE from "fp-ts/lib/TaskEither.js";
import { pipe } from "fp-ts/lib/function.js";
import { coalescing } from "../../server/runtime/coalescing.ts";
import { RateLimiter } from "../../server/websocket/limits.ts";
import {
  type Answer,
  type Call,
  type Command,
  command,
  type CommandError,
} from "../../server/websocket/command.ts";
import { strictObject } from "../../model/codec.ts";
import { entitiesOfTargets } from "../../model/trackers/tracker.ts";
import {
  requestErrorCodes,
  type Fields,
  type HomeAssistantEvent,
  type LongReadConnection,
} from "./shared-connection.ts";
import {
  unparsedAnswer,
  displayedEntities,
  joined,
  type Screens,
  unauthorized,
} from "./screen-commands.ts";
import { displayListType } from "./shared-home-assistant.ts";

/** The queue of each connection of one user, least recently served first. */
type OfUser = Map<Call["connection"], (() => void)[]>;

/**
 * A rate limit shared fairly. Waiting users take turns, and so do the connections of one user, such as tablets with
 * the same token: no user waits behind all requests of another, and more connections give a user no larger share.
 */
export class FairRateLimiter {
  readonly #rate: RateLimiter;
  /** By user id, least recently served first. */
  readonly #waiting = new Map<string, OfUser>();
  readonly #serve = coalescing(async () => {
    while (this.#waiting.size > 0) {
      await this.#rate.next();
      this.#serveNext();
    }
  });

  /** `perSecond`: the allowed requests per second. */
  constructor(perSecond: number) {
    this.#rate = new RateLimiter(perSecond);
  }

  /** Resolves when a connection may go on. */
  next({ user: { id }, connection }: Pick<Call, "user" | "connection">): Promise<void> {
    return new Promise((resolve) => {
      const ofUser: OfUser = this.#waiting.get(id) ?? new Map();
      this.#waiting.set(id, ofUser);
      const queue = ofUser.get(connection);
      if (queue === undefined) ofUser.set(connection, [resolve]);
      else queue.push(resolve);
      void this.#serve();
    });
  }

  /** Ends the limit: nobody waits any more. */
  lift(): void {
    this.#rate.lift();
  }

  #serveNext(): void {
    for (const [id, ofUser] of this.#waiting) {
      this.#waiting.delete(id);
      const next = this.#nextOf(ofUser);
      if (ofUser.size > 0) this.#waiting.set(id, ofUser);
      return next?.();
    }
  }

  #nextOf(ofUser: OfUser): (() => void) | undefined {
    for (const [connection, queue] of ofUser) {
      ofUser.delete(connection);
      const next = queue.shift();
      if (queue.length > 0) ofUser.set(connection, queue);
      return next;
    }
    return undefined;
  }
}

/** Dependencies of the read commands. */
export interface Reading extends Screens {
  readonly connection: LongReadConnection;
  readonly limits: {
    /** How far back history may be requested, in milliseconds. */
    readonly historyMs: number;
  };
  /** Limits requests with potentially long answers. */
  readonly rate: FairRateLimiter;
}

const asIs = (
  { connection }: Reading,
  type: string,
  fields: Fields,
): TE.TaskEither<CommandError, Answer<never>> =>
  pipe(
    connection.text(type, fields),
    TE.map((json): Answer<never> => ({ kind: "json", json })),
  );

const refuse = (message: string): TE.TaskEither<CommandError, never> =>
  TE.left({ code: "invalid_format", message });

/**
 * `history/history_during_period`: the history of entities that the plan names; of those that its targets depend on only
 * for users with the right to see positions.
 */
const history = (reading: Reading): Command =>
  command({
    type: "history/history_during_period",
    admin: false,
    about: {
      summary: "gets the past states of entities that the plan names",
      result: unparsedAnswer,
      errors: requestErrorCodes,
    },
    mayBeOvertaken: true,
    fields: strictObject(
      { start_time: t.string, entity_ids: reading.entityList.type },
      {
        end_time: t.string,
        include_start_time_state: t.boolean,
        significant_changes_only: t.boolean,
        minimal_response: t.boolean,
        no_attributes: t.boolean,
      },
    ),
    readers: reading.entityList.readers,
    run: (fields, call) => {
      const { historyMs } = reading.limits;
      const start = Date.parse(fields.start_time);
      if (Number.isNaN(start)) return refuse("start_time: expected a time as ISO 8601 has it");
      if (start < Date.now() - historyMs)
        return refuse(`start_time: longer ago than history-ms, ${historyMs} ms`);
      const { entities, targets } = reading.names();
      const tracked = call.user.positions === true ? entitiesOfTargets(targets) : new Set<string>();
      const known = [...new Set(fields.entity_ids)].filter(
        (id) => entities.has(id) || tracked.has(id),
      );
      if (known.length === 0) return TE.right({ kind: "value", value: {} });
      return async () => {
        await reading.rate.next(call);
        const asked = { ...fields, entity_ids: known };
        return asIs(reading, "history/history_during_period", asked)();
      };
    },
  });

/** A command that returns a whole list, for users who may save the plan, as they may add any entity to it. */
const wholeList = (reading: Reading, type: string): Command =>
  command({
    type,
    admin: true,
    about: {
      summary: "is forwarded to Home Assistant, for users who may save the plan",
      result: unparsedAnswer,
      errors: requestErrorCodes,
    },
    mayBeOvertaken: true,
    fields: strictObject({}, {}),
    run: () => asIs(reading, type, {}),
  });

const entityList = (reading: Reading): Command =>
  command({
    type: displayListType,
    admin: false,
    about: {
      summary:
        "lists the entities of the house; for users who may not save the plan, those that it names",
      result: unparsedAnswer,
      errors: requestErrorCodes,
    },
    mayBeOvertaken: true,
    fields: strictObject({}, {}),
    run: (_fields, { user }) =>
      user.admin ? asIs(reading, displayListType, {}) : displayedEntities(reading),
  });

const registryEvents: ReadonlySet<string> = new Set(
  ["area", "device", "entity", "floor"].map((registry) => `${registry}_registry_updated`),
);

const entityEvents: ReadonlySet<string> = new Set(["entity_registry_updated"]);

const entityEvent = t.type({
  data: t.intersection([t.type({ entity_id: t.string }), t.partial({ old_entity_id: t.string })]),
});

/**
 * `subscribe_events`: changes of a registry; users who may not save the plan get those of the entities that the plan
 * names.
 */
const subscribeEvents = ({ homeAssistant, names }: Reading): Command => {
  const isShown = ({ value: event }: HomeAssistantEvent): boolean =>
    entityEvent.is(event) &&
    [event.data.entity_id, event.data.old_entity_id].some(
      (id) => id !== undefined && names().entities.has(id),
    );
  return command({
    type: "subscribe_events",
    admin: false,
    about: {
      summary: "sends an event when a registry of Home Assistant has changed",
      result: t.null,
      event: unparsedAnswer,
      errors: ["unauthorized", ...requestErrorCodes],
    },
    fields: strictObject({}, { event_type: t.string }),
    run: ({ event_type: eventType = "" }, call) => {
      const heard = call.user.admin ? registryEvents : entityEvents;
      if (!heard.has(eventType))
        return TE.left(unauthorized(`event_type: only ${[...heard].join(", ")}`));
      return joined(call, "connectionSubscriptions", (screen) =>
        homeAssistant.listen(eventType, screen, call.user.admin ? undefined : isShown),
      );
    },
  });
};

/** What screens may read from Home Assistant, and what users who may save the plan may. */
export const readCommands = (reading: Reading): readonly Command[] => [
  history(reading),
  entityList(reading),
  subscribeEvents(reading),
  ...[
    "get_states",
    "config/area_registry/list",
    "config/device_registry/list",
    "config/floor_registry/list",
  ].map((type) => wholeList(reading, type)),
];
