import { isLeft } from "fp-ts/lib/Either.js";
import { pipe } from "fp-ts/lib/function.js";
import * as TE from "fp-ts/lib/TaskEither.js";
import { closed } from "../codec/closed.ts";
import { type Command, value } from "../host/channel/command.ts";
import { commandError, domainCommand, type Integration } from "./domain-command.ts";
import { currentJson } from "./plan-json.ts";

/**
 * `plan/subscribe`: the plan as an event at once, and again after every save.
 * The first event and the subscription happen in one turn of the actor, so
 * that no revision falls between them.
 */
export const planSubscribe = (integration: Integration): Command =>
  domainCommand(integration, {
    name: "plan/subscribe",
    admin: false,
    fields: closed({}, {}),
    run: (_fields, actor, call) => {
      const stream = call.openStream();
      if (isLeft(stream)) return TE.left(stream.left);
      const { emit, endsWith } = stream.right;
      return pipe(
        actor.read((state) => {
          emit(currentJson(state));
          endsWith(actor.hub.subscribe((plan) => emit(plan.json)));
          return value(null);
        }),
        TE.mapLeft(commandError),
      );
    },
  });
