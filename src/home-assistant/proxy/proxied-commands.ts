import type { ProxiedCommand } from "../../server/websocket/command.ts";
import type { UpstreamMessage } from "../upstream/message.ts";

/** A command that was passed on and may have more to come. */
export interface Sent {
  readonly command: ProxiedCommand;
  /** Its id upstream; undefined where it has to be sent again. */
  upstreamId: number | undefined;
  phase:
    | "unanswered"
    /** Answered with nothing, as subscriptions are: events may follow. */
    | "answered"
    | "subscribed";
}

/** What is to be done with a message. */
type Then =
  | "hand-on"
  /** The same, and nothing more comes to this command. */
  | "last"
  /** It is not for the peer, which knows it since it subscribed. */
  | "keep"
  /** A subscription was not taken again; it may be later. */
  | "again"
  /** It is an event of one subscription more than there may be. */
  | "too-many";

/** Answered commands of which it is not known that no event follows; the oldest are forgotten first. */
const mostAnswered = 256;

/**
 * Types that do nothing but subscribe: their success is the beginning of events, and they may be sent again without
 * doing anything twice. `camera/stream` answers once, `assist_pipeline/run` acts (homeassistant `components/`).
 */
const subscribing =
  /^(?:(?:\w+\/)*subscribe(?:_\w+)?|history\/stream|logbook\/event_stream|render_template)$/;

export const isSubscribing = ({ type }: ProxiedCommand): boolean => subscribing.test(type);

/** What one connection passed on: what is unanswered, and which subscriptions it has. */
export class ProxiedCommands {
  readonly #sent = new Map<number, Sent>();

  add(command: ProxiedCommand): Sent {
    const sent: Sent = { command, upstreamId: undefined, phase: "unanswered" };
    this.#sent.set(command.id, sent);
    return sent;
  }

  /** Those that are, and those that will be. */
  get subscriptions(): number {
    let many = 0;
    for (const { phase, command } of this.#sent.values())
      if (phase === "subscribed" || (phase === "unanswered" && isSubscribing(command))) many += 1;
    return many;
  }

  /** Subscriptions that have to be sent again, the oldest first. */
  lostSubscriptions(): readonly Sent[] {
    return [...this.#sent.values()].filter((sent) => this.isLost(sent));
  }

  isLost(sent: Sent): boolean {
    const { phase, upstreamId } = sent;
    return phase === "subscribed" && upstreamId === undefined && this.#isKnown(sent);
  }

  /** The subscription with the peer's id, which it wants no more; undefined where there is none. */
  endSubscription(id: number): Sent | undefined {
    const sent = this.#sent.get(id);
    if (sent === undefined || sent.phase === "unanswered") return undefined;
    this.#sent.delete(id);
    return sent;
  }

  /** It could not be ended. */
  restore(sent: Sent): void {
    this.#sent.set(sent.command.id, sent);
  }

  /** The connection upstream was lost: whether the command has to be answered with that. */
  lost(sent: Sent): boolean {
    sent.upstreamId = undefined;
    if (sent.phase !== "subscribed") return this.failed(sent);
    // Sent again, what is no mere subscription could act twice.
    return !isSubscribing(sent.command) && this.#delete(sent);
  }

  /** It was not sent: whether the command has to be answered with that. */
  failed(sent: Sent): boolean {
    if (sent.phase === "subscribed") return false;
    return this.#delete(sent) && sent.phase === "unanswered";
  }

  /** Takes out the oldest of the answered ones where they are too many. */
  oldestAnswered(): Sent | undefined {
    const answered = [...this.#sent.values()].filter(({ phase }) => phase === "answered");
    const [oldest] = answered;
    if (answered.length <= mostAnswered || oldest === undefined) return undefined;
    this.#delete(oldest);
    return oldest;
  }

  /** A message came for a command; `hasRoom` tells whether there may be one more subscription. */
  took(sent: Sent, message: UpstreamMessage, hasRoom: () => boolean): Then {
    if (message.type === "event") return this.#tookEvent(sent, hasRoom);
    // A subscription that was sent again.
    if (sent.phase === "subscribed") return message.isSuccess ? "keep" : this.#notAgain(sent);
    if (!message.isSuccess || !message.isEmpty) {
      this.#delete(sent);
      return "last";
    }
    sent.phase = isSubscribing(sent.command) ? "subscribed" : "answered";
    return "hand-on";
  }

  #tookEvent(sent: Sent, hasRoom: () => boolean): Then {
    if (sent.phase !== "answered") return "hand-on";
    if (!hasRoom()) {
      this.#delete(sent);
      return "too-many";
    }
    sent.phase = "subscribed";
    return "hand-on";
  }

  #notAgain(sent: Sent): Then {
    return this.#isKnown(sent) ? "again" : "keep";
  }

  #isKnown(sent: Sent): boolean {
    return this.#sent.get(sent.command.id) === sent;
  }

  #delete(sent: Sent): boolean {
    return this.#isKnown(sent) && this.#sent.delete(sent.command.id);
  }
}
