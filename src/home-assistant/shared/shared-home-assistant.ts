import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { chainEitherK, type TaskEither } from "fp-ts/lib/TaskEither.js";
import { pipe } from "fp-ts/lib/function.js";
import { BoundedMap } from "../../server/runtime/bounded-map.ts";
import { anyObject } from "../../model/codec.ts";
import type { CommandError } from "../../server/websocket/command.ts";
import { HomeAssistantEvent, notUnderstood, type SharedConnection } from "./shared-connection.ts";
import { type Screen, SharedStates } from "./shared-states.ts";
import type { RatedLog } from "../../server/runtime/rated-log.ts";
import { FollowedStates } from "./followed-states.ts";
import { SharedSubscription, type SharedTopic } from "./shared-subscription.ts";

/** Home Assistant's command that lists its entities for display. */
export const displayListType = "config/entity_registry/list_for_display";

const displayList = t.intersection([
  t.type({
    entities: t.readonlyArray(
      t.intersection([t.type({ ei: t.string }), t.partial({ pl: t.string }), anyObject]),
    ),
  }),
  anyObject,
]);

/** Its answer: for each entity the id (`ei`), the integration (`pl`), and fields that are passed on. */
type DisplayList = t.TypeOf<typeof displayList>;

/** Decodes the answer. */
const readDisplayList = (answer: unknown): Either<CommandError, DisplayList> => {
  const read = displayList.decode(answer);
  return isLeft(read) ? notUnderstood : read;
};

/** More than screens need; the least recently read answer goes first. */
const maxKept = 64;

/** Answers, or pending ones, by request. */
type Answers<Answer> = Map<string, Promise<Either<CommandError, Answer>>>;

/**
 * Answers of Home Assistant that all screens share, until an event says that they are outdated, or the connection is
 * lost.
 */
export class CachedAnswers<Answer> {
  readonly #watch: (screen: Screen) => TaskEither<CommandError, () => void>;
  #watching: Promise<Either<CommandError, Answers<Answer>>> | undefined;
  #unwatch: (() => void) | undefined;

  /** `watch` gives a screen the events that make answers outdated. */
  constructor(watch: (screen: Screen) => TaskEither<CommandError, () => void>) {
    this.#watch = watch;
  }

  /** The answer to the request identified by `key`; `ask` requests it if there is none. Errors are not kept. */
  read(key: string, ask: TaskEither<CommandError, Answer>): TaskEither<CommandError, Answer> {
    return async () => {
      const watched = await (this.#watching ??= this.#begin());
      if (isLeft(watched)) return watched;
      const answers = watched.right;
      const asking = answers.get(key) ?? ask();
      answers.set(key, asking);
      let isKept = false;
      try {
        const answer = await asking;
        isKept = !isLeft(answer);
        return answer;
      } finally {
        if (!isKept && answers.get(key) === asking) answers.delete(key);
      }
    };
  }

  /** The connection is lost, and its answers are dropped. */
  lost(): void {
    this.#watching = undefined;
    this.#unwatch?.();
    this.#unwatch = undefined;
  }

  #begin(): Promise<Either<CommandError, Answers<Answer>>> {
    const answers: Answers<Answer> = new BoundedMap(maxKept);
    const screen = { emit: () => answers.clear(), hasRoom: () => true, whenRoom: () => undefined };
    const watching = this.#watch(screen)().then((listening) => {
      if (isLeft(listening)) {
        if (this.#watching === watching) this.#watching = undefined;
        return left(listening.left);
      }
      if (this.#watching !== watching) listening.right();
      else this.#unwatch = listening.right;
      return right(answers);
    });
    return watching;
  }
}

/** What the plan shows and renders. */
interface PlanNames {
  readonly entities: ReadonlySet<string>;
  readonly templates: ReadonlySet<string>;
}

/** Why a template is no longer rendered. */
const notInPlan = "the plan has this template no longer";

const isErrorEvent = ({ value }: HomeAssistantEvent): boolean =>
  anyObject.is(value) && "error" in value;

/** A result, or an error instead of one; a warning comes besides one. */
const isRendering = ({ value }: HomeAssistantEvent): boolean =>
  !anyObject.is(value) || value["level"] !== "WARNING";

/**
 * What all screens share of one connection to Home Assistant: states, rendered templates, events, and cached answers.
 */
export class SharedHomeAssistant {
  readonly connection: SharedConnection;
  readonly states: SharedStates;
  readonly #followed: FollowedStates;
  readonly #templates = new Map<string, SharedSubscription>();
  readonly #events = new Map<string, SharedSubscription>();
  readonly #kept: { readonly lost: () => void }[] = [];
  readonly #config: CachedAnswers<unknown>;
  readonly #entities: CachedAnswers<DisplayList>;

  constructor(connection: SharedConnection, statesMs: number, log: RatedLog) {
    this.connection = connection;
    this.states = new SharedStates(statesMs, log.boundary);
    this.#followed = new FollowedStates(this.states, connection.pauses(), log);
    this.#config = this.keep("core_config_updated");
    this.#entities = this.keep("entity_registry_updated");
    connection.use({
      connected: (client) => {
        this.#followed.connected(client);
        for (const shared of this.#all()) shared.reopen();
      },
      lost: () => {
        for (const kept of this.#kept) kept.lost();
        for (const shared of this.#all()) shared.lost();
        this.#followed.lost();
      },
    });
  }

  /** A newer plan shows these: other states are no longer reported, and other templates no longer rendered. */
  show({ entities, templates }: PlanNames): void {
    this.#followed.want(entities);
    for (const [template, shared] of this.#templates)
      if (!templates.has(template))
        shared.finish(HomeAssistantEvent.of({ error: notInPlan, level: "ERROR" }), {
          code: "unauthorized",
          message: `template: ${notInPlan}`,
        });
  }

  /** Gives a screen the rendered template now and on each change. */
  render(
    template: string,
    screen: Screen,
    wantsErrors: boolean,
  ): TaskEither<CommandError, () => void> {
    const fields = { template, report_errors: true };
    const topic = { type: "render_template", fields, isState: isRendering };
    const wants = (event: HomeAssistantEvent): boolean => wantsErrors || !isErrorEvent(event);
    return () => this.#shared(this.#templates, template, topic).join(screen, wants);
  }

  /** Gives a screen the events of a type that it wants; by default all. */
  listen(
    eventType: string,
    screen: Screen,
    wants?: (event: HomeAssistantEvent) => boolean,
  ): TaskEither<CommandError, () => void> {
    const topic = { type: "subscribe_events", fields: { event_type: eventType } };
    return () => this.#shared(this.#events, eventType, topic).join(screen, wants);
  }

  /** Home Assistant's configuration, requested once for all screens until it changes. */
  get config(): TaskEither<CommandError, unknown> {
    return this.#config.read("", this.#command("get_config"));
  }

  /** The registry's list of all entities for display; shared likewise. */
  get entities(): TaskEither<CommandError, DisplayList> {
    const ask = pipe(this.#command(displayListType), chainEitherK(readDisplayList));
    return this.#entities.read("", ask);
  }

  /** Answers that are kept until an event of a type. */
  keep<Answer>(eventType: string): CachedAnswers<Answer> {
    const kept = new CachedAnswers<Answer>((screen) => this.listen(eventType, screen));
    this.#kept.push(kept);
    return kept;
  }

  close(): void {
    this.connection.close();
    this.states.close();
  }

  #command(type: string): TaskEither<CommandError, unknown> {
    return async () => {
      const { client } = this.connection;
      return isLeft(client) ? client : client.right.command(type, {})();
    };
  }

  #shared(
    among: Map<string, SharedSubscription>,
    key: string,
    topic: SharedTopic,
  ): SharedSubscription {
    const known = among.get(key);
    if (known !== undefined) return known;
    const made = new SharedSubscription(this.connection, topic, () => {
      if (among.get(key) === made) among.delete(key);
    });
    among.set(key, made);
    return made;
  }

  #all(): readonly SharedSubscription[] {
    return [...this.#templates.values(), ...this.#events.values()];
  }
}
