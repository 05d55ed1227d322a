import { type Either, isLeft, left, right, tryCatch } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { firstProblem } from "../codec/problem.ts";
import type { CommandError } from "../host/channel/command.ts";
import { type HassProblem, hassProblem } from "./problem.ts";
import type { UpstreamConnection } from "./upstream-connection.ts";
import type { UpstreamMessage } from "./upstream-message.ts";

const resultCodec = t.union([
  t.type({ success: t.literal(true), result: t.unknown }),
  t.type({ success: t.literal(false), error: t.type({ code: t.string, message: t.string }) }),
]);

const isProblem = (wrong: HassProblem | CommandError): wrong is HassProblem => "kind" in wrong;

/** The result in a message. A left: the error of Home Assistant, or what is wrong with the message. */
export const resultIn = ({ bytes }: UpstreamMessage): Either<CommandError, unknown> => {
  const parsed = tryCatch(
    (): unknown => JSON.parse(bytes.toString("utf8")),
    () => undefined,
  );
  const decoded = resultCodec.decode(isLeft(parsed) ? undefined : parsed.right);
  if (isLeft(decoded)) return left({ code: "nonsense", message: firstProblem(decoded.left) });
  return decoded.right.success ? right(decoded.right.result) : left(decoded.right.error);
};

/** Where and how long something is asked. */
interface Question {
  readonly homeAssistant: string;
  /** Milliseconds for the answer. */
  readonly homeAssistantMs: number;
}

/** Asks Home Assistant something for the service itself, which has to be answered in time. */
export const ask = (
  connection: UpstreamConnection,
  message: Readonly<Record<string, unknown>> & { readonly type: string },
  { homeAssistant, homeAssistantMs }: Question,
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
      take: (answer) => done(resultIn(answer)),
      lost: (why) => done(left(why)),
    });
    if (isLeft(sent)) done(sent);
  });
