import type { RefusalLimits } from "../home-assistant/upstream/refusals.ts";

/** What connections to Home Assistant are bounded by, and where it is. */
export interface HassSettings extends RefusalLimits {
  /** Its address, with `http` or `https` and maybe a path. */
  readonly homeAssistant: string;
  /** Milliseconds that it has for a login or an answer to a question of the service. */
  readonly homeAssistantMs: number;
  /** Milliseconds that it has for an action that a screen of ours asks for. */
  readonly callMs: number;
  /** Milliseconds between two looks at who somebody is, and for which an answer is kept. */
  readonly homeAssistantCheckMs: number;
  /** Logins in a row that it may refuse before the service logs in itself. */
  readonly homeAssistantFailures: number;
  /** Milliseconds of the longest pause between two tries to reach it. */
  readonly homeAssistantPauseMs: number;
  /** Bytes of one message of it. */
  readonly upstreamMessageBytes: number;
  /** Levels of nesting in what of a message is looked at. */
  readonly messageDepth: number;
  /** Bytes that may wait to be sent over one connection to it. */
  readonly upstreamBytes: number;
  /** Commands of one connection that it has not answered. */
  readonly upstreamCommands: number;
  /** Milliseconds between two pings. */
  readonly pingMs: number;
}

/** Where its websocket is. */
export const websocketUrl = ({ homeAssistant }: Pick<HassSettings, "homeAssistant">): string =>
  `${homeAssistant.replace(/^http/, "ws").replace(/\/+$/, "")}/api/websocket`;
