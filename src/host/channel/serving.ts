import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Logger } from "pino";
import type { JsonText } from "../../raw-json/json-text.ts";
import { optionName } from "../../config.ts";
import { inTurns, type Share } from "../loop-turns.ts";
import type { User } from "../users/user.ts";
import type { Answer, Call, Command, CommandError, StreamLimit } from "./command.ts";
import { decodeEnvelope } from "./envelope.ts";
import type { EventFrames } from "./event-frames.ts";
import { EventStream } from "./event-stream.ts";
import { errorFrame, type Frame, jsonResultFrame, pongFrame, resultFrame } from "./frames.ts";
import { openFrame } from "./open-frame.ts";
import type { Outbox } from "./outbox.ts";
import type { Pace } from "./pace.ts";
import type { SessionContext } from "./session-context.ts";

const answerFrame = (id: number, answer: Answer): Frame => {
  switch (answer.kind) {
    case "value":
      return resultFrame(id, answer.value);
    case "json":
      return jsonResultFrame(id, answer.json);
    case "pong":
      return pongFrame(id);
  }
};

/** Does the commands of one authenticated connection: their ids, their order, their subscriptions. */
export class Serving {
  readonly user: User;
  readonly #context: SessionContext;
  readonly #outbox: Outbox;
  readonly #log: Logger;
  /** The connection's share of the event loop. */
  readonly #share: Share;
  /** How many commands a second the user may send; undefined where that is not bounded. */
  readonly #pace: Pace | undefined;
  readonly #streams = new Map<number, EventStream>();
  /** Those of them that are counted apart. */
  readonly #templates = new Set<number>();
  #lastId = 0;
  #ended = false;

  constructor(user: User, context: SessionContext, outbox: Outbox, log: Logger) {
    this.user = user;
    this.#context = context;
    this.#outbox = outbox;
    this.#log = log;
    this.#share = context.turns.share();
    this.#pace = context.paces.of(user);
  }

  /** Does a frame's command, or each of its commands, and sends the replies. False where the frame is no JSON. */
  async handle(frame: Buffer): Promise<boolean> {
    const { limits, registry } = this.#context;
    const { messageCommands } = limits;
    const messages = await inTurns(
      openFrame(frame, registry.readers, messageCommands),
      this.#share,
    );
    if (messages === undefined) return false;
    await this.#mayGoOn();
    if (messages.length > messageCommands) {
      const problem = `an array holds more commands than message-commands, ${messageCommands}`;
      this.#outbox.send(errorFrame(0, "invalid_format", problem));
      return true;
    }
    for (const [position, message] of messages.entries()) {
      if (position > 0) await this.#mayGoOn();
      if (this.#ended) return true;
      await this.#handleMessage(message.parse());
      await this.#outbox.keepsUp();
    }
    return true;
  }

  /** Ends every subscription; nothing is sent any more. */
  end(): void {
    this.#ended = true;
    for (const stream of this.#streams.values()) stream.end();
    this.#streams.clear();
  }

  /** Waits until the next command, or a frame without any, may be done. */
  async #mayGoOn(): Promise<void> {
    await this.#pace?.next();
    await this.#share();
  }

  async #handleMessage(message: unknown): Promise<void> {
    const envelope = decodeEnvelope(message);
    if (isLeft(envelope)) {
      const { id, problem } = envelope.left;
      return this.#outbox.send(errorFrame(id, "invalid_format", problem));
    }
    const { id, type, fields } = envelope.right;
    const refuse = (code: string, problem: string): void =>
      this.#outbox.send(errorFrame(id, code, problem));
    if (id <= this.#lastId)
      return refuse("id_reuse", `id: must be greater than the last one, ${this.#lastId}`);
    const { commands, shared } = this.#context.registry;
    const command = commands.get(type) ?? shared.get(type);
    if (command === undefined) return refuse("unknown_command", "type: no such command");
    this.#lastId = id;
    const result = await this.#run(command, fields, id);
    // What the command caused, or was there before its answer, comes before its reply.
    for (const stream of this.#streams.values()) stream.deliverAll();
    if (isLeft(result)) {
      this.#closeStream(id);
      return refuse(result.left.code, result.left.message);
    }
    this.#outbox.send(result.right);
    this.#streams.get(id)?.announced();
  }

  async #run(command: Command, fields: unknown, id: number): Promise<Either<CommandError, Frame>> {
    const call: Call = {
      user: this.user,
      openStream: () => this.#openStream(id, "connectionSubscriptions", this.#context.events),
      openLatest: (limit) => this.#openStream(id, limit, this.#context.passing),
      closeStream: (subscription) => this.#closeStream(subscription),
    };
    try {
      const prepared = command.prepare(fields);
      if (isLeft(prepared)) return left({ code: "invalid_format", message: prepared.left });
      if (command.admin && !call.user.admin)
        return left({
          code: "unauthorized",
          message: `${command.type} is for administrators only`,
        });
      const answer = await prepared.right(call)();
      return isLeft(answer) ? answer : right(answerFrame(id, answer.right));
    } catch (error) {
      this.#log.error({ err: error, command: command.type }, "a command failed unexpectedly");
      const message = "an unexpected error, which the service logged";
      return left({ code: "unknown_error", message });
    }
  }

  #openStream(
    id: number,
    limit: StreamLimit,
    events: EventFrames,
  ): Either<CommandError, EventStream> {
    const { deliveries, limits } = this.#context;
    const templates = this.#templates.size;
    const isTemplate = limit === "connectionTemplates";
    if ((isTemplate ? templates : this.#streams.size - templates) >= limits[limit]) {
      const message = `the connection has ${optionName(limit)}, ${limits[limit]}, already`;
      return left({ code: "too_many_subscriptions", message });
    }
    if (isTemplate) this.#templates.add(id);
    const outbox = this.#outbox;
    const send = (json: JsonText): void => outbox.send(events.of(id, json, outbox.deflation));
    const stream = new EventStream(send, deliveries, outbox);
    if (this.#ended) stream.end();
    else this.#streams.set(id, stream);
    return right(stream);
  }

  #closeStream(id: number): boolean {
    this.#templates.delete(id);
    this.#streams.get(id)?.end();
    return this.#streams.delete(id);
  }
}
