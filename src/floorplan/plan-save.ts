import { pipe } from "fp-ts/lib/function.js";
import * as TE from "fp-ts/lib/TaskEither.js";
import { integer } from "../codec/basic.ts";
import { closed } from "../codec/closed.ts";
import { type Command, value } from "../host/channel/command.ts";
import { draftCodec } from "../plan/draft.ts";
import { commandError, domainCommand, type Integration } from "./domain-command.ts";

/** `plan/save`: replaces the plan; with `rev`, only while that is the stored revision. */
export const planSave = (integration: Integration): Command =>
  domainCommand(integration, {
    name: "plan/save",
    admin: true,
    fields: closed({ plan: draftCodec(integration.limits) }, { rev: integer }),
    run: ({ plan, rev }, actor) =>
      pipe(
        actor.save({ draft: plan, guard: rev }),
        TE.map((saved) => value({ ok: true, rev: saved })),
        TE.mapLeft(commandError),
      ),
  });
