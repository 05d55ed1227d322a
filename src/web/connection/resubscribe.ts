import type { Connection, MessageBase } from "home-assistant-js-websocket";
import type { Json } from "../../model/json.ts";
import type { PlanProblem, SubscriptionState } from "./plan-client.ts";
import { problemOf } from "../../client/errors.ts";

/** What to subscribe to over a connection, and until when. */
export interface SubscriptionOptions {
  /** The command that subscribes. */
  readonly message: MessageBase;
  readonly onEvent: (event: Json) => void;
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
  let again: ReturnType<typeof setTimeout> | undefined;
  let leave: (() => Promise<void>) | undefined;
  const end = (): void => {
    clearTimeout(again);
    leave?.().catch(() => undefined);
    leave = undefined;
  };
  const subscribe = async (): Promise<void> => {
    clearTimeout(again);
    again = undefined;
    attempt += 1;
    const mine = attempt;
    const isMine = (): boolean => mine === attempt && !signal.aborted;
    let isLive = false;
    const receive = (event: Json): void => {
      if (!isMine()) return;
      onEvent(event);
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
      if (mine !== attempt) return;
      leave = left;
      if (signal.aborted) end();
    } catch (error) {
      if (!isMine()) return;
      const refused = problemOf(error);
      if (isFinal?.(refused) !== true) again = setTimeout(() => void subscribe(), againMs);
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
