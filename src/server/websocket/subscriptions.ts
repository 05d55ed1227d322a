import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { Boundary } from "../runtime/boundary.ts";
import { optionName } from "../config.ts";
import type { JsonText } from "../../plan/raw-json/raw-json.ts";
import type { CommandError, StreamLimit } from "./command.ts";
import { EventStream } from "./event-stream.ts";
import type { ConnectionLimits, Viewer } from "./limits.ts";
import type { MessageSink } from "./messages.ts";
import type { EventChannel } from "./session-context.ts";

/** Dependencies of subscriptions. */
interface SubscribedConnection {
  readonly outbox: MessageSink;
  /** Closes the connection after a failure. */
  readonly boundary: Boundary;
  /** The user, if the bytes kept for them are limited. */
  readonly viewer: Viewer | undefined;
  readonly limits: Pick<
    ConnectionLimits,
    "connectionSubscriptions" | "connectionTemplates" | "viewerBytes"
  >;
  /** The number of proxied subscriptions. */
  readonly others: () => number;
}

interface Subscription {
  readonly stream: EventStream;
  readonly limit: StreamLimit;
  /** Frees the bytes counted for it. */
  readonly letGo: () => void;
}

const refusal = (message: string): CommandError => ({ code: "too_many_subscriptions", message });

/** A connection's subscriptions, by the ids of the commands that began them. */
export class Subscriptions {
  readonly #connection: SubscribedConnection;
  readonly #all = new Map<number, Subscription>();
  #hasEnded = false;

  constructor(connection: SubscribedConnection) {
    this.#connection = connection;
  }

  /** Their number, including the proxied ones. */
  get size(): number {
    return this.#all.size + this.#connection.others();
  }

  has(id: number): boolean {
    return this.#all.has(id);
  }

  /** Why a limit allows no further subscription; undefined if it does. */
  noRoom(limit: StreamLimit): CommandError | undefined {
    const most = this.#connection.limits[limit];
    const own = [...this.#all.values()].filter((each) => each.limit === limit).length;
    const others = limit === "connectionSubscriptions" ? this.#connection.others() : 0;
    if (own + others < most) return undefined;
    return refusal(`the connection has as many as ${optionName(limit)} allows, ${most}`);
  }

  /** Begins a subscription, for which so many bytes are kept. */
  open(
    id: number,
    limit: StreamLimit,
    { kind, deliveries }: EventChannel,
    keptBytes = 0,
  ): Either<CommandError, EventStream> {
    const noRoom = this.noRoom(limit);
    if (noRoom !== undefined) return left(noRoom);
    const { outbox, boundary, viewer, limits } = this.#connection;
    const letGo = viewer === undefined ? (): void => undefined : viewer.keep(keptBytes);
    if (letGo === undefined)
      return left(
        refusal(
          `the connections of this user have more to be kept than viewer-bytes, ${limits.viewerBytes}`,
        ),
      );
    const what = "an event could not be sent";
    const stream = new EventStream(
      boundary(what, (json: JsonText) => outbox.sendEvent(id, json, kind)),
      deliveries,
      {
        hasRoom: outbox.hasRoom,
        whenRoom: (callback) => outbox.whenRoom(boundary(what, callback)),
      },
    );
    this.#all.set(id, { stream, limit, letGo });
    if (this.#hasEnded) this.close(id);
    return right(stream);
  }

  /** Sends all waiting events, so that the next reply comes after them. */
  deliverAll(): void {
    for (const { stream } of this.#all.values()) stream.deliverAll();
  }

  /** Call when the reply with that id is out. */
  announced(id: number): void {
    this.#all.get(id)?.stream.announced();
  }

  /** Ends the subscription with that id; false if there is none. */
  close(id: number): boolean {
    const subscription = this.#all.get(id);
    if (subscription === undefined) return false;
    this.#all.delete(id);
    subscription.letGo();
    subscription.stream.end();
    return true;
  }

  /** Ends all subscriptions, and later ones at once. */
  end(): void {
    this.#hasEnded = true;
    const end = this.#connection.boundary("a subscription could not be ended", (id: number) =>
      this.close(id),
    );
    for (const id of this.#all.keys()) end(id);
  }
}
