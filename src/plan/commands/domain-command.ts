import { isLeft } from "fp-ts/lib/Either.js";
import { pipe } from "fp-ts/lib/function.js";
import * as TE from "fp-ts/lib/TaskEither.js";
import {
  type Answer,
  type Call,
  type Command,
  command,
  type CommandDefinition,
  type CommandError,
} from "../../server/websocket/command.ts";
import type { YamlService } from "../../server/yaml/service.ts";
import type { PlanActor } from "../actor.ts";
import type { PlanLimits } from "../read-plan.ts";
import type { SaveError } from "../state.ts";
import type { SaveCheck } from "../bindings/save-check.ts";
import type { PlanHolder } from "../plan-holder.ts";

/** What the integration's commands work with. */
export interface CommandDependencies {
  /** First part of every command's type. */
  readonly domain: string;
  readonly plan: PlanHolder;
  readonly yaml: YamlService;
  readonly limits: PlanLimits;
  readonly checkSave: SaveCheck;
}

interface DomainCommand<Fields, Result> extends Pick<
  CommandDefinition<Fields, Result>,
  "about" | "admin" | "fields" | "readers"
> {
  /** Type without the domain. */
  readonly name: string;
  readonly run: (
    fields: Fields,
    actor: PlanActor,
    call: Call,
  ) => TE.TaskEither<CommandError | SaveError, Answer<NoInfer<Result>>>;
}

/** How an error of the plan is told over the channel; one of the command itself stays. */
const commandError = (error: CommandError | SaveError): CommandError => {
  if ("code" in error) return error;
  switch (error.kind) {
    case "conflict":
      return {
        code: "conflict",
        message: `somebody else saved: the stored revision is ${error.current}`,
      };
    case "not-loaded":
      return { code: "not_loaded", message: error.reason };
    case "outcome-unknown":
      return {
        code: "outcome_unknown",
        message: `nobody knows whether this was saved; the newest plan will tell: ${error.reason}`,
      };
    case "overloaded":
      return {
        code: "overloaded",
        message: `too much is waiting: ${error.limit}, ${error.value}, is reached; try again`,
      };
  }
};

/** A command of the integration: prefixed with the domain, and answered with `not_loaded` while there is no plan. */
export const domainCommand = <Fields, Result>(
  { domain, plan }: CommandDependencies,
  { name, run, about, ...definition }: DomainCommand<Fields, Result>,
): Command =>
  command({
    ...definition,
    about: { ...about, errors: ["not_loaded", ...about.errors] },
    type: `${domain}/${name}`,
    run: (decoded, call) => {
      const { actor } = plan;
      const answered = isLeft(actor) ? TE.left(actor.left) : run(decoded, actor.right, call);
      return pipe(answered, TE.mapLeft(commandError));
    },
  });
