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
  type CommandShape,
} from "../../server/websocket/command.ts";
import type { PlanActor } from "../actor.ts";
import { shownPath } from "../changes/pointer.ts";
import type { PlanHolder } from "../plan-holder.ts";
import type { SaveError } from "../state.ts";

const inParentheses = (path: string): string => (path === "" ? "" : ` (${shownPath(path)})`);

/** Describes an error of the plan for the channel; errors of commands stay. */
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
        message: `it is unknown whether this was saved; the newest plan will show it: ${error.reason}`,
      };
    case "overloaded":
      return {
        code: "overloaded",
        message: `too much is waiting: ${error.limit}, ${error.value}, is reached; try again`,
      };
    case "invalid-change":
      return {
        code: "invalid_format",
        message: `changes.${error.index}: ${error.what}${inParentheses(error.path)}`,
      };
  }
};

/** What a command of the plan is in every home. */
interface PlanCommandShape<Fields, Result> extends CommandShape<Fields, Result> {
  /** The command's type without the domain. */
  readonly name: string;
}

/** Types the shape of a command, and adds to its errors that there may be no plan. */
export const planCommandShape = <Fields, Result>({
  about,
  ...shape
}: PlanCommandShape<Fields, Result>): PlanCommandShape<Fields, Result> => ({
  ...shape,
  about: { ...about, errors: ["not_loaded", ...about.errors] },
});

interface PlanCommand<Fields, Result>
  extends PlanCommandShape<Fields, Result>, Pick<CommandDefinition<Fields, Result>, "readers"> {
  readonly run: (
    fields: Fields,
    actor: PlanActor,
    call: Call,
  ) => TE.TaskEither<CommandError | SaveError, Answer<NoInfer<Result>>>;
}

/** What every command of the plan depends on. */
export interface PlanCommandHost {
  /** First part of every command's type. */
  readonly domain: string;
  readonly plan: PlanHolder;
}

/** A home's command with a shape: prefixed with the domain, and answered with `not_loaded` while there is no plan. */
export const planCommand = <Fields, Result>(
  { domain, plan }: PlanCommandHost,
  { name, run, ...definition }: PlanCommand<Fields, Result>,
): Command =>
  command({
    ...definition,
    type: `${domain}/${name}`,
    run: (decoded, call) => {
      const { actor } = plan;
      const answered = isLeft(actor) ? TE.left(actor.left) : run(decoded, actor.right, call);
      return pipe(answered, TE.mapLeft(commandError));
    },
  });
