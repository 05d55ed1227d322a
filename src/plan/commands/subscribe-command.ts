import { isLeft } from "fp-ts/lib/Either.js";
import * as TE from "fp-ts/lib/TaskEither.js";
import * as t from "io-ts";
import { strictObject } from "../../model/codec.ts";
import { type Command, value } from "../../server/websocket/command.ts";
import { SharedEvents } from "../../server/websocket/event-stream.ts";
import type { PlanActor } from "../actor.ts";
import { planCodec } from "../plan-codecs.ts";
import type { JsonText } from "../raw-json/raw-json.ts";
import type { StoredPlan } from "../stored-plan.ts";
import { planCommand, planCommandShape } from "./plan-command.ts";
import { type CommandDependencies, currentJson } from "./plan-commands.ts";

/** A revision on its way to the subscribers: the same bytes for all, made once and only if there is any. */
class PublishedPlan {
  readonly #plan: StoredPlan;
  #json: JsonText | undefined;

  constructor(plan: StoredPlan) {
    this.#plan = plan;
  }

  get json(): JsonText {
    return (this.#json ??= this.#plan.json);
  }
}

/** All subscribers of the plan, as one subscriber of the actor: a save does not wait for thousands of them. */
class Subscribers {
  readonly revisions = new SharedEvents<PublishedPlan>();
  #actor: PlanActor | undefined;

  /** Call inside the actor's `read`, before a subscriber joins. */
  begin(actor: PlanActor): void {
    if (this.#actor === actor) return;
    this.#actor = actor;
    actor.revisions.subscribe((plan) => this.revisions.publish(new PublishedPlan(plan)));
  }
}

const planSubscribeShape = planCommandShape({
  name: "plan/subscribe",
  admin: false,
  about: {
    summary: "sends the plan as an event at once and after every save",
    result: t.null,
    event: planCodec,
    errors: [],
  },
  fields: strictObject({}, {}),
});

/**
 * `plan/subscribe`: the plan as an event at once and after every save. The first event and the subscription share a
 * turn of the actor, so that no revision falls between them.
 */
export const planSubscribe = (dependencies: CommandDependencies): Command => {
  const subscribers = new Subscribers();
  return planCommand(dependencies, {
    ...planSubscribeShape,
    run: (_fields, actor, call) => {
      const stream = call.openStream();
      if (isLeft(stream)) return TE.left(stream.left);
      const { emit, joins } = stream.right;
      return actor.read((state) => {
        subscribers.begin(actor);
        emit(currentJson(state));
        joins(subscribers.revisions, ({ json }) => emit(json));
        return value(null);
      });
    },
  });
};
