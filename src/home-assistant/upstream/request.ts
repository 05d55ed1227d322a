import { type Either, isLeft, isRight, left, mapLeft, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { parseJson } from "../../plan/raw-json/parse-json.ts";
import type { JsonText } from "../../plan/raw-json/raw-json.ts";
import type { CommandError } from "../../server/websocket/command.ts";
import type { UpstreamConnection } from "./connection.ts";
import { parsedIn, type UpstreamMessage } from "./message.ts";
import { type HomeAssistantProblem, homeAssistantProblem } from "./status.ts";

/** Why a command has no answer. */
export type RequestFailure =
  /** Home Assistant did not answer in time, or its answer could not be handled, which was logged. */
  | { readonly kind: "late" | "failed" }
  /** The connection was lost first. */
  | { readonly kind: "lost"; readonly why: HomeAssistantProblem }
  /** A limit is reached. */
  | { readonly kind: "not-sent"; readonly error: CommandError };

const noReplies = { take: () => undefined, failed: () => undefined, lost: () => undefined };

/** The command that ends a subscription. */
export const unsubscribing =
  (subscription: number) =>
  (id: number): JsonText => [
    Buffer.from(JSON.stringify({ id, type: "unsubscribe_events", subscription })),
  ];

/** Ends a subscription without waiting for the result. */
export const endSubscription = (connection: UpstreamConnection, subscription: number): void => {
  connection.forget(subscription);
  if (!connection.isOpen) return;
  const sent = connection.send(unsubscribing(subscription), noReplies);
  if (!isLeft(sent)) connection.forget(sent.right);
};

/**
 * Sends a command, and resolves with its result, due within `ms` milliseconds. With `onEvent` it is a subscription,
 * whose events follow; if its result is late, it is ended.
 */
export const request = (
  connection: UpstreamConnection,
  write: (id: number) => JsonText,
  ms: number,
  onEvent?: (event: UpstreamMessage) => void,
): Promise<Either<RequestFailure, UpstreamMessage>> =>
  new Promise((resolve) => {
    let isLate = false;
    const done = (answer: Either<RequestFailure, UpstreamMessage>): void => {
      clearTimeout(timer);
      resolve(answer);
    };
    const timer = setTimeout(() => {
      isLate = true;
      if (!isLeft(sent)) {
        connection.giveUp(sent.right);
        if (onEvent === undefined) connection.forget(sent.right);
      }
      done(left({ kind: "late" }));
    }, ms);
    const sent = connection.send(write, {
      take: (message) => {
        if (message.type !== "result") return onEvent?.(message);
        if (isLate) return endSubscription(connection, message.id);
        if (onEvent === undefined || !message.isSuccess) connection.forget(message.id);
        done(right(message));
      },
      failed: () => done(left({ kind: "failed" })),
      lost: (why) => done(left({ kind: "lost", why })),
    });
    if (isLeft(sent)) done(left({ kind: "not-sent", error: sent.left }));
  });

const errorCodec = t.type({ code: t.string, message: t.string });

const nonsense = (message: string): CommandError => ({ code: "nonsense", message });

/**
 * The result in a message, with at most `levels` of nesting. A left: Home Assistant's error, or what is wrong with
 * the message.
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

/** The connection's address and limits. */
interface Question {
  readonly homeAssistant: string;
  /** Milliseconds for the answer. */
  readonly homeAssistantMs: number;
  /** Levels of nesting in the answer. */
  readonly messageDepth: number;
}

const problemOf = (
  noAnswer: RequestFailure,
  { homeAssistant, homeAssistantMs }: Question,
): HomeAssistantProblem => {
  switch (noAnswer.kind) {
    case "late":
      return homeAssistantProblem.slow(homeAssistant, homeAssistantMs);
    case "failed":
      return homeAssistantProblem.nonsense(homeAssistant, "its answer could not be read");
    case "lost":
      return noAnswer.why;
    case "not-sent":
      return homeAssistantProblem.nonsense(homeAssistant, noAnswer.error.message);
  }
};

/** Asks Home Assistant something for the service itself. */
export const ask = async (
  connection: UpstreamConnection,
  message: Readonly<Record<string, unknown>> & { readonly type: string },
  question: Question,
): Promise<Either<HomeAssistantProblem, unknown>> => {
  const { homeAssistant, homeAssistantMs, messageDepth } = question;
  const write = (id: number): JsonText => [Buffer.from(JSON.stringify({ id, ...message }))];
  const answer = await request(connection, write, homeAssistantMs);
  if (isLeft(answer)) return left(problemOf(answer.left, question));
  return mapLeft((error: CommandError) =>
    homeAssistantProblem.nonsense(homeAssistant, error.message),
  )(resultIn(answer.right, messageDepth));
};
