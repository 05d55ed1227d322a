import type { Connection } from "home-assistant-js-websocket";
import { isObject, type Json } from "../../json/json.ts";
import { type PlanData } from "../../elements/entities.ts";
import type { Following } from "./plan-client.ts";
import { problemOf } from "./problem.ts";

/** Who follows a plan over a connection, and until when. */
export interface Follower {
  /** Type of the command that subscribes. */
  readonly type: string;
  readonly onPlan: (plan: PlanData) => void;
  readonly onState: (state: Following) => void;
  readonly signal: AbortSignal;
}

const againMs = 10_000;

/**
 * Subscribes, again whenever the connection has come back, and some time after a refusal: what refuses now,
 * such as an integration that is not loaded yet, may take it later.
 */
// The library's own resubscription lets a refusal go unheard.
export const follow = (
  connection: Connection,
  { type, onPlan, onState, signal }: Follower,
): void => {
  let attempt = 0;
  let leave: (() => Promise<void>) | undefined;
  const end = (): void => {
    leave?.().catch(() => undefined);
    leave = undefined;
  };
  const subscribe = async (): Promise<void> => {
    attempt += 1;
    const mine = attempt;
    const isMine = (): boolean => mine === attempt && !signal.aborted;
    let isLive = false;
    const receive = (event: Json): void => {
      if (!isMine()) return;
      onPlan(isObject(event) ? event : {});
      if (!isLive) onState("live");
      isLive = true;
    };
    try {
      const left = await connection.subscribeMessage(receive, { type }, { resubscribe: false });
      // On a later connection the subscription's number may be another's.
      if (mine !== attempt) return;
      leave = left;
      if (signal.aborted) end();
    } catch (error) {
      if (!isMine()) return;
      onState({ refused: problemOf(error) });
      setTimeout(() => {
        if (isMine()) void subscribe();
      }, againMs);
    }
  };
  const on = (...listening: Parameters<Connection["addEventListener"]>): void => {
    connection.addEventListener(...listening);
    signal.addEventListener("abort", () => connection.removeEventListener(...listening));
  };
  signal.addEventListener("abort", end);
  on("ready", () => void subscribe());
  on("disconnected", () => {
    attempt += 1;
    leave = undefined;
    onState("away");
  });
  on("reconnect-error", (_, error: unknown) => onState({ refused: problemOf(error) }));
  if (connection.connected) void subscribe();
  else onState("away");
};
