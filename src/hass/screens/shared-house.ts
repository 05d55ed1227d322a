import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import type { TaskEither } from "fp-ts/lib/TaskEither.js";
import { anyObject } from "../../codec/basic.ts";
import type { CommandError } from "../../host/channel/command.ts";
import type { RatedLog } from "../../host/rated-log.ts";
import { FollowedStates } from "./followed-states.ts";
import type { HouseLine } from "./house-line.ts";
import { type Screen, SharedStates } from "./shared-states.ts";
import { SharedSubscription, type SharedTopic } from "./shared-subscription.ts";

/** What is shown and rendered of a house. */
interface Shown {
  readonly entities: ReadonlySet<string>;
  readonly templates: ReadonlySet<string>;
}

/** Why a template is not rendered any more. */
const notInPlan = "the plan has this template no longer";

/** Answers, by the type of their command. */
type Reads = Map<string, Promise<Either<CommandError, unknown>>>;

const isErrorEvent = (event: unknown): boolean => anyObject.is(event) && "error" in event;

/** A result, or an error in place of one; a warning comes beside one. */
const isRendering = (event: unknown): boolean =>
  anyObject.is(event) && event["level"] !== "WARNING";

/** What all screens share of one connection to Home Assistant: states, rendered templates, events, and what is read once for all. */
export class SharedHouse {
  readonly line: HouseLine;
  readonly states: SharedStates;
  readonly #followed: FollowedStates;
  readonly #templates = new Map<string, SharedSubscription>();
  readonly #events = new Map<string, SharedSubscription>();
  /** What was read of Home Assistant, by the type of the event that makes it old. */
  readonly #watched = new Map<string, Promise<Either<CommandError, Reads>>>();
  readonly #unwatch: (() => void)[] = [];

  constructor(line: HouseLine, statesMs: number, log: RatedLog) {
    this.line = line;
    this.states = new SharedStates(statesMs);
    this.#followed = new FollowedStates(this.states, line.pauses(), log);
    line.use({
      connected: (client) => {
        this.#followed.connected(client);
        for (const shared of this.#all()) void shared.reopen();
      },
      lost: () => {
        this.#watched.clear();
        for (const end of this.#unwatch.splice(0)) end();
        for (const shared of this.#all()) shared.lost();
        this.#followed.lost();
      },
    });
  }

  /** A newer plan shows this: states of others are told no more, and other templates are not rendered. */
  show({ entities, templates }: Shown): void {
    this.#followed.want(entities);
    for (const [template, shared] of this.#templates)
      if (!templates.has(template))
        shared.finish(
          { error: notInPlan, level: "ERROR" },
          { code: "unauthorized", message: `template: ${notInPlan}` },
        );
  }

  /** Gives a screen what Home Assistant makes of a template, now and whenever that changes. */
  render(
    template: string,
    screen: Screen,
    wantsErrors: boolean,
  ): TaskEither<CommandError, () => void> {
    const fields = { template, report_errors: true };
    const topic = { type: "render_template", fields, isState: isRendering };
    const wants = (event: unknown): boolean => wantsErrors || !isErrorEvent(event);
    return () => this.#shared(this.#templates, template, topic).join(screen, wants);
  }

  /** Gives a screen the events of a type. */
  listen(eventType: string, screen: Screen): TaskEither<CommandError, () => void> {
    const topic = { type: "subscribe_events", fields: { event_type: eventType } };
    return () => this.#shared(this.#events, eventType, topic).join(screen);
  }

  /** What a command without fields answers: asked once, until an event of a type comes or the connection is lost. */
  read(type: string, eventType: string): TaskEither<CommandError, unknown> {
    return async () => {
      const watched = await (this.#watched.get(eventType) ?? this.#watch(eventType));
      if (isLeft(watched)) return watched;
      const reads = watched.right;
      const reading = reads.get(type) ?? this.#command(type);
      reads.set(type, reading);
      const answer = await reading;
      if (isLeft(answer) && reads.get(type) === reading) reads.delete(type);
      return answer;
    };
  }

  close(): void {
    this.line.close();
    this.states.close();
  }

  /** What was read, and is forgotten when the event comes. */
  #watch(eventType: string): Promise<Either<CommandError, Reads>> {
    const reads: Reads = new Map();
    const screen = { emit: () => reads.clear(), hasRoom: () => true, whenRoom: () => undefined };
    const watching = this.listen(eventType, screen)().then((listening) => {
      if (isLeft(listening)) {
        if (this.#watched.get(eventType) === watching) this.#watched.delete(eventType);
        return listening;
      }
      if (this.#watched.get(eventType) !== watching) listening.right();
      else this.#unwatch.push(listening.right);
      return right(reads);
    });
    this.#watched.set(eventType, watching);
    return watching;
  }

  async #command(type: string): Promise<Either<CommandError, unknown>> {
    const { client } = this.line;
    return isLeft(client) ? client : client.right.command(type, {})();
  }

  #shared(
    among: Map<string, SharedSubscription>,
    key: string,
    topic: SharedTopic,
  ): SharedSubscription {
    const known = among.get(key);
    if (known !== undefined) return known;
    const made = new SharedSubscription(this.line, topic, () => {
      if (among.get(key) === made) among.delete(key);
    });
    among.set(key, made);
    return made;
  }

  #all(): readonly SharedSubscription[] {
    return [...this.#templates.values(), ...this.#events.values()];
  }
}
