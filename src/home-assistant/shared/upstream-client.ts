import { chainW, type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { CommandError } from "../../server/websocket/command.ts";
import type { JsonText } from "../../plan/raw-json/raw-json.ts";
import { resultIn } from "../upstream/service-login.ts";
import { hassProblem } from "../upstream/status.ts";
import type { HassSettings } from "../upstream/handshake.ts";
import type { UpstreamConnection, UpstreamContext } from "../upstream/connection.ts";
import type { UpstreamMessage } from "../upstream/message.ts";
import {
  type Fields,
  type HassClient,
  HassEvent,
  type LongReader,
  notUnderstood,
  unavailable,
} from "./shared-connection.ts";

const textOf = (type: string, fields: Fields, id: number): JsonText => [
  Buffer.from(JSON.stringify({ ...fields, id, type })),
];

const failed: CommandError = {
  code: "unknown_error",
  message: "an unexpected error, which the service logged",
};

/** What a command is given time by, and its error after that. */
interface Deadline {
  readonly ms: number;
  readonly message: string;
}

/** A connection to Home Assistant as one that answers commands, each in time. */
export class UpstreamClient implements HassClient, LongReader {
  readonly #connection: UpstreamConnection;
  readonly #settings: HassSettings;
  readonly #soon: Deadline;

  constructor(connection: UpstreamConnection, { settings }: UpstreamContext) {
    this.#connection = connection;
    this.#settings = settings;
    const { homeAssistant, homeAssistantMs: ms } = settings;
    this.#soon = { ms, message: hassProblem.slow(homeAssistant, ms).message };
  }

  readonly command: HassClient["command"] = (type, fields) => () =>
    this.#command(type, fields, this.#soon);

  readonly call: HassClient["call"] = (fields) => () => {
    const { homeAssistant, callMs: ms } = this.#settings;
    const message = `the action was sent to Home Assistant at ${homeAssistant}, which has not confirmed it in ${ms} ms (call-ms): it may be done, or still be`;
    return this.#command("call_service", fields, { ms, message });
  };

  readonly subscribe: HassClient["subscribe"] = (type, fields, onEvent) => () =>
    this.#ask(
      type,
      fields,
      this.#soon,
      (message, id) => {
        const result = this.#resultIn(message);
        if (!isLeft(result)) return right(() => this.#unsubscribe(id));
        this.#connection.forget(id);
        return result;
      },
      (message) => {
        // A copy: the newest is kept, and would keep all that came together with it.
        const json = Buffer.from(message.textOf("event") ?? "null");
        onEvent(new HassEvent(json, this.#settings.messageDepth));
      },
    );

  readonly text: LongReader["text"] = (type, fields) => async () => {
    const message = await this.#ask(type, fields, this.#soon, (answer, id) => {
      this.#connection.forget(id);
      return right(answer);
    });
    if (isLeft(message)) return message;
    if (!message.right.isSuccess) return chainW(() => notUnderstood)(this.#resultIn(message.right));
    const text = message.right.textOf("result");
    return text === undefined ? notUnderstood : right([text]);
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
      return this.#resultIn(message);
    });
  }

  #resultIn(message: UpstreamMessage): Either<CommandError, unknown> {
    return resultIn(message, this.#settings.messageDepth);
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
      let isDone = false;
      let isLate = false;
      const done = (answer: Either<CommandError, A>): void => {
        isDone = true;
        clearTimeout(timer);
        resolve(answer);
      };
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
          // A command has one answer: another one is of nothing that is known here.
          else if (!isDone) done(read(message, message.id));
        },
        failed: () => done(left(failed)),
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
