import { type Either, isLeft, left, map } from "fp-ts/lib/Either.js";
import type { Guarded } from "../../server/runtime/boundary.ts";
import type { CommandError } from "../../server/websocket/command.ts";
import { type Fields, HomeAssistantEvent, type SharedConnection } from "./shared-connection.ts";
import { type Backoff, RetryTimer } from "../../server/runtime/retry-timer.ts";
import type { Screen } from "./shared-states.ts";

/** What a shared subscription is for. */
export interface SharedTopic {
  /** The command's type and fields. */
  readonly type: string;
  readonly fields: Fields;
  /**
   * Recognizes events of which only the newest matters: it is sent to screens that join later, and slow screens skip
   * the others. Undefined if each event counts.
   */
  readonly isState?: (event: HomeAssistantEvent) => boolean;
}

interface Follower {
  readonly screen: Screen;
  readonly wants: (event: HomeAssistantEvent) => boolean;
  isBehind: boolean;
}

/**
 * One subscription at Home Assistant for all screens that want the same. It is renewed with the connection, and ends
 * with its last screen.
 */
export class SharedSubscription {
  readonly #connection: SharedConnection;
  readonly #topic: SharedTopic;
  readonly #onOver: () => void;
  readonly #followers = new Set<Follower>();
  #joining = 0;
  #attempt = 0;
  #newest: HomeAssistantEvent | undefined;
  #opened: Promise<Either<CommandError, () => void>> | undefined;
  #end: (() => void) | undefined;
  #isOver = false;
  #refusal: Either<CommandError, never> | undefined;
  /** Renews the subscription on a new connection. If it is refused, an event tells its screens, and it is retried. */
  readonly reopen: Guarded;
  readonly #pauses: Backoff;
  readonly #retry: RetryTimer;

  /** `onOver` is called when no screen is left, or Home Assistant refused the subscription to the only one. */
  constructor(connection: SharedConnection, topic: SharedTopic, onOver: () => void) {
    this.#connection = connection;
    this.#topic = topic;
    this.#onOver = onOver;
    this.#pauses = connection.pauses();
    this.reopen = connection.boundary(
      "a subscription could not be opened again",
      () => this.#reopen(),
      () => this.#retry.start(this.#pauses),
    );
    this.#retry = new RetryTimer(this.reopen);
  }

  /** Adds a screen; the right removes it. `wants` selects its events. */
  async join(
    screen: Screen,
    wants: Follower["wants"] = () => true,
  ): Promise<Either<CommandError, () => void>> {
    this.#joining += 1;
    const opened = await (this.#opened ??= this.#open());
    this.#joining -= 1;
    if (this.#refusal !== undefined) return this.#refusal;
    if (isLeft(opened)) {
      this.#endIfUnwanted();
      return opened;
    }
    const follower: Follower = { screen, wants, isBehind: false };
    this.#followers.add(follower);
    if (this.#newest !== undefined) this.#tell(follower, this.#newest);
    return map(() => () => {
      this.#followers.delete(follower);
      this.#endIfUnwanted();
    })(opened);
  }

  /** The connection is lost. */
  lost(): void {
    this.#retry.stop();
    this.#attempt += 1;
    this.#opened = undefined;
    this.#end = undefined;
    this.#newest = undefined;
  }

  async #reopen(): Promise<void> {
    if (this.#followers.size === 0) return;
    const { client } = this.#connection;
    const opened = await (this.#opened ??= this.#open());
    if (!isLeft(opened)) return this.#pauses.reset();
    if (this.#isOver || isLeft(client) || isLeft(this.#connection.client)) return;
    // A newer connection has subscribed already.
    if (client.right !== this.#connection.client.right) return;
    // Once, not on each retry.
    if (this.#topic.isState !== undefined && this.#newest === undefined)
      this.#receive(HomeAssistantEvent.of({ error: opened.left.message, level: "ERROR" }));
    this.#retry.start(this.#pauses);
  }

  /** Ends the subscription for all screens, with an event that says why; screens about to join get the refusal. */
  finish(why: HomeAssistantEvent, refusal: CommandError): void {
    this.#refusal = left(refusal);
    this.#receive(why);
    this.#over();
  }

  async #open(): Promise<Either<CommandError, () => void>> {
    const { type, fields } = this.#topic;
    const { client } = this.#connection;
    const mine = (this.#attempt += 1);
    const opened = isLeft(client)
      ? client
      : await client.right.subscribe(type, fields, (event) => {
          if (mine === this.#attempt && !this.#isOver) this.#receive(event);
        })();
    if (mine !== this.#attempt || this.#isOver) {
      if (!isLeft(opened)) opened.right();
    } else if (isLeft(opened)) {
      // The next screen retries.
      this.#opened = undefined;
    } else {
      this.#end = opened.right;
    }
    return opened;
  }

  #receive(event: HomeAssistantEvent): void {
    if (this.#topic.isState?.(event) === true) this.#newest = event;
    for (const follower of this.#followers) this.#tell(follower, event);
  }

  #tell(follower: Follower, event: HomeAssistantEvent): void {
    const { screen } = follower;
    if (!follower.wants(event) || follower.isBehind) return;
    if (this.#topic.isState === undefined || screen.hasRoom()) return screen.emit([event.json]);
    follower.isBehind = true;
    screen.whenRoom(() => {
      follower.isBehind = false;
      const newest = this.#newest;
      if (this.#followers.has(follower) && newest !== undefined && follower.wants(newest))
        screen.emit([newest.json]);
    });
  }

  #endIfUnwanted(): void {
    if (this.#followers.size === 0 && this.#joining === 0) this.#over();
  }

  #over(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#retry.close();
    this.#followers.clear();
    this.#end?.();
    this.#end = undefined;
    this.#onOver();
  }
}
