import { type Either, isLeft, isRight, left, mapLeft } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import type { CommandError } from "../server/websocket/command.ts";
import { parseJson } from "../plan/raw-json/parse-json.ts";
import { type HassProblem, hassProblem } from "../home-assistant/upstream/status.ts";
import type { UpstreamConnection } from "../home-assistant/upstream/connection.ts";
import { parsedIn, type UpstreamMessage } from "../home-assistant/upstream/message.ts";

const errorCodec = t.type({ code: t.string, message: t.string });

const isProblem = (wrong: HassProblem | CommandError): wrong is HassProblem => "kind" in wrong;

const nonsense = (message: string): CommandError => ({ code: "nonsense", message });

/**
 * The result in a message, which may be nested as deep as so many levels. A left: the error of Home Assistant, or what is
 * wrong with the message.
 */
export const resultIn = (
  message: UpstreamMessage,
  messageDepth: number,
): Either<CommandError, unknown> => {
  if (message.isSuccess)
    return mapLeft(() =>
      nonsense(`its answer is nested deeper than message-depth, ${messageDepth} levels`),
    )(parseJson(message.textOf("result") ?? "null", messageDepth));
  const error = errorCodec.decode(parsedIn(message.textOf("error"), messageDepth));
  if (isRight(error)) return left(error.right);
  return left(nonsense("it answers with neither a result nor an error"));
};

/** Where and how long something is asked. */
interface Question {
  readonly homeAssistant: string;
  /** Milliseconds for the answer. */
  readonly homeAssistantMs: number;
  /** Levels of nesting in it. */
  readonly messageDepth: number;
}

/** Asks Home Assistant something for the service itself, which has to be answered in time. */
export const ask = (
  connection: UpstreamConnection,
  message: Readonly<Record<string, unknown>> & { readonly type: string },
  { homeAssistant, homeAssistantMs, messageDepth }: Question,
): Promise<Either<HassProblem, unknown>> =>
  new Promise((resolve) => {
    const done = (answer: Either<HassProblem | CommandError, unknown>): void => {
      clearTimeout(timer);
      if (!isLeft(answer)) return resolve(answer);
      const wrong = answer.left;
      resolve(left(isProblem(wrong) ? wrong : hassProblem.nonsense(homeAssistant, wrong.message)));
    };
    const timer = setTimeout(
      () => done(left(hassProblem.slow(homeAssistant, homeAssistantMs))),
      homeAssistantMs,
    );
    const sent = connection.send((id) => [Buffer.from(JSON.stringify({ id, ...message }))], {
      take: (answer) => done(resultIn(answer, messageDepth)),
      failed: () =>
        done(left(hassProblem.nonsense(homeAssistant, "its answer was not understood"))),
      lost: (why) => done(left(why)),
    });
    if (isLeft(sent)) done(sent);
  });
