import { isLeft } from "fp-ts/lib/Either.js";
import type { Guarded } from "../../server/runtime/boundary.ts";
import type { CommandProxy, ProxiedCommand, ProxyPeer } from "../../server/websocket/command.ts";
import { closeReasons } from "../../server/websocket/close.ts";
import { bytesOf } from "../../plan/raw-json/raw-json.ts";
import { isSubscribing, ProxiedCommands, type ForwardedCommand } from "./proxied-commands.ts";
import { Backoff, RetryTimer } from "../../server/runtime/retry-timer.ts";
import { endSubscription, unsubscribing } from "../upstream/request.ts";
import {
  type HomeAssistantProblem,
  limitExceeded,
  longestPauseAfter,
  unavailable,
} from "../upstream/status.ts";
import type { TokenSource } from "../../auth/home-assistant-tokens.ts";
import {
  connectUpstream,
  type UpstreamConnection,
  type UpstreamContext,
} from "../upstream/connection.ts";
import type { UpstreamMessage } from "../upstream/message.ts";

/** The upstream connection of one connection here; opened on demand. */
type State =
  | { readonly kind: "none" }
  | { readonly kind: "connecting"; readonly waiting: ProxiedCommand[] }
  | { readonly kind: "open"; readonly connection: UpstreamConnection }
  /** It could not be opened, or was lost, and is not retried until a pause is over. */
  | { readonly kind: "away"; readonly why: HomeAssistantProblem }
  | { readonly kind: "ended" };

const sizeOf = ({ withId }: ProxiedCommand): number => bytesOf(withId(0));

/**
 * Forwards commands of one connection to Home Assistant, over a connection of the same user, and what comes back to
 * the peer. A lost connection is reopened, and with it every subscription.
 */
export class UpstreamProxy implements CommandProxy {
  readonly #context: UpstreamContext;
  readonly #source: TokenSource;
  readonly #returns: ProxyPeer;
  readonly #onRefused: () => void;
  readonly #onEnd: () => void;
  readonly #pauses: Backoff;
  readonly #retry: RetryTimer;
  readonly #commands = new ProxiedCommands();
  #state: State = { kind: "none" };

  /** `onRefused` is called if Home Assistant refuses the token, `onEnd` at the end. */
  constructor(
    context: UpstreamContext,
    source: TokenSource,
    returns: ProxyPeer,
    onRefused: () => void,
    onEnd: () => void,
  ) {
    this.#context = context;
    this.#source = source;
    this.#returns = returns;
    this.#onRefused = onRefused;
    this.#onEnd = onEnd;
    this.#pauses = new Backoff(context.settings.homeAssistantPauseMs);
    this.#retry = new RetryTimer(this.#boundary(() => this.#comeBack()));
  }

  pass(command: ProxiedCommand): void {
    const state = this.#state;
    switch (state.kind) {
      case "none":
        return this.#connect([command]);
      case "connecting":
        return this.#wait(state.waiting, command);
      case "open":
        return this.#begin(state.connection, command);
      case "away":
        return this.#returns.refuse(command.id, unavailable(state.why.message));
      case "ended":
    }
  }

  unsubscribe(subscription: number, command: ProxiedCommand): boolean {
    const sent = this.#commands.endSubscription(subscription);
    if (sent === undefined) return false;
    const ended = (): void =>
      this.#returns.send([
        Buffer.from(`{"id":${command.id},"type":"result","success":true,"result":null}`),
      ]);
    const { upstreamId } = sent;
    if (this.#state.kind !== "open" || upstreamId === undefined) {
      ended();
      return true;
    }
    const { connection } = this.#state;
    const asked = connection.send(unsubscribing(upstreamId), {
      take: (answer) => {
        connection.forget(upstreamId);
        connection.forget(answer.id);
        this.#hand(connection, answer, command.id);
      },
      failed: this.#failed,
      // The connection's subscriptions have ended with it.
      lost: ended,
    });
    if (isLeft(asked)) {
      this.#commands.restore(sent);
      this.#returns.refuse(command.id, asked.left);
    }
    return true;
  }

  subscriptions(): number {
    return this.#commands.subscriptions;
  }

  end(): void {
    const state = this.#state;
    this.#state = { kind: "ended" };
    if (state.kind === "open") state.connection.close();
    this.#retry.close();
    this.#onEnd();
  }

  #wait(waiting: ProxiedCommand[], command: ProxiedCommand): void {
    const { upstreamBytes, upstreamCommands } = this.#context.settings;
    const bytes = waiting.reduce((sum, each) => sum + sizeOf(each), sizeOf(command));
    if (waiting.length >= upstreamCommands)
      this.#returns.refuse(command.id, limitExceeded("upstream-commands", upstreamCommands));
    else if (bytes > upstreamBytes)
      this.#returns.refuse(command.id, limitExceeded("upstream-bytes", upstreamBytes));
    else waiting.push(command);
  }

  #connect(waiting: ProxiedCommand[]): void {
    this.#state = { kind: "connecting", waiting };
    this.#boundary(() => this.#open(waiting))();
  }

  async #open(waiting: ProxiedCommand[]): Promise<void> {
    const token = await this.#source.accessToken();
    const connected = isLeft(token)
      ? token
      : await connectUpstream(this.#context, token.right, "known");
    if (this.#state.kind === "ended") {
      if (!isLeft(connected)) connected.right.close();
      return;
    }
    if (isLeft(connected)) {
      this.#goAway(connected.left);
      for (const { id } of waiting) this.#returns.refuse(id, unavailable(connected.left.message));
      if (connected.left.kind === "invalid-auth") this.#onRefused();
      return;
    }
    const connection = connected.right;
    this.#state = { kind: "open", connection };
    this.#boundary(() => this.#outlive(connection))();
    for (const sent of this.#commands.lostSubscriptions()) this.#send(connection, sent);
    for (const command of waiting) this.#begin(connection, command);
  }

  async #outlive(connection: UpstreamConnection): Promise<void> {
    const openedAt = performance.now();
    const why = await connection.closed;
    if (this.#state.kind === "ended") return;
    const { homeAssistantPauseMs } = this.#context.settings;
    if (performance.now() - openedAt > homeAssistantPauseMs) this.#pauses.reset();
    this.#goAway(why);
  }

  #comeBack(): void {
    if (this.#commands.lostSubscriptions().length > 0) this.#connect([]);
    else this.#state = { kind: "none" };
  }

  /**
   * Home Assistant is away. It is retried after a pause if there are subscriptions, otherwise with the next command.
   */
  #goAway(why: HomeAssistantProblem): void {
    this.#retry.start(this.#pauses.next(longestPauseAfter(why, this.#context.settings)));
    this.#state = { kind: "away", why };
  }

  #begin(connection: UpstreamConnection, command: ProxiedCommand): void {
    const refused = isSubscribing(command) ? this.#returns.noRoom() : undefined;
    if (refused === undefined) this.#send(connection, this.#commands.add(command));
    else this.#returns.refuse(command.id, refused);
  }

  #send(connection: UpstreamConnection, sent: ForwardedCommand): void {
    const asked = connection.send(sent.command.withId, {
      take: (message) => this.#take(connection, sent, message),
      failed: this.#failed,
      lost: (why) => {
        if (this.#commands.lost(sent))
          this.#returns.refuse(sent.command.id, unavailable(why.message));
      },
    });
    if (!isLeft(asked)) sent.upstreamId = asked.right;
    else if (this.#commands.failed(sent)) this.#returns.refuse(sent.command.id, asked.left);
    else this.#sendLater(sent);
  }

  /** Retries a subscription later: after its start, Home Assistant may take a while to know what it is about. */
  #sendLater(sent: ForwardedCommand): void {
    sent.upstreamId = undefined;
    const again = this.#boundary(() => {
      if (this.#state.kind === "open" && this.#commands.isLost(sent))
        this.#send(this.#state.connection, sent);
    });
    setTimeout(again, this.#pauses.next()).unref();
  }

  #take(connection: UpstreamConnection, sent: ForwardedCommand, message: UpstreamMessage): void {
    const hasRoom = (): boolean => this.#returns.noRoom() === undefined;
    switch (this.#commands.took(sent, message, hasRoom)) {
      case "hand-on":
        this.#hand(connection, message, sent.command.id);
        return this.#forget(connection, this.#commands.oldestAnswered());
      case "last":
        connection.forget(message.id);
        return this.#hand(connection, message, sent.command.id);
      case "keep":
        return;
      case "again":
        connection.forget(message.id);
        return this.#sendLater(sent);
      case "too-many":
        endSubscription(connection, message.id);
    }
  }

  #forget(connection: UpstreamConnection, sent: ForwardedCommand | undefined): void {
    if (sent?.upstreamId !== undefined) connection.forget(sent.upstreamId);
  }

  /** Forwards a message to the peer. While the peer reads too slowly, nothing is read from Home Assistant. */
  #hand(connection: UpstreamConnection, message: UpstreamMessage, id: number): void {
    this.#returns.send(message.withId(id));
    const later = this.#returns.keepsUp();
    if (later === undefined) return;
    connection.pause();
    this.#boundary(() => later.then(() => connection.resume()))();
  }

  /** A failure closes the peer's connection, as the state of its commands is unknown. */
  #boundary(work: () => unknown): Guarded {
    return this.#context.log.boundary(
      "a forwarded message failed unexpectedly",
      work,
      this.#failed,
    );
  }

  readonly #failed = (): void => this.#returns.close(closeReasons.unexpected);
}
