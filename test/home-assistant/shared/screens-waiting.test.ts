import assert from "node:assert/strict";
import { test } from "node:test";
import { isLeft } from "fp-ts/lib/Either.js";
import { entitiesEventCodec } from "../../../src/home-assistant/shared/entity-events.ts";
import { SharedStates } from "../../../src/home-assistant/shared/shared-states.ts";
import { DeliveryQueue, EventStream } from "../../../src/server/websocket/event-stream.ts";
import { anyObject } from "../../../src/model/codec.ts";
import { ofMany, until } from "../../support/timeouts.ts";
import { boundary } from "../../support/failing-boundary.ts";
import { bytesOf, Peer } from "../../support/peer.ts";
import { settled } from "../service-with-token.ts";
import { compressedState } from "../known-states.ts";

/** The states that events tell, one after another. */
class ToldEvents {
  readonly states = new Map<string, string>();

  take(event: unknown): void {
    const read = entitiesEventCodec.decode(event);
    if (isLeft(read)) return;
    const { a = {}, c = {} } = read.right;
    for (const [id, { s }] of Object.entries(a)) this.states.set(id, s);
    for (const [id, { "+": plus }] of Object.entries(c))
      if (plus?.s !== undefined) this.states.set(id, plus.s);
  }
}

/** A peer that has read everything. */
const open = { hasRoom: () => true, whenRoom: (callback: () => void): void => callback() };

test("SCREEN-12: nothing is lost where the last event of a screen still waits for its turn", async () => {
  const seen = new ToldEvents();
  const sent: string[] = [];
  const send = (json: readonly Buffer[]): void => {
    sent.push(String(Buffer.concat(json)));
    seen.take(JSON.parse(sent.at(-1) ?? ""));
  };
  const stream = new EventStream(send, new DeliveryQueue(boundary, () => undefined, 1), open);
  const states = new SharedStates(0, boundary);
  states.replace({ "light.a": { s: "off" }, "light.b": { s: "off" } });
  states.join(stream);
  stream.announced();
  for (let step = 0; step < 100; step += 1) {
    states.apply({ c: { "light.a": { "+": { s: `on ${step}` } } } });
    states.apply({ c: { "light.b": { "+": { s: `on ${step}` } } } });
  }
  await until(() => seen.states.get("light.b") === "on 99");
  assert.equal(seen.states.get("light.a"), "on 99");
  assert.equal(sent.length, 3, "what it missed meanwhile is told in one event");
});

test("SCREEN-12: nothing is lost where a screen has room again at once", () => {
  const seen = new ToldEvents();
  const screen = {
    emit: (json: readonly Buffer[]) => seen.take(JSON.parse(String(Buffer.concat(json)))),
    hasRoom: () => false,
    whenRoom: (callback: () => void) => callback(),
  };
  const states = new SharedStates(0, boundary);
  states.replace({ "light.a": { s: "off" } });
  states.join(screen);
  states.apply({ c: { "light.a": { "+": { s: "on" } } } });
  assert.equal(seen.states.get("light.a"), "on");
});

for (const statesMs of [0, 100])
  test(
    `SCREEN-12: three hundred screens know the last of all states while plans are saved, with states-ms ${statesMs}`,
    ofMany,
    async (t) => {
      const ids = Array.from({ length: 100 }, (_, at) => `sensor.number_${at}`);
      const fence = "sensor.fence";
      const plan = { sensors: [...ids, fence].map((entity) => ({ entity })) };
      const { service, home, admin } = await settled(t, plan, { statesMs, viewerConnections: 300 });
      const [asked] = home.of("subscribe_entities");
      const fill = "x".repeat(300);
      asked?.emit({ a: Object.fromEntries(ids.map((id) => [id, compressedState("0", { fill })])) });
      const screens = await Promise.all(
        Array.from({ length: 300 }, async () => {
          const peer = await Peer.login(t, service.port, service.viewer);
          const seen = new ToldEvents();
          peer.ws.on("message", (data) => {
            const message: unknown = JSON.parse(String(bytesOf(data)));
            if (anyObject.is(message)) seen.take(message["event"]);
          });
          await peer.result("subscribe_entities");
          return seen;
        }),
      );
      const last = new Map<string, string>();
      for (let save = 0; save < 6; save += 1) {
        const saved = admin.save({ ...plan, note: `${"y".repeat(300_000)}${save}` });
        for (let step = 0; step < 40; step += 1) {
          const id = ids[(save * 40 + step * 7) % ids.length] ?? "";
          last.set(id, `${save}.${step}`);
          asked?.emit({ c: { [id]: { "+": { s: `${save}.${step}` } } } });
          await new Promise((resolve) => setImmediate(resolve));
        }
        await saved;
      }
      asked?.emit({ a: { [fence]: compressedState("there") } });
      for (const [id, state] of [...last, [fence, "there"] as const])
        for (const seen of screens) await until(() => seen.states.get(id) === state);
    },
  );
