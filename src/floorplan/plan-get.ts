import { pipe } from "fp-ts/lib/function.js";
import * as TE from "fp-ts/lib/TaskEither.js";
import { closed } from "../codec/closed.ts";
import type { Answer, Command } from "../host/channel/command.ts";
import { commandError, domainCommand, type Integration } from "./domain-command.ts";
import { currentJson } from "./plan-json.ts";

/** `plan/get`: the stored plan, or an empty object before the first save. */
export const planGet = (integration: Integration): Command =>
  domainCommand(integration, {
    name: "plan/get",
    admin: false,
    fields: closed({}, {}),
    run: (_fields, actor) =>
      pipe(
        actor.read((state): Answer => ({ kind: "json", json: currentJson(state) })),
        TE.mapLeft(commandError),
      ),
  });
