import type { ProxiedCommand } from "../../server/websocket/command.ts";
import type { UpstreamMessage } from "../upstream/message.ts";

/** A forwarded command that is unanswered or may have events. */
export interface ForwardedCommand {
  readonly command: ProxiedCommand;
  /** Its id upstream; undefined if it must be sent again. */
  upstreamId: number | undefined;
  phase:
    | "unanswered"
    /** Answered with an empty result, as subscriptions are: events may follow. */
    | "answered"
    | "subscribed";
}

/** What to do with a message from upstream. */
type MessageHandling =
  | "hand-on"
  /** Forward it; it is the last for this command. */
  | "last"
  /** Do not forward it: the peer already has the result of its subscription. */
  | "keep"
  /** A subscription was not renewed; retry later. */
  | "again"
  /** An event of one subscription too many. */
  | "too-many";

/** Answered commands that may yet turn out to be subscriptions; the oldest are forgotten first. */
const maxAnswered = 256;

/**
 * Types that only subscribe: after their result come events, and repeating them is harmless. `camera/stream` answers
 * once, and `assist_pipeline/run` acts (homeassistant `components/`).
 */
const subscribing =
  /^(?:(?:\w+\/)*subscribe(?:_\w+)?|history\/stream|logbook\/event_stream|render_template)$/;

export const isSubscribing = ({ type }: ProxiedCommand): boolean => subscribing.test(type);

/** The commands that one connection forwarded: the unanswered ones and the subscriptions. */
export class ProxiedCommands {
  readonly #sent = new Map<number, ForwardedCommand>();

  add(command: ProxiedCommand): ForwardedCommand {
    const sent: ForwardedCommand = { command, upstreamId: undefined, phase: "unanswered" };
    this.#sent.set(command.id, sent);
    return sent;
  }

  /** The number of subscriptions, including requested ones. */
  get subscriptions(): number {
    let many = 0;
    for (const { phase, command } of this.#sent.values())
      if (phase === "subscribed" || (phase === "unanswered" && isSubscribing(command))) many += 1;
    return many;
  }

  /** Subscriptions that must be sent again, oldest first. */
  lostSubscriptions(): readonly ForwardedCommand[] {
    return [...this.#sent.values()].filter((sent) => this.isLost(sent));
  }

  isLost(sent: ForwardedCommand): boolean {
    const { phase, upstreamId } = sent;
    return phase === "subscribed" && upstreamId === undefined && this.#isKnown(sent);
  }

  /** Removes the subscription with the peer's id; undefined if there is none. */
  endSubscription(id: number): ForwardedCommand | undefined {
    const sent = this.#sent.get(id);
    if (sent === undefined || sent.phase === "unanswered") return undefined;
    this.#sent.delete(id);
    return sent;
  }

  /** The subscription could not be ended upstream. */
  restore(sent: ForwardedCommand): void {
    this.#sent.set(sent.command.id, sent);
  }

  /** The upstream connection was lost: whether the command must be answered with that. */
  lost(sent: ForwardedCommand): boolean {
    sent.upstreamId = undefined;
    if (sent.phase !== "subscribed") return this.failed(sent);
    // Repeating any other command might act twice.
    return !isSubscribing(sent.command) && this.#delete(sent);
  }

  /** The command was not sent: whether it must be answered with that. */
  failed(sent: ForwardedCommand): boolean {
    if (sent.phase === "subscribed") return false;
    return this.#delete(sent) && sent.phase === "unanswered";
  }

  /** Removes and returns the oldest answered command if there are too many. */
  oldestAnswered(): ForwardedCommand | undefined {
    const answered = [...this.#sent.values()].filter(({ phase }) => phase === "answered");
    const [oldest] = answered;
    if (answered.length <= maxAnswered || oldest === undefined) return undefined;
    this.#delete(oldest);
    return oldest;
  }

  /** Handles a message for a command; `hasRoom` tells whether another subscription is allowed. */
  took(sent: ForwardedCommand, message: UpstreamMessage, hasRoom: () => boolean): MessageHandling {
    if (message.type === "event") return this.#tookEvent(sent, hasRoom);
    // The result of a subscription that was sent again.
    if (sent.phase === "subscribed") return message.isSuccess ? "keep" : this.#notAgain(sent);
    if (!message.isSuccess || !message.isEmpty) {
      this.#delete(sent);
      return "last";
    }
    sent.phase = isSubscribing(sent.command) ? "subscribed" : "answered";
    return "hand-on";
  }

  #tookEvent(sent: ForwardedCommand, hasRoom: () => boolean): MessageHandling {
    if (sent.phase !== "answered") return "hand-on";
    if (!hasRoom()) {
      this.#delete(sent);
      return "too-many";
    }
    sent.phase = "subscribed";
    return "hand-on";
  }

  #notAgain(sent: ForwardedCommand): MessageHandling {
    return this.#isKnown(sent) ? "again" : "keep";
  }

  #isKnown(sent: ForwardedCommand): boolean {
    return this.#sent.get(sent.command.id) === sent;
  }

  #delete(sent: ForwardedCommand): boolean {
    return this.#isKnown(sent) && this.#sent.delete(sent.command.id);
  }
}
