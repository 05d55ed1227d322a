import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Messages, TypeOfMessage } from "../../client/messages.ts";
import { problemOf } from "../../client/errors.ts";
import type { Json } from "../../model/json.ts";
import type { Answer, PlanProblem, PlanSource } from "./plan-client.ts";

/** Resolves with the value, or with the problem if `ask` rejects. */
export const catchProblem = async <Value>(ask: () => Promise<Value>): Answer<Value> => {
  try {
    return right(await ask());
  } catch (error) {
    return left(problemOf(error));
  }
};

/** Reads an answer. A malformed answer is a problem of its own, never taken for an empty one. */
export const decodeAnswer = <Raw, Value>(
  answer: Either<PlanProblem, Raw>,
  what: string,
  read: (answer: Raw) => Value | undefined,
): Either<PlanProblem, Value> => {
  if (isLeft(answer)) return answer;
  const found = read(answer.right);
  const message = `there is no ${what} in the answer`;
  return found === undefined ? left({ code: "unexpected_answer", message }) : right(found);
};

/** Sends a command to the service itself; the right is what `read` finds in the answer. */
export const askService = async <Name extends keyof Messages, Value>(
  source: Pick<PlanSource, "service">,
  type: TypeOfMessage<Name>,
  fields: Messages[Name]["fields"],
  what: string,
  read: (answer: Json) => Value | undefined,
): Answer<Value> => {
  const reached = await source.service();
  if (isLeft(reached)) return reached;
  const connection = reached.right;
  const answer = await catchProblem(() => connection.sendMessagePromise<Json>({ type, ...fields }));
  return decodeAnswer(answer, what, read);
};
