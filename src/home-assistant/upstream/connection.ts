import { chain, type Either, isLeft, left, mapLeft, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import type { RawData, WebSocket } from "ws";
import { bytesOf, type JsonText } from "../../plan/raw-json/raw-json.ts";
import { type CooperativeTask, runAtOnce } from "../../plan/raw-json/json-cursor.ts";
import type { RatedLog } from "../../server/runtime/rated-log.ts";
import type { CommandError } from "../../server/websocket/command.ts";
import type { Boundary, Guarded } from "../../server/runtime/boundary.ts";
import {
  inTurns,
  type EventLoopTurns,
  type YieldTurn,
} from "../../server/runtime/event-loop-turns.ts";
import { bytesOfData } from "../../server/websocket/frames.ts";
import type { FailedLogins } from "./failed-logins.ts";
import {
  startHandshake,
  type StartedHandshake,
  type HandshakeContext,
  type HomeAssistantSettings,
  nextMessage,
} from "./handshake.ts";
import {
  type HomeAssistantProblem,
  homeAssistantProblem,
  type HomeAssistantStatus,
  limitExceeded,
  problemOfError,
} from "./status.ts";
import type { LoginFamiliarity } from "./refusals.ts";
import { readUpstreamMessage, type UpstreamMessage } from "./message.ts";

/** Receives Home Assistant's messages to a command. */
export interface ReplyHandler {
  readonly take: (message: UpstreamMessage) => void;
  /** Handling a message failed, which is a bug and was logged: its receiver will never get it. */
  readonly failed: () => void;
  /** The connection is lost; nothing more comes. */
  readonly lost: (why: HomeAssistantProblem) => void;
}

/** Dependencies of connections to Home Assistant. */
export interface UpstreamContext extends HandshakeContext {
  readonly status: HomeAssistantStatus;
  readonly turns: EventLoopTurns;
  readonly failures: FailedLogins;
  readonly log: RatedLog;
}

/** Longer messages are read in steps, between which others have their turn. */
const longBytes = 64 * 1024;
const failedMessage = "a message of Home Assistant failed unexpectedly";
/** How long Home Assistant has for its close frame. */
const leaveMs = 1000;

/** An authenticated websocket to Home Assistant: gives commands their ids, and hands messages to their receivers. */
export class UpstreamConnection {
  readonly version: string;
  /** Resolves with why it ended. */
  readonly closed: Promise<HomeAssistantProblem>;
  readonly #ws: WebSocket;
  readonly #settings: HomeAssistantSettings;
  readonly #share: YieldTurn;
  readonly #boundary: Boundary;
  readonly #pings: NodeJS.Timeout;
  readonly #replies = new Map<number, ReplyHandler>();
  readonly #unanswered = new Set<number>();
  /** Messages behind one that is read in steps. */
  readonly #waiting: Buffer[] = [];
  #isReading = false;
  #isHeld = false;
  #isHeard = true;
  #lastId = 0;
  #why: HomeAssistantProblem | undefined;

  constructor(
    { ws, version }: StartedHandshake,
    { settings, status, turns, log }: UpstreamContext,
  ) {
    this.version = version;
    this.#ws = ws;
    this.#settings = settings;
    this.#share = turns.share();
    // After any other failure it is unknown which messages were handled, so everything is requested again.
    const end = (): void => ws.terminate();
    const boundary: Boundary = (what, work, onBug = end) => log.boundary(what, work, onBug);
    this.#boundary = boundary;
    const what = "the end of a connection to Home Assistant could not be handled";
    const ended = log.boundary(what, status.opened(version));
    const ping = boundary("Home Assistant could not be pinged", () => this.#ping());
    this.#pings = setInterval(ping, settings.pingMs);
    ws.on(
      "message",
      boundary(failedMessage, (data: RawData, isBinary: boolean) =>
        // `ws` has already checked that texts are UTF-8.
        isBinary ? this.#endOf("it sends binary messages") : this.#receive(bytesOfData(data)),
      ),
    );
    ws.on("pong", () => (this.#isHeard = true));
    ws.on("error", (error: Error) => (this.#why ??= problemOfError(settings.homeAssistant, error)));
    this.closed = new Promise((resolve) => {
      ws.on("close", () => {
        clearInterval(this.#pings);
        ended();
        const why = this.#why ?? homeAssistantProblem.lost(settings.homeAssistant);
        const waiting = [...this.#replies.values()];
        this.#replies.clear();
        this.#unanswered.clear();
        for (const { lost } of waiting) log.boundary(failedMessage, lost)(why);
        resolve(why);
      });
    });
  }

  get isOpen(): boolean {
    return this.#ws.readyState === this.#ws.OPEN;
  }

  /**
   * Sends the command that `write` makes for an id; the right is that id. A left: a limit is reached, and nothing was
   * sent.
   */
  send(write: (id: number) => JsonText, replies: ReplyHandler): Either<CommandError, number> {
    const { upstreamBytes, upstreamCommands } = this.#settings;
    if (this.#unanswered.size >= upstreamCommands)
      return left(limitExceeded("upstream-commands", upstreamCommands));
    const id = this.#lastId + 1;
    const text = write(id);
    const waiting = this.#ws.bufferedAmount;
    if (waiting > 0 && waiting + bytesOf(text) > upstreamBytes)
      return left(limitExceeded("upstream-bytes", upstreamBytes));
    this.#lastId = id;
    this.#replies.set(id, replies);
    this.#unanswered.add(id);
    this.#ws.send(Buffer.concat(text), { binary: false });
    return right(id);
  }

  /** Ignores further messages to a command. */
  forget(id: number): void {
    this.#replies.delete(id);
  }

  /** An answer is overdue: its command no longer counts towards the limit, but late messages are still handed on. */
  giveUp(id: number): void {
    this.#unanswered.delete(id);
  }

  /** Reads nothing until `resume`. */
  pause(): void {
    this.#isHeld = true;
    this.#ws.pause();
  }

  resume(): void {
    this.#isHeld = false;
    this.#goOn();
  }

  close(): void {
    this.#ws.close(1000);
    setTimeout(() => this.#ws.terminate(), leaveMs).unref();
  }

  #ping(): void {
    if (!this.#isHeard && !this.#isHeld) {
      const { homeAssistant, pingMs } = this.#settings;
      this.#why = homeAssistantProblem.unreachable(
        homeAssistant,
        `nothing was heard for ${pingMs} ms`,
      );
      return this.#ws.terminate();
    }
    this.#isHeard = false;
    if (this.isOpen) this.#ws.ping();
  }

  /** Ends the connection, as the peer is not Home Assistant. */
  #endOf(nonsense: string): void {
    this.#why = homeAssistantProblem.nonsense(this.#settings.homeAssistant, nonsense);
    this.#ws.terminate();
  }

  #receive(bytes: Buffer): void {
    this.#isHeard = true;
    this.#waiting.push(bytes);
    this.#goOn();
  }

  /** Handles received messages. A long one delays those behind it, but no other connection. */
  #goOn(): void {
    while (!this.#isReading && !this.#isHeld) {
      const bytes = this.#waiting.shift();
      if (bytes === undefined) return this.#ws.resume();
      if (bytes.length > longBytes)
        return this.#boundary(failedMessage, () => this.#readLong(readUpstreamMessage(bytes)))();
      this.#handOut(runAtOnce(readUpstreamMessage(bytes)));
    }
  }

  async #readLong(steps: CooperativeTask<UpstreamMessage | undefined>): Promise<void> {
    this.#isReading = true;
    this.#ws.pause();
    const message = await inTurns(steps, this.#share);
    this.#isReading = false;
    this.#handOut(message);
    this.#goOn();
  }

  #handOut(message: UpstreamMessage | undefined): void {
    if (message === undefined) return this.#endOf("it sends invalid messages");
    if (message.type !== "event") this.#unanswered.delete(message.id);
    const replies = this.#replies.get(message.id);
    if (replies !== undefined) this.#boundary(failedMessage, replies.take, replies.failed)(message);
  }
}

const authCodec = t.union([
  t.type({ type: t.literal("auth_ok") }),
  t.type({ type: t.literal("auth_invalid"), message: t.string }),
]);

/** Ends a connection once Home Assistant closes it, or at the deadline, then calls `tell`. */
const afterEnd = (ws: WebSocket, deadline: AbortSignal, tell: Guarded): void => {
  const end = (): void => ws.terminate();
  ws.once("close", tell);
  deadline.addEventListener("abort", end, { once: true });
  if (deadline.aborted) end();
};

/**
 * Connects to Home Assistant and logs in with an access token, the service's own or a user's, within
 * `home-assistant-ms`. A left leaves nothing open after that time.
 */
export const connectUpstream = async (
  context: UpstreamContext,
  accessToken: string,
  whose: LoginFamiliarity | "service",
): Promise<Either<HomeAssistantProblem, UpstreamConnection>> => {
  const { settings, status, failures } = context;
  const { homeAssistant: at, homeAssistantMs } = settings;
  const deadline = AbortSignal.timeout(homeAssistantMs);
  const greeted = await startHandshake(context, deadline);
  if (isLeft(greeted)) {
    status.failed(greeted.left);
    return greeted;
  }
  const { ws } = greeted.right;
  const refuse = (why: HomeAssistantProblem): Either<HomeAssistantProblem, UpstreamConnection> => {
    ws.terminate();
    status.failed(why);
    return left(why);
  };
  const turn = whose === "service" ? right(failures.begin()) : await failures.turn(whose, deadline);
  if (isLeft(turn)) {
    ws.terminate();
    return turn;
  }
  const end = turn.right;
  ws.send(JSON.stringify({ type: "auth", access_token: accessToken }));
  const nonsense = (): HomeAssistantProblem =>
    homeAssistantProblem.nonsense(at, "it does not answer a login");
  const answer = chain((message: unknown) => mapLeft(nonsense)(authCodec.decode(message)))(
    await nextMessage(ws, at, deadline, homeAssistantMs),
  );
  if (isLeft(answer)) {
    end("refused");
    return refuse(answer.left);
  }
  if (answer.right.type === "auth_invalid") {
    status.reached(greeted.right.version);
    // Home Assistant refuses before it counts the failed login, which may take a while, and then closes the
    // connection.
    const counted = (): void => end("refused");
    afterEnd(ws, deadline, context.log.boundary("a refused login could not be counted", counted));
    return left(homeAssistantProblem.invalidAuth(answer.right.message));
  }
  end("accepted");
  return right(new UpstreamConnection(greeted.right, context));
};
