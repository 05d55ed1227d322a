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
import { errorFrame, type Frame, jsonResultFrame, pongFrame, resultFrame } from "./frames.ts";
import type { Outbox } from "./outbox.ts";
import type { SessionContext } from "./session-context.ts";
import { Subscriptions } from "./subscriptions.ts";
import type { Viewer } from "./limits.ts";
import type { CloseReason } from "./close.ts";

/** A command message, taken apart. */
interface Envelope {
  readonly id: number;
  readonly type: string;
  /** Everything but `id` and `type`. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Why a message is no command, and the id to answer under: its own where it is a number, else 0. */
interface NoEnvelope {
  readonly id: number;
  readonly problem: string;
}

/** Takes a message apart. Nothing but its id and its type is looked at. */
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

/** So many commands of a connection may be overtaken at a time. */
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

/** The connection whose commands are done. */
interface RunnerConnection {
  readonly user: User;
  readonly outbox: Outbox;
  readonly heartbeat: PeerHeartbeat;
  /** Closes the connection where something fails. */
  readonly boundary: Boundary;
  readonly log: Pick<ConnectionLog, "error">;
  readonly note: NoteAudit;
  /** Closes it with a reason. */
  readonly close: (why: CloseReason) => void;
}

/** Does the commands of one authenticated connection: their ids, their order, their subscriptions. */
export class CommandRunner {
  readonly user: User;
  readonly #context: SessionContext;
  readonly #boundary: Boundary;
  readonly #outbox: Outbox;
  readonly #heartbeat: PeerHeartbeat;
  readonly #log: RunnerConnection["log"];
  readonly #note: NoteAudit;
  /** The connection's share of the event loop. */
  readonly #share: YieldTurn;
  /** What all connections of the user share; undefined for an administrator. */
  readonly #viewer: Viewer | undefined;
  readonly #subscriptions: Subscriptions;
  readonly #proxy: CommandProxy | undefined;
  #lastId = 0;
  /** Commands that are not answered yet while later ones are. */
  #overtaken = 0;
  #ended = false;

  /** `proxy` takes the commands that are not known here; undefined where these are refused. */
  constructor(
    { user, outbox, heartbeat, boundary, log, note, close }: RunnerConnection,
    context: SessionContext,
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

  /** Whether commands that are not known here are proxied. */
  get hasProxy(): boolean {
    return this.#proxy !== undefined;
  }

  /** Subscriptions, with those of templates and those that were proxied. */
  get subscriptions(): number {
    return this.#subscriptions.size;
  }

  /** Does a frame's command, or each of its commands, and sends the replies. False where the frame is no JSON. */
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

  /** Ends every subscription; nothing is sent any more. */
  end(): void {
    this.#ended = true;
    this.#boundary("a subscription could not be ended", () => this.#proxy?.end())();
    this.#subscriptions.end();
    this.#viewer?.leave();
  }

  /** Waits until the next command, or a frame without any, may be done. */
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
    // Where too much is kept for the user already, later commands wait for it.
    if (this.#viewer !== undefined && letGo === undefined) return done;
    this.#overtaken += 1;
    this.#boundary("a command failed unexpectedly", () =>
      done.finally(() => {
        this.#overtaken -= 1;
        letGo?.();
      }),
    )();
  }

  /** Does a command. What it throws is a bug, which is logged and answered. */
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
    // What the command caused, or was there before its answer, comes before its reply.
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

  /** Whether a command is none of this service, or ends a subscription that none of these began. */
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
