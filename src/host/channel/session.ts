import { isUtf8 } from "node:buffer";
import type { Socket } from "node:net";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import type { Logger } from "pino";
import type { RawData, WebSocket } from "ws";
import type { User } from "../users/user.ts";
import { decodeAuth, parseJson } from "./envelope.ts";
import type { Registry } from "./command.ts";
import type { EventFrames } from "./event-frames.ts";
import * as frames from "./frames.ts";
import { Inbox } from "./inbox.ts";
import type { ChannelLimits } from "./limits.ts";
import { Outbox } from "./outbox.ts";
import { Pulse } from "./pulse.ts";
import { Serving } from "./serving.ts";
import { type WhyClosed, whyClosed } from "./why-closed.ts";

/** What a session needs of the service around it. */
export interface SessionContext {
  readonly limits: ChannelLimits;
  readonly registry: Registry;
  /** Shared by all sessions. */
  readonly events: EventFrames;
  readonly login: (token: string, address: string) => Promise<Either<string, User>>;
  /**
   * Asked for a place once a user is known: resolves when the user may be let in, or with why not.
   * Clients restore their subscriptions right after `auth_ok` and give up those
   * that are refused, so nobody is let in while everything would be refused.
   */
  readonly admission: () => Promise<WhyClosed | undefined>;
}

/** The life of a session: it authenticates, then serves, then closes, and never goes back. */
type Phase =
  | { readonly kind: "authenticating"; readonly timer: NodeJS.Timeout }
  | { readonly kind: "logging-in"; readonly timer: NodeJS.Timeout }
  | { readonly kind: "admitted"; readonly user: User }
  | { readonly kind: "ready"; readonly serving: Serving }
  | { readonly kind: "closing" };

const bufferOf = (data: RawData): Buffer =>
  Buffer.isBuffer(data) ? data : Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);

/** One websocket connection, from its first frame to its last. Commands are done one after another. */
export class Session {
  readonly #ws: WebSocket;
  readonly #socket: Socket;
  readonly #context: SessionContext;
  readonly #address: string;
  readonly #outbox: Outbox;
  readonly #inbox: Inbox;
  readonly #pulse: Pulse;
  #log: Logger;
  #phase: Phase;
  #work: Promise<void> = Promise.resolve();
  #isWorking = false;
  #receivedBytes = 0;

  constructor(
    ws: WebSocket,
    socket: Socket,
    address: string,
    context: SessionContext,
    log: Logger,
  ) {
    const { limits } = context;
    this.#ws = ws;
    this.#socket = socket;
    this.#address = address;
    this.#context = context;
    this.#log = log;
    this.#pulse = new Pulse(ws, socket);
    this.#outbox = new Outbox(ws, socket, limits.outboxBytes, (backlog) => {
      this.#log.warn({ backlog }, "a peer reads too slowly");
      this.close(whyClosed.slow(limits.outboxBytes));
    });
    this.#inbox = new Inbox(
      () => {
        this.#log.warn("a peer sends faster than it is served, and is read from more slowly");
        ws.pause();
      },
      () => {
        // Its pongs are seen from now on: it has as long for the next as any peer.
        this.#pulse.beat();
        ws.resume();
      },
    );
    const timer = setTimeout(() => {
      this.close(whyClosed.authTimeout(limits.authTimeoutMs));
    }, limits.authTimeoutMs);
    this.#phase = { kind: "authenticating", timer };
    // In front of the reader, so that the limit is looked at before the message.
    socket.prependListener("data", this.#countBeforeAuth);
    ws.on("message", this.#receive);
    ws.on("error", (error) =>
      this.#log.warn({ problem: error.message }, "a peer broke the protocol"),
    );
    ws.on("close", (code, reason) => this.#closed(code, reason.toString()));
    this.#outbox.send(frames.authRequired);
  }

  /** The user, once the session is authenticated. */
  get user(): User | undefined {
    if (this.#phase.kind === "admitted") return this.#phase.user;
    return this.#phase.kind === "ready" ? this.#phase.serving.user : undefined;
  }

  /** Says goodbye: the peer is told why, after everything that was sent before. */
  close(why: WhyClosed): void {
    if (this.#phase.kind === "closing") return;
    this.#log.info({ code: why.code, reason: why.reason }, "closing a connection");
    const isKnown = this.user !== undefined;
    this.#leavePhase();
    this.#inbox.clear();
    this.#ws.resume();
    this.#ws.close(why.code, why.reason);
    // What a stranger goes on sending is not even taken apart, so that nothing of it is held.
    if (!isKnown) this.#socket.removeAllListeners("data").resume().end();
  }

  /** Answers what was received, then says goodbye. */
  async finish(why: WhyClosed): Promise<void> {
    this.#ws.off("message", this.#receive);
    // A login that succeeds goes on to the commands that came with it.
    for (let work; work !== this.#work;) await (work = this.#work);
    this.close(why);
  }

  /** Ends the connection without a word. */
  terminate(): void {
    this.#ws.terminate();
  }

  /** Called at every ping interval: drops a peer that did not answer the last ping. */
  checkAlive(): void {
    if (this.#pulse.check(this.#inbox.isPaused, this.#outbox.backlogBytes)) return;
    this.#log.warn("a peer does not answer pings, and is dropped");
    this.terminate();
  }

  readonly #countBeforeAuth = (chunk: Buffer): void => {
    this.#receivedBytes += chunk.length;
    const { authBytes } = this.#context.limits;
    if (this.#receivedBytes > authBytes) this.close(whyClosed.authTooLarge(authBytes));
  };

  readonly #receive = (data: RawData, isBinary: boolean): void => {
    const frame = bufferOf(data);
    this.#pulse.beat();
    if (this.#phase.kind === "closing") return;
    if (isBinary) return this.close(whyClosed.binary);
    if (!isUtf8(frame)) return this.close(whyClosed.notUtf8);
    if (this.#phase.kind === "authenticating") {
      this.#phase = { kind: "logging-in", timer: this.#phase.timer };
      this.#work = this.#login(frame).catch((error: unknown) => {
        this.#log.error({ err: error }, "a login failed unexpectedly");
        this.close(whyClosed.unexpected);
      });
      return;
    }
    this.#inbox.push(frame);
    if (this.#phase.kind === "ready") this.#startWork();
  };

  async #login(frame: Buffer): Promise<void> {
    const decoded = decodeAuth(frame);
    const user = isLeft(decoded)
      ? decoded
      : await this.#context.login(decoded.right, this.#address);
    if (this.#phase.kind !== "logging-in") return;
    if (isLeft(user)) {
      this.#log.warn({ problem: user.left }, "a login failed");
      this.#outbox.send(frames.authInvalid(user.left));
      return this.close(whyClosed.authInvalid);
    }
    clearTimeout(this.#phase.timer);
    // From here on the user is known, so that a token that is revoked meanwhile closes the connection.
    this.#phase = { kind: "admitted", user: user.right };
    const refused = await this.#context.admission();
    if (refused !== undefined) return this.close(refused);
    if (!this.#isAdmitted()) return;
    this.#leavePhase();
    this.#log = this.#log.child({ user: user.right.name });
    const serving = new Serving({
      ...this.#context,
      user: user.right,
      send: (sent) => this.#outbox.send(sent),
      keepsUp: () => this.#outbox.keepsUp(),
      log: this.#log,
    });
    this.#phase = { kind: "ready", serving };
    this.#log.info("a user connected");
    this.#outbox.send(frames.authOk);
    this.#startWork();
  }

  #isAdmitted(): boolean {
    return this.#phase.kind === "admitted";
  }

  #startWork(): void {
    if (this.#isWorking) return;
    this.#isWorking = true;
    this.#work = this.#workThroughInbox();
  }

  async #workThroughInbox(): Promise<void> {
    for (let frame = this.#inbox.shift(); frame !== undefined; frame = this.#inbox.shift()) {
      // A frame is taken apart only when there is room for its replies.
      await this.#outbox.keepsUp();
      await this.#handleFrame(frame);
    }
    this.#isWorking = false;
  }

  async #handleFrame(frame: Buffer): Promise<void> {
    if (this.#phase.kind !== "ready") return;
    const { viewerMessageBytes } = this.#context.limits;
    if (!this.#phase.serving.user.admin && frame.length > viewerMessageBytes)
      return this.close(whyClosed.tooLongForViewer(viewerMessageBytes));
    const parsed = parseJson(frame);
    if (isLeft(parsed)) this.close(whyClosed.invalidJson);
    else await this.#phase.serving.handle(parsed.right);
  }

  #leavePhase(): void {
    const phase = this.#phase;
    this.#phase = { kind: "closing" };
    switch (phase.kind) {
      case "authenticating":
      case "logging-in":
        clearTimeout(phase.timer);
        this.#socket.off("data", this.#countBeforeAuth);
        return;
      case "admitted":
        this.#socket.off("data", this.#countBeforeAuth);
        return;
      case "ready":
        phase.serving.end();
        return;
      case "closing":
    }
  }

  #closed(code: number, reason: string): void {
    this.#leavePhase();
    this.#inbox.clear();
    this.#log.info({ code, ...(reason === "" ? {} : { reason }) }, "a connection ended");
  }
}
