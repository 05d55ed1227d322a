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

/** What a command is given time by, and its error after that. */
interface Deadline {
  readonly ms: number;
  readonly message: string;
}

/** A connection to Home Assistant as one that answers commands, each in time. */
export class UpstreamClient implements HouseClient, LongReader {
  readonly #connection: UpstreamConnection;
  readonly #settings: HassSettings;
  readonly #share: Share;
  readonly #soon: Deadline;

  constructor(connection: UpstreamConnection, { settings, turns }: UpstreamContext) {
    this.#connection = connection;
    this.#settings = settings;
    this.#share = turns.share();
    const { homeAssistant, homeAssistantMs: ms } = settings;
    this.#soon = { ms, message: hassProblem.slow(homeAssistant, ms).message };
  }

  readonly command: HouseClient["command"] = (type, fields) => () =>
    this.#command(type, fields, this.#soon);

  readonly call: HouseClient["call"] = (fields) => () => {
    const { homeAssistant, callMs: ms } = this.#settings;
    const message = `the action was sent to Home Assistant at ${homeAssistant}, which has not confirmed it in ${ms} ms (call-ms): it may be done, or still be`;
    return this.#command("call_service", fields, { ms, message });
  };

  readonly subscribe: HouseClient["subscribe"] = (type, fields, onEvent) => () =>
    this.#ask(
      type,
      fields,
      this.#soon,
      (message, id) => {
        const result = resultIn(message);
        if (!isLeft(result)) return right(() => this.#unsubscribe(id));
        this.#connection.forget(id);
        return result;
      },
      (message) => onEvent(eventIn(message)),
    );

  readonly text: LongReader["text"] = (type, fields) => async () => {
    const message = await this.#ask(type, fields, this.#soon, (answer, id) => {
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

  #command(
    type: string,
    fields: Fields,
    deadline: Deadline,
  ): Promise<Either<CommandError, unknown>> {
    return this.#ask(type, fields, deadline, (message, id) => {
      this.#connection.forget(id);
      return resultIn(message);
    });
  }

  /** Sends a command; `read` is given its result, `onEvent` the events after that. */
  #ask<A>(
    type: string,
    fields: Fields,
    { ms, message: late }: Deadline,
    read: (message: UpstreamMessage, id: number) => Either<CommandError, A>,
    onEvent?: (message: UpstreamMessage) => void,
  ): Promise<Either<CommandError, A>> {
    return new Promise((resolve) => {
      const done = (answer: Either<CommandError, A>): void => {
        clearTimeout(timer);
        resolve(answer);
      };
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        if (!isLeft(sent)) {
          this.#connection.giveUp(sent.right);
          // A subscription that comes about late has to be ended then.
          if (onEvent === undefined) this.#connection.forget(sent.right);
        }
        done(left({ code: "timeout", message: late }));
      }, ms);
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
