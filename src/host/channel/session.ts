import { isUtf8 } from "node:buffer";
import type { Socket } from "node:net";
import { isLeft, left } from "fp-ts/lib/Either.js";
import type { RawData, WebSocket } from "ws";
import type { LoginRefusal } from "../users/authenticator.ts";
import type { User } from "../users/user.ts";
import { ConnectionLog, type ConnectionName } from "./connection-log.ts";
import { decodeAuth } from "./envelope.ts";
import type { Deflation } from "./event-frames.ts";
import * as frames from "./frames.ts";
import { Inbox } from "./inbox.ts";
import { Intake } from "./intake.ts";
import { Outbox } from "./outbox.ts";
import { Pulse } from "./pulse.ts";
import { Serving } from "./serving.ts";
import type { SessionContext } from "./session-context.ts";
import { type WhyClosed, whyClosed } from "./why-closed.ts";

/** The life of a session: it authenticates, then serves, then closes, and never goes back. */
type Phase =
  | { readonly kind: "authenticating"; readonly timer: NodeJS.Timeout }
  | { readonly kind: "logging-in"; readonly timer: NodeJS.Timeout }
  | { readonly kind: "admitted"; readonly user: User }
  | { readonly kind: "ready"; readonly serving: Serving }
  | { readonly kind: "closing" };

/** How long a peer that is not waited for has to read why it is closed. */
const leaveMs = 1000;

const bufferOf = (data: RawData): Buffer =>
  Buffer.isBuffer(data) ? data : Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);

/** One websocket connection, from its first frame to its last. Commands are done one after another. */
export class Session {
  readonly #ws: WebSocket;
  readonly #socket: Socket;
  readonly #context: SessionContext;
  readonly #address: string;
  readonly #log: ConnectionLog;
  readonly #outbox: Outbox;
  readonly #inbox: Inbox;
  readonly #pulse: Pulse;
  readonly #intake: Intake;
  #phase: Phase;
  #work: Promise<void> = Promise.resolve();
  #whyClosed: WhyClosed | undefined;
  #leaving: NodeJS.Timeout | undefined;

  constructor(
    ws: WebSocket,
    socket: Socket,
    name: ConnectionName,
    deflation: Deflation,
    context: SessionContext,
  ) {
    const { limits } = context;
    this.#ws = ws;
    this.#socket = socket;
    this.#address = name.address;
    this.#context = context;
    this.#log = new ConnectionLog(context.log, context.strangers, name);
    this.#pulse = new Pulse(ws, socket, limits.pingMs, () => {
      this.#log.warn({}, "a peer does not answer pings, and is dropped");
      this.terminate();
    });
    this.#outbox = new Outbox(ws, socket, deflation, limits.outboxBytes, (backlog) => {
      this.#log.warn({ backlog }, "a peer reads too slowly");
      this.close(whyClosed.slow(limits.outboxBytes));
    });
    this.#inbox = new Inbox(
      (isFirst) => {
        if (isFirst)
          this.#log.warn({}, "a peer sends faster than it is served, and is read from more slowly");
        ws.pause();
      },
      () => {
        // Its pongs are seen from now on: it has as long for the next as any peer.
        this.#pulse.beat();
        ws.resume();
        this.#intake.goOn();
      },
    );
    this.#intake = new Intake({
      ...context,
      ws,
      socket,
      isDeflating: deflation !== "none",
      user: () => this.user,
      onHeard: () => this.#pulse.beat(),
      close: (why) => this.close(why),
      dismiss: (why) => this.#dismiss(why),
    });
    const timer = setTimeout(() => this.#isLate(), limits.authTimeoutMs);
    this.#phase = { kind: "authenticating", timer };
    ws.on("message", this.#receive);
    ws.on("error", (error) => this.#broke(error));
    ws.on("close", (code, reason) => this.#closed(code, reason.toString()));
    this.#outbox.send(frames.authRequired);
  }

  /** The user, once the session is authenticated. */
  get user(): User | undefined {
    if (this.#phase.kind === "admitted") return this.#phase.user;
    return this.#phase.kind === "ready" ? this.#phase.serving.user : undefined;
  }

  /** Says goodbye: the peer is told why, after everything that was sent before. A stranger is not waited for. */
  close(why: WhyClosed): void {
    if (this.#phase.kind === "closing") return;
    if (this.user === undefined) this.#dismiss(why);
    else this.#sayGoodbye(why);
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

  /** Called at every ping interval. */
  checkAlive(): void {
    if (this.#phase.kind !== "closing") this.#pulse.check(this.#inbox.isPaused);
  }

  #isLate(): void {
    const { authTimeoutMs } = this.#context.limits;
    const { authTimeout, loginTimeout } = whyClosed;
    this.close((this.#phase.kind === "authenticating" ? authTimeout : loginTimeout)(authTimeoutMs));
  }

  #sayGoodbye(why: WhyClosed): void {
    this.#log.info({ ...why }, "closing a connection");
    this.#whyClosed = why;
    this.#end();
    this.#ws.close(why.code, why.reason);
    this.#socket.end();
  }

  /** Says goodbye to a peer that is not waited for. */
  #dismiss(why: WhyClosed): void {
    this.#sayGoodbye(why);
    this.#leaveSoon();
  }

  #leaveSoon(): void {
    this.#leaving ??= setTimeout(() => this.terminate(), leaveMs);
  }

  readonly #receive = (data: RawData, isBinary: boolean): void => {
    const frame = bufferOf(data);
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
    const login = isLeft(decoded)
      ? left({ kind: "refused", message: decoded.left, ban: undefined } as const)
      : await this.#context.login(decoded.right, this.#address);
    if (this.#phase.kind !== "logging-in") return;
    if (isLeft(login)) return this.#refuse(login.left);
    clearTimeout(this.#phase.timer);
    const { user, elsewhere } = login.right;
    // From here on the user is known, so that a token that is revoked meanwhile closes the connection.
    this.#phase = { kind: "admitted", user };
    const { admission, places } = this.#context;
    const full = places.isOfPerson(this.#socket, user);
    const refused = full === undefined ? await admission() : whyClosed.noPlace(full);
    if (refused !== undefined) return this.close(refused);
    if (!this.#isAdmitted()) return;
    this.#intake.letIn();
    const log = this.#log.identify(user.name);
    const serving = new Serving(user, this.#context, this.#outbox, this.#pulse, log);
    serving.passOn(elsewhere, (why) => this.close(why));
    this.#phase = { kind: "ready", serving };
    log.info("a user connected");
    this.#outbox.send(frames.authOk);
    this.#startWork();
  }

  #refuse(refused: LoginRefusal): void {
    const { message } = refused;
    if (refused.kind === "unavailable") {
      // Never `auth_invalid`, at which clients give up a token that may be good.
      this.#log.warn({ problem: refused.problem ?? message }, "a login cannot be judged");
      return this.close(whyClosed.loginUnavailable(message));
    }
    this.#log.warn({ problem: message }, "a login failed");
    this.#outbox.send(frames.authInvalid(message));
    this.close(whyClosed.authInvalid);
  }

  #isAdmitted(): boolean {
    return this.#phase.kind === "admitted";
  }

  #startWork(): void {
    if (!this.#inbox.isBusy) this.#work = this.#workThroughInbox();
  }

  async #workThroughInbox(): Promise<void> {
    for (let frame = this.#inbox.shift(); frame !== undefined; frame = this.#inbox.shift()) {
      // A frame is taken apart only when there is room for its replies.
      await this.#outbox.keepsUp();
      await this.#handleFrame(frame);
    }
  }

  async #handleFrame(frame: Buffer): Promise<void> {
    if (this.#phase.kind !== "ready") return;
    const { viewerMessageBytes } = this.#context.limits;
    if (!this.#phase.serving.user.admin && frame.length > viewerMessageBytes)
      return this.close(whyClosed.tooLongForViewer(viewerMessageBytes));
    if (!(await this.#phase.serving.handle(frame))) this.close(whyClosed.invalidJson);
  }

  #broke(error: Error): void {
    this.#log.warn({ problem: error.message }, "a peer broke the protocol");
    if (this.user === undefined) this.#leaveSoon();
  }

  #end(): void {
    const phase = this.#phase;
    this.#phase = { kind: "closing" };
    this.#inbox.clear();
    this.#intake.end();
    if (phase.kind === "ready") phase.serving.end();
    else if ("timer" in phase) clearTimeout(phase.timer);
  }

  #closed(code: number, reason: string): void {
    this.#end();
    clearTimeout(this.#leaving);
    const why = this.#whyClosed ?? { code, ...(reason === "" ? {} : { reason }) };
    this.#log.info({ ...why }, "a connection ended");
  }
}
