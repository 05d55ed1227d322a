import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { boundaryTo } from "../../../src/server/runtime/boundary.ts";
import {
  DeliveryQueue,
  EventStream,
  SharedEvents,
} from "../../../src/server/websocket/event-stream.ts";
import { boundary } from "../../support/failing-boundary.ts";
import { until } from "../../support/timeouts.ts";

const room = { hasRoom: () => true, whenRoom: () => undefined };

/** Announced streams, whose events are noted as they are sent, with the name of their stream in front. */
const streamsOf = (...names: readonly string[]) => {
  const sent: string[] = [];
  const deliveries = new DeliveryQueue(boundary, () => undefined);
  const streams = names.map((name) => {
    const send = (json: readonly Buffer[]): void => void sent.push(name + String(json[0]));
    const stream = new EventStream(send, deliveries, room);
    stream.announced();
    return stream;
  });
  const emit = (event: string): void => {
    for (const stream of streams) stream.emit([Buffer.from(event)]);
  };
  return { sent, streams, emit };
};

test("ORDER-7: an event is delivered after the turn in which its cause is answered, to everybody before the next one is", async () => {
  const { sent, emit } = streamsOf("a", "b", "c");
  emit("1");
  emit("2");
  assert.deepEqual(sent, [], "whoever caused them is answered first");
  await nextTurn();
  assert.deepEqual(sent, ["a1", "b1", "c1", "a2", "b2", "c2"]);
  emit("3");
  await nextTurn();
  assert.deepEqual(sent.slice(6), ["a3", "b3", "c3"]);
});

test("ORDER-3, ORDER-7: a connection that is about to be answered has its events before, and once", async () => {
  const { sent, streams, emit } = streamsOf("a", "b");
  emit("1");
  streams[1]?.deliverAll();
  assert.deepEqual(sent, ["b1"]);
  emit("2");
  await nextTurn();
  assert.deepEqual(sent, ["b1", "a1", "b2", "a2"]);
});

test("ORDER-4, CORE-3: a stream that ends delivers what it has, and nothing later", async () => {
  const { sent, streams, emit } = streamsOf("a", "b");
  emit("1");
  streams[0]?.end();
  assert.deepEqual(sent, ["a1"]);
  emit("2");
  await nextTurn();
  assert.deepEqual(sent, ["a1", "b1", "b2"]);
});

test("OPS-14: a stream whose event cannot be delivered holds up no other", async () => {
  const bugs: string[] = [];
  const sent: string[] = [];
  const delivered = new Promise<void>((resolve) => {
    const noting = boundaryTo((error) => void bugs.push(String(error)));
    const deliveries = new DeliveryQueue(noting, () => resolve());
    const streamThat = (deliverNext: () => boolean): void => deliveries.expect({ deliverNext });
    const once = (name: string) => (): boolean => sent.push(name) < 0;
    streamThat(once("a"));
    streamThat(() => {
      throw new Error("odd");
    });
    streamThat(once("b"));
  });
  await delivered;
  assert.deepEqual({ sent, bugs }, { sent: ["a", "b"], bugs: ["Error: odd"] });
});

test("OPS-14, ORDER-7: of events that streams share each is taken by all before the next one, also where one of them fails, and by one that is answered before its reply", async () => {
  const bugs: string[] = [];
  const sent: string[] = [];
  let isDone = false;
  const noting = boundaryTo((error) => void bugs.push(String(error)));
  const deliveries = new DeliveryQueue(noting, () => (isDone = true), 0);
  const shared = new SharedEvents<string>();
  const join = (name: string): EventStream => {
    const send = (json: readonly Buffer[]): void => void sent.push(name + json.join(""));
    const stream = new EventStream(send, deliveries, room);
    stream.announced();
    stream.joins(shared, (event) => {
      if (name === "odd") throw new Error("odd");
      stream.emit([Buffer.from(event)]);
    });
    return stream;
  };
  const [, , last] = [join("a"), join("odd"), join("b")];
  shared.publish("1");
  shared.publish("2");
  last?.deliverAll();
  assert.deepEqual(sent, ["b1", "b2"]);
  last?.end();
  shared.publish("3");
  await until(() => isDone);
  assert.deepEqual(sent, ["b1", "b2", "a1", "a2", "a3"]);
  join("c");
  shared.publish("4");
  isDone = false;
  await until(() => isDone);
  assert.deepEqual(sent.slice(5), ["a4", "c4"]);
  assert.deepEqual(
    bugs,
    Array.from({ length: 4 }, () => "Error: odd"),
  );
});
