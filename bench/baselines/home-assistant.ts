/**
 * A bare websocket server that stands in for Home Assistant, with the part of its protocol that the service needs: it
 * answers commands at once, sends states, and changes them on request.
 */

import { setTimeout as sleep } from "node:timers/promises";
import * as t from "io-ts";
import type { RawData, WebSocket } from "ws";
import { answerParent, listenForWebSockets, microseconds } from "../processes/child.ts";

const question = t.union([
  /** Answers with the port. */
  t.intersection([
    t.type({ do: t.literal("listen"), entities: t.number }),
    /** Entities that are on, and were on half of each earlier day. */
    t.partial({ lamps: t.array(t.string) }),
  ]),
  /** Resolves when somebody has subscribed to states. */
  t.type({ do: t.literal("subscribed") }),
  /** Changes one state: when it was sent, and the bytes of the event. */
  t.type({ do: t.literal("change") }),
  /** Changes states at a pace for `ms`: how many. */
  t.type({ do: t.literal("flood"), perSecond: t.number, ms: t.number }),
]);

const commandCodec = t.intersection([
  t.type({ type: t.string }),
  t.partial({
    id: t.number,
    /** The length of the answer. */
    bytes: t.number,
    entity_ids: t.array(t.string),
    start_time: t.string,
  }),
]);

const version = '"ha_version":"2026.11.0"}';
const user = '{"id":"bench","name":"bench","is_owner":true,"is_admin":true}';

let entities = 0;
let lamps: readonly string[] = [];
let changes = 0;
let tell: ((event: string) => void) | undefined;
let onSubscribed = (): void => undefined;
const subscribed = new Promise<void>((resolve) => (onSubscribed = resolve));

const light =
  '{"brightness":200,"color_mode":"rgb","rgb_color":[255,200,130],"supported_color_modes":["rgb"]}';

const entity = (number: number): string => `sensor.number_${number % entities}`;

const firstStates = (): string => {
  const states = Array.from(
    { length: entities },
    (_, number) =>
      `"${entity(number)}":{"s":"0","a":{"unit_of_measurement":"W","device_class":"power","friendly_name":"Number ${number}"},"c":"0","lc":1}`,
  );
  const lit = lamps.map((lamp) => `"${lamp}":{"s":"on","a":${light},"c":"0","lc":1}`);
  return `{"a":{${[...states, ...lit].join()}}}`;
};

/** One change as in Home Assistant's events, with its context. */
const nextChange = (): string => {
  changes += 1;
  const context = String(changes).padStart(26, "0");
  return `{"c":{"${entity(changes)}":{"+":{"s":"${changes}","lc":${Date.now() / 1000},"c":"${context}"}}}}`;
};

const change = (): { started: number; bytes: number } => {
  const event = nextChange();
  const started = microseconds();
  tell?.(event);
  return { started, bytes: Buffer.byteLength(event) + '{"type":"event","event":,"id":1}'.length };
};

const flood = async (perSecond: number, ms: number): Promise<number> => {
  const begin = microseconds();
  let sent = 0;
  for (let now = begin; now < begin + ms * 1000; now = microseconds()) {
    for (const due = ((now - begin) * perSecond) / 1_000_000; sent < due; sent += 1) change();
    await sleep(1);
  }
  return sent;
};

/** A day of each entity: it is on and off by turns, six hours each, and none changes with another. */
const history = (asked: readonly string[], start: number): string => {
  const of = (id: string, number: number): string => {
    const changed = Array.from({ length: 5 }, (_, quarter) => {
      const at = start + quarter * 21_600 - ((number * 421) % 21_600);
      return `{"s":"${(quarter + number) % 2 === 0 ? "on" : "off"}","a":${light},"lu":${at}}`;
    });
    return `"${id}":[${changed.join()}]`;
  };
  return `{${asked.map(of).join()}}`;
};

/** The result of a command, as JSON text. */
const resultOf = (command: t.TypeOf<typeof commandCodec>): string => {
  const { type, bytes, entity_ids: asked = [], start_time: start = "" } = command;
  if (type === "auth/current_user") return user;
  if (type === "history/history_during_period") return history(asked, Date.parse(start) / 1000);
  return bytes === undefined ? "null" : JSON.stringify("a".repeat(bytes));
};

const receive = (ws: WebSocket, data: RawData): void => {
  if (!Buffer.isBuffer(data)) throw new Error("a message is one buffer");
  const message: unknown = JSON.parse(data.toString());
  if (!commandCodec.is(message)) throw new Error("only commands are sent here");
  const { type, id } = message;
  if (type === "auth") return ws.send(`{"type":"auth_ok",${version}`);
  ws.send(`{"id":${id},"type":"result","success":true,"result":${resultOf(message)}}`);
  if (type !== "subscribe_entities") return;
  tell = (event) => ws.send(`{"id":${id},"type":"event","event":${event}}`);
  tell(firstStates());
  onSubscribed();
};

answerParent(question, async (asked) => {
  switch (asked.do) {
    case "listen": {
      ({ entities, lamps = [] } = asked);
      const port = await listenForWebSockets((ws) => {
        ws.send(`{"type":"auth_required",${version}`);
        ws.on("message", (data) => receive(ws, data));
      });
      return { port };
    }
    case "subscribed":
      await subscribed;
      return {};
    case "change":
      return change();
    case "flood":
      return flood(asked.perSecond, asked.ms);
  }
});
