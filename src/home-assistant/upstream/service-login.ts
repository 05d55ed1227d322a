import { type Either, isLeft, isRight, left, mapLeft } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import type { Clock } from "../../server/runtime/time.ts";
import { type HassProblem, hassProblem } from "./status.ts";
import { readTokenFile } from "../../server/read-settings.ts";
import { connectUpstream, type UpstreamConnection, type UpstreamContext } from "./connection.ts";
import type { CommandError } from "../../server/websocket/command.ts";
import { parseJson } from "../../plan/raw-json/parse-json.ts";
import { parsedIn, type UpstreamMessage } from "./message.ts";

/** The longest time for which a token that Home Assistant refuses is not shown to it again. */
const longestPauseMs = 3600_000;

/** A token that Home Assistant has refused. */
interface Refused {
  readonly token: string;
  readonly problem: HassProblem;
  readonly at: number;
  /** Milliseconds for which it is not shown again. */
  readonly pauseMs: number;
}

/**
 * Logs in at Home Assistant as the service itself, with the token in its file. That is read each time: whoever puts
 * another one there need not start the service anew. One that is refused is a failed login like any other, so the same
 * is shown again ever more rarely.
 */
export class OwnLogin {
  readonly #context: UpstreamContext;
  readonly #file: string;
  readonly #clock: Pick<Clock, "elapsed">;
  #refused: Refused | undefined;

  /** `file` is empty where the service has no token. */
  constructor(context: UpstreamContext, file: string, clock: Pick<Clock, "elapsed">) {
    this.#context = context;
    this.#file = file;
    this.#clock = clock;
  }

  /** Whether the service has a token at all. */
  get isPossible(): boolean {
    return this.#file !== "";
  }

  /** The connection is the caller's to close. `invalid-auth`: there is no token, or none that Home Assistant takes. */
  async connect(): Promise<Either<HassProblem, UpstreamConnection>> {
    const token = this.isPossible
      ? readTokenFile(this.#file)
      : left("there is no --home-assistant-token-file to ask with");
    if (isLeft(token)) return left({ kind: "invalid-auth", message: token.left });
    const before = this.#refused?.token === token.right ? this.#refused : undefined;
    if (before !== undefined && this.#clock.elapsed() - before.at < before.pauseMs)
      return left(before.problem);
    const connected = await connectUpstream(this.#context, token.right, "service");
    if (!isLeft(connected)) this.#told(undefined);
    else if (connected.left.kind === "invalid-auth") {
      const { homeAssistantPauseMs } = this.#context.settings;
      const pauseMs = before === undefined ? homeAssistantPauseMs : 2 * before.pauseMs;
      this.#told({
        token: token.right,
        problem: connected.left,
        at: this.#clock.elapsed(),
        pauseMs: Math.min(pauseMs, longestPauseMs),
      });
    }
    return connected;
  }

  #told(refused: Refused | undefined): void {
    this.#refused = refused;
    this.#context.status.ownToken(refused?.problem);
  }
}

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
