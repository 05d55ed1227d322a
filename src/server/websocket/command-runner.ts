import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { type Boundary, unexpectedError } from "../runtime/boundary.ts";
import { anyObject, integer } from "../../model/codec.ts";
import { type OpenedMessage, openFrame } from "../../plan/raw-json/open-frame.ts";
import { findMembers, withNumber } from "../../plan/raw-json/raw-json.ts";
import { inTurns, type YieldTurn } from "../runtime/event-loop-turns.ts";
import type { NoteAudit } from "../audit/audit.ts";
import type { User } from "../../auth/user.ts";
import {
  type Answer,
  type Call,
  type Command,
  type CommandError,
  type CommandProxy,
  type CommandProxyOpener,
  noSubscription,
  type PeerHeartbeat,
} from "./command.ts";
import type { ConnectionLog } from "./connection-log.ts";
import {
  errorFrame,
  type Frame,
  jsonResultFrame,
  type MessageSink,
  pongFrame,
  resultFrame,
} from "./messages.ts";
import type { RunnerContext } from "./session-context.ts";
import { Subscriptions } from "./subscriptions.ts";
import type { Viewer } from "./limits.ts";
import type { CloseReason } from "./close.ts";

/** A command message, split into its parts. */
interface Envelope {
  readonly id: number;
  readonly type: string;
  /** Everything but `id` and `type`. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Why a message is not a command, and the id to answer under: its own if that is a number, else 0. */
interface NoEnvelope {
  readonly id: number;
  readonly problem: string;
}

/** Splits a message. Checks nothing but id and type. */
const decodeEnvelope = (message: unknown): Either<NoEnvelope, Envelope> => {
  if (!anyObject.is(message)) return left({ id: 0, problem: "a command must be an object" });
  const { id, type, ...fields } = message;
  const echo = typeof id === "number" && Number.isFinite(id) ? id : 0;
  if (!integer.is(id) || id < 1)
    return left({ id: echo, problem: "id: expected integer of at least 1" });
  if (typeof type !== "string") return left({ id, problem: "type: expected string" });
  return right({ id, type, fields });
};

const unsubscribing = "unsubscribe_events";
const idAlone: ReadonlySet<string> = new Set(["id"]);

/** How many unanswered commands of a connection later commands may pass. */
const maxOvertaken = 32;

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

/** The connection whose commands are run. */
interface RunnerConnection {
  readonly user: User;
  readonly outbox: MessageSink;
  readonly heartbeat: PeerHeartbeat;
  /** Closes the connection after a failure. */
  readonly boundary: Boundary;
  readonly log: Pick<ConnectionLog, "error">;
  readonly note: NoteAudit;
  /** Closes the connection with a reason. */
  readonly close: (why: CloseReason) => void;
}

/** Runs the commands of one authenticated connection: their ids, their order, their subscriptions. */
export class CommandRunner {
  readonly user: User;
  readonly #context: RunnerContext;
  readonly #boundary: Boundary;
  readonly #outbox: MessageSink;
  readonly #heartbeat: PeerHeartbeat;
  readonly #log: RunnerConnection["log"];
  readonly #note: NoteAudit;
  /** The connection's share of the event loop. */
  readonly #share: YieldTurn;
  /** Shared by all connections of the user; undefined for an administrator. */
  readonly #viewer: Viewer | undefined;
  readonly #subscriptions: Subscriptions;
  readonly #proxy: CommandProxy | undefined;
  #lastId = 0;
  /** Commands without an answer while later ones are run. */
  #overtaken = 0;
  #ended = false;

  /** `proxy` takes commands that this service does not know; undefined if they are refused. */
  constructor(
    { user, outbox, heartbeat, boundary, log, note, close }: RunnerConnection,
    context: RunnerContext,
    proxy: CommandProxyOpener | undefined,
  ) {
    this.user = user;
    this.#context = context;
    this.#boundary = boundary;
    this.#outbox = outbox;
    this.#heartbeat = heartbeat;
    this.#log = log;
    this.#note = note;
    this.#share = context.turns.share();
    this.#viewer = context.viewers.enter(user);
    if (this.#viewer !== undefined) outbox.countWith(this.#viewer.unread);
    this.#subscriptions = new Subscriptions({
      outbox,
      boundary,
      viewer: this.#viewer,
      limits: context.limits,
      others: () => this.#proxy?.subscriptions() ?? 0,
    });
    this.#proxy = proxy?.open({
      send: (message) => this.#outbox.send(message),
      refuse: (id, { code, message }) => this.#outbox.send(errorFrame(id, code, message)),
      keepsUp: () => (this.#outbox.isBehind ? this.#outbox.keepsUp() : undefined),
      noRoom: () => this.#subscriptions.noRoom("connectionSubscriptions"),
      close,
    });
  }

  /** Whether unknown commands are proxied. */
  get hasProxy(): boolean {
    return this.#proxy !== undefined;
  }

  /** The number of subscriptions, including templates and proxied ones. */
  get subscriptions(): number {
    return this.#subscriptions.size;
  }

  /** Runs a frame's command, or each of its commands, and sends the replies. False if the frame is not JSON. */
  async handle(frame: Buffer): Promise<boolean> {
    const { limits, registry } = this.#context;
    const { messageCommands } = limits;
    const messages = await inTurns(openFrame(frame, registry.readers, limits), this.#share);
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
      await this.#handleMessage(message);
      await this.#outbox.keepsUp();
    }
    return true;
  }

  /** Ends every subscription, and sends nothing more. */
  end(): void {
    this.#ended = true;
    this.#boundary("a subscription could not be ended", () => this.#proxy?.end())();
    this.#subscriptions.end();
    this.#viewer?.leave();
  }

  /** Waits until the next command, or a frame without commands, may be handled. */
  async #mayGoOn(): Promise<void> {
    await this.#viewer?.rate.next();
    await this.#share();
  }

  async #handleMessage(message: OpenedMessage): Promise<void> {
    const envelope = decodeEnvelope(message.parse());
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
    const proxy = this.#isForElsewhere(envelope.right) ? this.#proxy : undefined;
    const command = commands.get(type) ?? shared.get(type);
    if (proxy === undefined && command === undefined)
      return refuse("unknown_command", "type: no such command");
    this.#lastId = id;
    const { messageDepth } = this.#context.limits;
    if (message.isTooDeep)
      return refuse("invalid_format", `nested deeper than message-depth, ${messageDepth} levels`);
    const done = this.#attempt(envelope.right, async () => {
      if (proxy !== undefined) return this.#pass(proxy, envelope.right, message.bytes);
      if (command !== undefined) this.#answer(id, await this.#run(command, fields, id));
    });
    if (command?.mayBeOvertaken !== true || this.#overtaken >= maxOvertaken) return done;
    const letGo = this.#viewer?.keep(message.bytes.length);
    // If too much is kept for the user already, this command delays the later ones.
    if (this.#viewer !== undefined && letGo === undefined) return done;
    this.#overtaken += 1;
    this.#boundary("a command failed unexpectedly", () =>
      done.finally(() => {
        this.#overtaken -= 1;
        letGo?.();
      }),
    )();
  }

  /** Runs a command. An error that it throws is a bug: it is logged and answered. */
  async #attempt({ id, type }: Envelope, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#log.error({ err: error, command: type }, "a command failed unexpectedly");
      this.#answer(id, left({ code: "unknown_error", message: unexpectedError }));
    }
  }

  #answer(id: number, result: Either<CommandError, Frame>): void {
    if (this.#ended) return;
    // Events that the command caused, or that came before its answer, are sent before its reply.
    this.#subscriptions.deliverAll();
    if (isLeft(result)) {
      this.#subscriptions.close(id);
      return this.#outbox.send(errorFrame(id, result.left.code, result.left.message));
    }
    this.#outbox.send(result.right);
    this.#subscriptions.announced(id);
  }

  async #run(command: Command, fields: unknown, id: number): Promise<Either<CommandError, Frame>> {
    const call: Call = {
      user: this.user,
      connection: this,
      heartbeat: this.#heartbeat,
      isOpen: () => !this.#ended,
      note: this.#note,
      openStream: () =>
        this.#subscriptions.open(id, "connectionSubscriptions", this.#context.durable),
      openLatest: (limit, keptBytes) =>
        this.#subscriptions.open(id, limit, this.#context.latest, keptBytes),
      closeStream: (subscription) => this.#subscriptions.close(subscription),
    };
    const prepared = command.prepare(fields);
    if (isLeft(prepared)) return left({ code: "invalid_format", message: prepared.left });
    if (command.admin && !call.user.admin) {
      const message = `${command.type} is for administrators only`;
      this.#note("refused", { command: command.type, reason: message });
      return left({ code: "unauthorized", message });
    }
    const answer = await prepared.right(call)();
    return isLeft(answer) ? answer : right(answerFrame(id, answer.right));
  }

  /** Whether a command is unknown here, or ends a subscription that was not begun here. */
  #isForElsewhere({ type, fields }: Envelope): boolean {
    const { subscription } = fields;
    if (type === unsubscribing && typeof subscription === "number")
      return !this.#subscriptions.has(subscription);
    return !this.#context.registry.commands.has(type);
  }

  async #pass(proxy: CommandProxy, { id, type, fields }: Envelope, bytes: Buffer): Promise<void> {
    const members = await inTurns(findMembers(bytes, idAlone), this.#share);
    const place = members?.get("id");
    if (place === undefined || this.#ended) return;
    const command = { id, type, withId: (other: number) => withNumber(bytes, place, other) };
    if (type !== unsubscribing) return proxy.pass(command);
    const subscription = Number(fields["subscription"]);
    if (!proxy.unsubscribe(subscription, command))
      this.#outbox.send(errorFrame(id, "not_found", noSubscription(subscription)));
  }
}
