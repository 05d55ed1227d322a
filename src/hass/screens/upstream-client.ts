import { chainW, type Either, isLeft, left, right, tryCatch } from "fp-ts/lib/Either.js";
import type { CommandError } from "../../host/channel/command.ts";
import { inTurns, type Share } from "../../host/loop-turns.ts";
import { findMembers } from "../../raw-json/members.ts";
import type { Steps } from "../../raw-json/steps.ts";
import type { JsonText } from "../../raw-json/json-text.ts";
import { anyObject } from "../../codec/basic.ts";
import { resultIn } from "../ask.ts";
import { hassProblem } from "../problem.ts";
import type { HassSettings } from "../settings.ts";
import type { UpstreamConnection, UpstreamContext } from "../upstream-connection.ts";
import type { UpstreamMessage } from "../upstream-message.ts";
import { type Fields, type HouseClient, notUnderstood, unavailable } from "./house-client.ts";
import type { LongReader } from "./reading-line.ts";

const textOf = (type: string, fields: Fields, id: number): JsonText => [
  Buffer.from(JSON.stringify({ ...fields, id, type })),
];

const eventIn = ({ bytes }: UpstreamMessage): unknown => {
  const parsed = tryCatch(
    (): unknown => JSON.parse(bytes.toString("utf8")),
    () => undefined,
  );
  return isLeft(parsed) || !anyObject.is(parsed.right) ? undefined : parsed.right["event"];
};

/** The text of the result in a message that tells of success. */
function* resultTextIn({ bytes }: UpstreamMessage): Steps<JsonText | undefined> {
  const members = yield* findMembers(bytes, new Set(["result"]));
  const result = members?.get("result");
  return result && [bytes.subarray(result.start, result.end)];
}

/** A connection to Home Assistant as one that answers commands, each in time. */
export class UpstreamClient implements HouseClient, LongReader {
  readonly #connection: UpstreamConnection;
  readonly #settings: HassSettings;
  readonly #share: Share;

  constructor(connection: UpstreamConnection, { settings, turns }: UpstreamContext) {
    this.#connection = connection;
    this.#settings = settings;
    this.#share = turns.share();
  }

  readonly command: HouseClient["command"] = (type, fields) => () =>
    this.#ask(type, fields, (message, id) => {
      this.#connection.forget(id);
      return resultIn(message);
    });

  readonly subscribe: HouseClient["subscribe"] = (type, fields, onEvent) => () =>
    this.#ask(
      type,
      fields,
      (message, id) => {
        const result = resultIn(message);
        if (!isLeft(result)) return right(() => this.#unsubscribe(id));
        this.#connection.forget(id);
        return result;
      },
      (message) => onEvent(eventIn(message)),
    );

  readonly text: LongReader["text"] = (type, fields) => async () => {
    const message = await this.#ask(type, fields, (answer, id) => {
      this.#connection.forget(id);
      return right(answer);
    });
    if (isLeft(message)) return message;
    if (!message.right.isSuccess) return chainW(() => notUnderstood)(resultIn(message.right));
    const text = await inTurns(resultTextIn(message.right), this.#share);
    return text === undefined ? notUnderstood : right(text);
  };

  readonly isOpen = (): boolean => this.#connection.isOpen;

  readonly close = (): void => this.#connection.close();

  /** Sends a command; `read` is given its result, `onEvent` the events after that. */
  #ask<A>(
    type: string,
    fields: Fields,
    read: (message: UpstreamMessage, id: number) => Either<CommandError, A>,
    onEvent?: (message: UpstreamMessage) => void,
  ): Promise<Either<CommandError, A>> {
    const { homeAssistant, homeAssistantMs } = this.#settings;
    return new Promise((resolve) => {
      const done = (answer: Either<CommandError, A>): void => {
        clearTimeout(timer);
        resolve(answer);
      };
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        const late = hassProblem.slow(homeAssistant, homeAssistantMs);
        done(left({ code: "timeout", message: late.message }));
      }, homeAssistantMs);
      const sent = this.#connection.send((id) => textOf(type, fields, id), {
        take: (message) => {
          if (message.type !== "result") return onEvent?.(message);
          if (isLate && onEvent !== undefined) this.#unsubscribe(message.id);
          else done(read(message, message.id));
        },
        lost: ({ message }) => done(left(unavailable(message))),
      });
      if (isLeft(sent)) done(sent);
    });
  }

  #unsubscribe(id: number): void {
    this.#connection.forget(id);
    if (this.#connection.isOpen) void this.command("unsubscribe_events", { subscription: id })();
  }
}
