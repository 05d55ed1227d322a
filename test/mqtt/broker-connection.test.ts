import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { createSecureContext, createServer } from "node:tls";
import { isRight } from "fp-ts/lib/Either.js";
import { generate, type Packet } from "mqtt-packet";
import { brokerLimits, readBrokerAddress } from "../../src/mqtt/broker-address.ts";
import { BrokerConnection } from "../../src/mqtt/broker-connection.ts";
import { PacketReader } from "../../src/mqtt/packet-reader.ts";
import { makeCertificate } from "../support/certificates.ts";
import { boundary } from "../support/failing-boundary.ts";
import { portToKeep } from "../support/free-ports.ts";
import { temporaryFolder } from "../support/service.ts";
import { bounded, until } from "../support/timeouts.ts";
import { startHostileBroker } from "./hostile-broker.ts";
import { becomes, telling } from "./occupancy-service.ts";

const connectionTo = (port: number, opened: () => void): BrokerConnection => {
  const address = readBrokerAddress(`mqtt://127.0.0.1:${port}`);
  assert(isRight(address), "the address is one");
  return new BrokerConnection({
    address: address.right,
    clientId: "floorplan-test",
    will: { topic: "floorplan/test/status", payload: "offline" },
    topics: ["homeassistant/status"],
    limits: brokerLimits,
    boundary,
    on: {
      opened,
      message: () => undefined,
      confirmed: () => undefined,
      room: () => undefined,
      ended: () => undefined,
    },
  });
};

test(
  "MQTT-6: a broker behind an address that others share is asked for by its name",
  bounded,
  async (t) => {
    const { cert, key } = makeCertificate(await temporaryFolder(t), "broker");
    const context = createSecureContext({ cert: readFileSync(cert), key: readFileSync(key) });
    const asked: string[] = [];
    const server = createServer({
      SNICallback: (name, answer) => {
        asked.push(name);
        answer(null, context);
      },
    });
    const port = await portToKeep();
    server.listen(port, "localhost");
    await once(server, "listening");
    t.after(() => server.close());
    const { service } = await telling(t, port, { mqtt: `mqtts://localhost:${port}` });
    await becomes(service, "certificate");
    assert.equal(asked[0], "localhost");
  },
);

test("MQTT-6: of the shortest packets no more are read in a second than of others", () => {
  const limits = { ...brokerLimits, mqttSecondPackets: 10_000 };
  const read: Packet[] = [];
  let isPaused = false;
  const reader = new PacketReader({
    limits,
    packet: (packet) => read.push(packet),
    broken: (why) => assert.fail(why),
    source: { pause: () => (isPaused = true), resume: () => (isPaused = false) },
  });
  const flood = Buffer.alloc(60_000, generate({ cmd: "pingresp" }));
  reader.take(flood);
  assert(isPaused, "the socket is paused");
  assert(read.length >= 10_000 && read.length < 12_100, `${read.length} packets were read`);
  reader.readOn();
  assert(isPaused, "it is paused again, by what had come");
  assert(read.length < 24_200, `${read.length} packets were read in two seconds`);
  reader.readOn();
  assert(!isPaused, "it goes on");
  assert.equal(read.length, 30_000, "nothing is lost");
});

test("MQTT-6: a broker that goes on after a farewell is left all the same", bounded, async (t) => {
  const broker = await startHostileBroker(t, undefined, { allowHalfOpen: true });
  const { service } = await telling(t, broker.port);
  await becomes(service, "connected");
  const client = broker.clients.at(-1);
  assert(client !== undefined, "the service has connected");
  const flood = setInterval(() => client.send({ cmd: "pingresp" }), 50);
  t.after(() => clearInterval(flood));
  await service.stop();
  await until(() => client.socket.destroyed);
  assert.equal(client.packets.at(-1)?.cmd, "disconnect");
});

test("MQTT-6: a connection that is closed before it stands logs nobody in", bounded, async (t) => {
  const broker = await startHostileBroker(t);
  connectionTo(broker.port, () => undefined).close();
  let isOpen = false;
  const second = connectionTo(broker.port, () => (isOpen = true));
  await until(() => isOpen);
  const logIns = broker.clients.filter(({ packets }) => packets[0]?.cmd === "connect");
  assert.equal(logIns.length, 1, "only the second logged in");
  second.close();
});
