import { isUtf8 } from "node:buffer";
import type { Socket } from "node:net";
import { isLeft, left } from "fp-ts/lib/Either.js";
import type { WebSocket } from "ws";
import type { User } from "../../auth/user.ts";
import { CommandRunner } from "./command-runner.ts";
import { type Boundary, boundaryTo } from "../runtime/boundary.ts";
import { optionName } from "../config.ts";
import type { NoteAudit } from "../audit/audit.ts";
import * as messages from "./messages.ts";
import type { LoginRefusal } from "../../auth/authenticator.ts";
import { ConnectionLog, type ConnectionName } from "./connection-log.ts";
import { CloseHandshake, type CloseReason, closeReasons } from "./close.ts";
import { Inbox, Intake } from "./intake.ts";
import { Outbox, type UnreadLimit } from "./outbox.ts";
import { Heartbeat } from "./heartbeat.ts";
import type { ConnectedPeer, SessionContext, SessionFigures } from "./session-context.ts";

/** The phases of a session, in this order: authenticating, serving, closing. */
type Phase =
  | { readonly kind: "authenticating"; readonly timer: NodeJS.Timeout }
  | { readonly kind: "logging-in"; readonly timer: NodeJS.Timeout }
  | { readonly kind: "admitted"; readonly user: User; readonly hasProxy: boolean }
  | { readonly kind: "ready"; readonly serving: CommandRunner }
  | { readonly kind: "closing" };

/** One websocket connection, from its first frame to its last. Runs commands one after another. */
export class Session {
  readonly #ws: WebSocket;
  readonly #socket: Socket;
  readonly #context: SessionContext;
  readonly #name: ConnectionName;
  readonly #identify: ConnectedPeer["login"];
  readonly #log: ConnectionLog;
  readonly #closeHandshake: CloseHandshake;
  readonly #outbox: Outbox;
  readonly #inbox: Inbox;
  readonly #heartbeat: Heartbeat;
  readonly #intake: Intake;
  /** Surrounds each event and timer; after a failure the connection is closed. */
  readonly #boundary: Boundary;
  /** Whether further frames are accepted. */
  #isReceiving = true;
  #phase: Phase;
  #work: Promise<void> = Promise.resolve();

  constructor(
    ws: WebSocket,
    socket: Socket,
    { name, deflation, login }: ConnectedPeer,
    context: SessionContext,
  ) {
    const { limits } = context;
    this.#ws = ws;
    this.#socket = socket;
    this.#name = name;
    this.#identify = login;
    this.#context = context;
    this.#log = new ConnectionLog(context.log, context.ratedLog, name);
    const boundary = boundaryTo((error, what) => this.#failed(error, what));
    this.#boundary = boundary;
    this.#closeHandshake = new CloseHandshake(ws, socket, this.#log);
    const drop = boundary("a peer that is gone could not be dropped", () => this.#drop());
    this.#heartbeat = new Heartbeat(ws, socket, limits.pingMs, drop);
    this.#outbox = new Outbox(
      ws,
      socket,
      { deflation, frames: context.eventFrames },
      limits.outboxBytes,
      (limit, backlog) => this.#readsTooSlowly(limit, backlog),
    );
    this.#inbox = new Inbox(
      (isFirst) => this.#pause(isFirst),
      () => this.#resume(),
    );
    this.#intake = new Intake({
      ...context,
      ws,
      socket,
      isDeflating: deflation !== "none",
      user: () => this.user,
      boundary,
      pong: this.#outbox.pong,
      onMessage: boundary("a frame failed unexpectedly", (frame: Buffer, isBinary: boolean) =>
        this.#receive(frame, isBinary),
      ),
      onHeard: () => this.#heartbeat.beat(),
      close: (why) => this.close(why),
      dismiss: (why) => this.#dismiss(why),
    });
    const late = boundary("a late login could not be ended", () => this.#isLate());
    this.#phase = { kind: "authenticating", timer: setTimeout(late, limits.authTimeoutMs) };
    this.#listen();
    this.#outbox.send(messages.authRequired);
  }

  #listen(): void {
    const ws = this.#ws;
    const boundary = this.#boundary;
    const unended = "a connection could not be ended";
    ws.on(
      "error",
      boundary(unended, (error: Error) => this.#broke(error)),
    );
    ws.on(
      "close",
      boundary(unended, (code: number, reason: Buffer) => {
        this.#end();
        this.#closeHandshake.ended(code, reason.toString());
      }),
    );
  }

  #drop(): void {
    this.#log.warn({}, "a peer does not answer pings, and is dropped");
    this.terminate();
  }

  #readsTooSlowly(limit: UnreadLimit, backlog: number): void {
    const { cutOff, limits } = this.#context;
    cutOff();
    this.#log.warn({ backlog, limit: optionName(limit) }, "a peer reads too slowly");
    this.close(closeReasons.slow(limit, limits[limit]));
  }

  #pause(isFirst: boolean): void {
    if (isFirst)
      this.#log.warn({}, "a peer sends faster than it is served, and is read from more slowly");
    this.#ws.pause();
  }

  #resume(): void {
    // Pongs can be heard again: the peer gets a full interval for the next one.
    this.#heartbeat.beat();
    this.#ws.resume();
    this.#intake.goOn();
  }

  /** The user, once authenticated. */
  get user(): User | undefined {
    const phase = this.#phase;
    if (phase.kind === "admitted") return phase.user;
    return phase.kind === "ready" ? phase.serving.user : undefined;
  }

  get figures(): SessionFigures {
    const phase = this.#phase;
    const serving = phase.kind === "ready" ? phase.serving : undefined;
    return {
      user: this.user,
      hasProxy: phase.kind === "admitted" ? phase.hasProxy : serving?.hasProxy === true,
      subscriptions: serving?.subscriptions ?? 0,
      backlogBytes: this.#outbox.backlogBytes,
    };
  }

  /** Closes the connection with a reason, after everything sent before. Does not wait for the close frame of an unauthenticated peer. */
  close(why: CloseReason): void {
    if (this.#phase.kind === "closing") return;
    if (this.user === undefined) this.#dismiss(why);
    else this.#leave(why);
  }

  /** Answers what was received, then closes. */
  async finish(why: CloseReason): Promise<void> {
    this.#isReceiving = false;
    // After a successful login, its pending commands follow.
    for (let work; work !== this.#work;) await (work = this.#work);
    this.close(why);
  }

  /** Ends the connection without a close frame. */
  terminate(): void {
    this.#ws.terminate();
  }

  /** Called every ping interval. */
  checkAlive(): void {
    if (this.#phase.kind !== "closing") this.#heartbeat.check(this.#inbox.isPaused);
  }

  #isLate(): void {
    const { authTimeoutMs } = this.#context.limits;
    const { authTimeout, loginTimeout } = closeReasons;
    this.close((this.#phase.kind === "authenticating" ? authTimeout : loginTimeout)(authTimeoutMs));
  }

  #leave(why: CloseReason): void {
    this.#end();
    this.#closeHandshake.say(why);
  }

  /** Closes without waiting for the peer. */
  #dismiss(why: CloseReason): void {
    this.#leave(why);
    this.#closeHandshake.hurry();
  }

  #receive(frame: Buffer, isBinary: boolean): void {
    if (!this.#isReceiving || this.#phase.kind === "closing") return;
    if (isBinary) return this.close(closeReasons.binary);
    if (!isUtf8(frame)) return this.close(closeReasons.notUtf8);
    if (this.#phase.kind === "authenticating") {
      this.#phase = { kind: "logging-in", timer: this.#phase.timer };
      this.#work = this.#login(frame).catch((error: unknown) => {
        this.#failed(error, "a login failed unexpectedly");
      });
      return;
    }
    this.#inbox.push(frame);
    if (this.#phase.kind === "ready") this.#startWork();
  }

  async #login(frame: Buffer): Promise<void> {
    const decoded = messages.decodeAuth(frame);
    const login = isLeft(decoded)
      ? left({ kind: "refused", message: decoded.left, ban: undefined } as const)
      : await this.#identify(decoded.right);
    if (this.#phase.kind !== "logging-in") return;
    if (isLeft(login)) return this.#refuse(login.left);
    clearTimeout(this.#phase.timer);
    const { user, by, holds, proxy } = login.right;
    // From here on the user is known, so that a revocation closes the connection.
    this.#phase = { kind: "admitted", user, hasProxy: proxy !== undefined };
    const { admission, slots } = this.#context;
    const full = slots.isOfPerson(this.#socket, user);
    const refused = full === undefined ? await admission() : closeReasons.noPlace(full);
    if (refused !== undefined) return this.close(refused);
    if (!this.#isAdmitted()) return;
    // The token may have been revoked before that.
    if (!holds()) return this.close(closeReasons.tokenRevoked);
    this.#intake.admit();
    this.#log.identify(user.name);
    const actor = {
      user: user.name,
      user_id: user.id,
      may_save: user.admin,
      ...this.#name,
    };
    const note: NoteAudit = (what, details) => this.#context.audit.note(what, actor, details);
    const close = (why: CloseReason): void => this.close(why);
    const serving = new CommandRunner(
      {
        user,
        outbox: this.#outbox,
        heartbeat: this.#heartbeat,
        boundary: this.#boundary,
        log: this.#log,
        note,
        close,
      },
      this.#context,
      proxy,
    );
    this.#phase = { kind: "ready", serving };
    this.#log.info({}, "a user connected");
    note("signed_in", { by });
    this.#outbox.send(messages.authOk);
    this.#startWork();
  }

  #refuse(refused: LoginRefusal): void {
    const { message } = refused;
    if (refused.kind === "unavailable") {
      // Not `auth_invalid`: clients would discard a token that may be valid.
      this.#log.warn({ problem: refused.problem ?? message }, "a login cannot be checked");
      return this.close(closeReasons.loginUnavailable(message));
    }
    this.#log.warn({ problem: message }, "a login failed");
    this.#context.audit.note("sign_in_failed", this.#name, { reason: message });
    this.#outbox.send(messages.authInvalid(message));
    this.close(closeReasons.authInvalid);
  }

  #isAdmitted(): boolean {
    return this.#phase.kind === "admitted";
  }

  #startWork(): void {
    if (!this.#inbox.isBusy) this.#work = this.#workThroughInbox();
  }

  async #workThroughInbox(): Promise<void> {
    for (let frame = this.#inbox.shift(); frame !== undefined; frame = this.#inbox.shift()) {
      // A frame is handled only when there is room for its replies.
      await this.#outbox.keepsUp();
      try {
        await this.#handleFrame(frame);
      } catch (error) {
        this.#failed(error, "a frame failed unexpectedly");
      }
    }
  }

  /** Handles a bug: the connection's state cannot be trusted any more. */
  #failed(error: unknown, what: string): void {
    this.#log.error({ err: error }, what);
    this.close(closeReasons.unexpected);
  }

  async #handleFrame(frame: Buffer): Promise<void> {
    if (this.#phase.kind !== "ready") return;
    const { viewerMessageBytes } = this.#context.limits;
    if (!this.#phase.serving.user.admin && frame.length > viewerMessageBytes)
      return this.close(closeReasons.tooLongForViewer(viewerMessageBytes));
    if (!(await this.#phase.serving.handle(frame))) this.close(closeReasons.invalidJson);
  }

  #broke(error: Error): void {
    this.#log.warn({ problem: error.message }, "a peer broke the protocol");
    if (this.user === undefined) this.#closeHandshake.hurry();
  }

  #end(): void {
    const phase = this.#phase;
    this.#phase = { kind: "closing" };
    this.#inbox.clear();
    this.#intake.end();
    if (phase.kind === "ready") phase.serving.end();
    else if ("timer" in phase) clearTimeout(phase.timer);
  }
}
