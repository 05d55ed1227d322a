/** As much of Home Assistant as the service needs: it tells states of entities, and changes them as it is told. */
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { isLeft } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { WebSocketServer } from "ws";
import { answerParent } from "./child.ts";
import { bytesOfData } from "../src/server/websocket/frames.ts";
import { microseconds } from "./clock.ts";

const question = t.union([
  t.type({ do: t.literal("listen"), entities: t.number }),
  /** Resolves when somebody has subscribed to states. */
  t.type({ do: t.literal("subscribed") }),
  /** Changes one state: when it was sent, and the bytes of the event. */
  t.type({ do: t.literal("change") }),
  /** Changes states at a pace for `ms`: how many. */
  t.type({ do: t.literal("flood"), perSecond: t.number, ms: t.number }),
]);

const commandCodec = t.type({ id: t.number, type: t.string });

let entities = 0;
let changes = 0;
let tell: ((event: string) => void) | undefined;
let onSubscribed = (): void => undefined;
const subscribed = new Promise<void>((resolve) => (onSubscribed = resolve));

const entity = (number: number): string => `sensor.number_${number % entities}`;

const firstStates = (): string => {
  const states = Array.from(
    { length: entities },
    (_, number) =>
      `"${entity(number)}":{"s":"0","a":{"unit_of_measurement":"W","device_class":"power","friendly_name":"Number ${number}"},"c":"0","lc":1}`,
  );
  return `{"a":{${states.join()}}}`;
};

/** One change as Home Assistant tells it, its context included. */
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

answerParent(question, async (asked) => {
  switch (asked.do) {
    case "listen": {
      ({ entities } = asked);
      const server = new WebSocketServer({ host: "127.0.0.1", port: 0, perMessageDeflate: false });
      server.on("connection", (ws) => {
        ws.send('{"type":"auth_required","ha_version":"2026.11.0"}');
        ws.once("message", () => {
          ws.send('{"type":"auth_ok","ha_version":"2026.11.0"}');
          ws.on("message", (data) => {
            const command = commandCodec.decode(JSON.parse(bytesOfData(data).toString("utf8")));
            if (isLeft(command)) throw new Error("the service sends no command");
            const { id, type } = command.right;
            ws.send(`{"id":${id},"type":"result","success":true,"result":null}`);
            if (type !== "subscribe_entities") return;
            tell = (event) => ws.send(`{"id":${id},"type":"event","event":${event}}`);
            tell(firstStates());
            onSubscribed();
          });
        });
      });
      await once(server, "listening");
      const address = server.address();
      if (typeof address !== "object" || address === null) throw new Error("the house has no port");
      return { port: address.port };
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
