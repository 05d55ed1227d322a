import type { Connection, MessageBase } from "home-assistant-js-websocket";
import type { Json } from "../../model/json.ts";
import type { PlanProblem, SubscriptionState } from "./plan-client.ts";
import { problemOf } from "../../client/errors.ts";

/** What to subscribe to over a connection, and until when. */
export interface SubscriptionOptions {
  /** The command that subscribes; read each time. */
  readonly message: MessageBase;
  /** Takes an event; false if it does not follow from the one before, so that the subscription has to begin again. */
  readonly onEvent: (event: Json) => unknown;
  readonly onState: (state: SubscriptionState) => void;
  /** Whether a refusal holds until the next connection; by default every refusal is retried. */
  readonly isFinal?: (refusal: PlanProblem) => boolean;
  readonly signal: AbortSignal;
}

const againMs = 10_000;

/**
 * Subscribes, again after each reconnect, and after a pause when refused: an integration that is not loaded yet may
 * accept later. A subscription is live once its first event has come. Returns a function that retries a refused one at
 * once.
 */
// The library's own resubscription ignores refusals.
export const keepSubscribed = (
  connection: Connection,
  { message, onEvent, onState, isFinal, signal }: SubscriptionOptions,
): (() => void) => {
  let attempt = 0;
  let lastLost = 0;
  let again: ReturnType<typeof setTimeout> | undefined;
  let leave: (() => Promise<void>) | undefined;
  const end = (): void => {
    clearTimeout(again);
    leave?.().catch(() => undefined);
    leave = undefined;
  };
  const subscribeIn = (ms: number): void => {
    again = setTimeout(() => void subscribe(), ms);
  };
  const subscribe = async (): Promise<void> => {
    end();
    again = undefined;
    attempt += 1;
    const mine = attempt;
    const isMine = (): boolean => mine === attempt && !signal.aborted;
    let isLive = false;
    const receive = (event: Json): void => {
      if (!isMine()) return;
      if (onEvent(event) === false) {
        attempt += 1;
        // At once, but for a first event, which would be the same again.
        return subscribeIn(isLive ? 0 : againMs);
      }
      if (!isLive) onState("live");
      isLive = true;
    };
    try {
      // A copy, because the library writes the id into it.
      const left = await connection.subscribeMessage(
        receive,
        { ...message },
        { resubscribe: false },
      );
      // On a later connection the id may belong to another subscription.
      if (mine < lastLost) return;
      if (mine !== attempt) return void left().catch(() => undefined);
      leave = left;
      if (signal.aborted) end();
    } catch (error) {
      if (!isMine()) return;
      const refused = problemOf(error);
      if (isFinal?.(refused) !== true) subscribeIn(againMs);
      onState({ refused });
    }
  };
  const on = (...listening: Parameters<Connection["addEventListener"]>): void => {
    connection.addEventListener(...listening);
    signal.addEventListener("abort", () => connection.removeEventListener(...listening));
  };
  signal.addEventListener("abort", end);
  on("ready", () => void subscribe());
  on("disconnected", () => {
    clearTimeout(again);
    again = undefined;
    attempt += 1;
    lastLost = attempt;
    leave = undefined;
    onState("away");
  });
  on("reconnect-error", (_, error: unknown) => onState({ refused: problemOf(error) }));
  if (connection.connected) void subscribe();
  else onState("away");
  return () => {
    if (again !== undefined && !signal.aborted) void subscribe();
  };
};
