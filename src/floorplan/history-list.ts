import { pipe } from "fp-ts/lib/function.js";
import * as TE from "fp-ts/lib/TaskEither.js";
import { closed } from "../codec/closed.ts";
import { type Command, value } from "../host/channel/command.ts";
import { summarize } from "../plan/stored-plan.ts";
import { commandError, domainCommand, type Integration } from "./domain-command.ts";

/** `history/list`: what is kept of earlier plans, newest first. */
export const historyList = (integration: Integration): Command =>
  domainCommand(integration, {
    name: "history/list",
    admin: true,
    fields: closed({}, {}),
    run: (_fields, actor) =>
      pipe(
        actor.read((state) => value(state.history.map(summarize).toReversed())),
        TE.mapLeft(commandError),
      ),
  });
