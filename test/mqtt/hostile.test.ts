import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:net";
import { test, type TestContext } from "node:test";
import type { ServiceConfig } from "../../src/server/limits.ts";
import { randomCases } from "../campaign/scale.ts";
import { seededRandom } from "../support/random.ts";
import { bounded, until } from "../support/timeouts.ts";
import { Peer } from "../support/peer.ts";
import type { TestService } from "../support/service.ts";
import { type HostileBroker, startHostileBroker } from "./hostile-broker.ts";
import { becomes, brokerOf, homeOf, plan, sits, leaves, telling } from "./occupancy-service.ts";

/** Short pauses and times. */
const soon: Partial<ServiceConfig> = { mqttPauseMs: 20, mqttMs: 300, mqttSilenceMs: 300 };

const problems = ({ log }: TestService): readonly string[] =>
  log.flatMap(({ msg, problem }) =>
    msg.startsWith("the MQTT broker cannot be used") ? [String(problem)] : [],
  );

/** Plan commands know nothing of the broker. */
const assertUnharmed = async ({ log }: TestService, admin: Peer): Promise<void> => {
  const before = Object(await admin.result("floorplan/plan/get")).rev;
  assert.equal(await admin.save({ ...plan, note: before }), before + 1);
  const bugs = log.filter(({ level }) => Number(level) >= 50);
  assert.deepEqual(bugs, [], "no bug is logged");
};

/** Lets a broker go wrong until `/healthz` says so, and then do what it should. */
const assertRecovers = async (
  t: TestContext,
  broker: HostileBroker,
  status: string,
  words: RegExp,
): Promise<void> => {
  const { service, admin } = await telling(t, broker.port, soon);
  const reason = await becomes(service, status);
  assert(!/127\.0\.0\.1/.test(reason), `no address is told to strangers: ${reason}`);
  await until(() => problems(service).some((each) => words.test(each)));
  const came = broker.clients.length;
  await until(() => broker.clients.length > came + 1);
  const again = problems(service).filter((each, at, all) => each === all[at - 1]);
  assert.deepEqual(again, [], "a problem is told once");
  await assertUnharmed(service, admin);
  broker.become((_packet, _client, usual) => usual());
  await becomes(service, "connected");
};

const publish = (topic: string, payload: string) =>
  ({ cmd: "publish", topic, payload, qos: 0, retain: false, dup: false }) as const;

test(
  "MQTT-6: a broker that refuses the password is told with the setting's name",
  bounded,
  async (t) => {
    const broker = await startHostileBroker(t, (_packet, { send }) =>
      send({ cmd: "connack", returnCode: 5, sessionPresent: false }),
    );
    await assertRecovers(
      t,
      broker,
      "refused",
      /has no right|with a user and password: check .* --mqtt/,
    );
  },
);

test("MQTT-6: a broker that grants no subscription is told with its topic", bounded, async (t) => {
  const broker = await startHostileBroker(t, (packet, { send }, usual) =>
    packet.cmd === "subscribe"
      ? send({ cmd: "suback", messageId: packet.messageId ?? 0, granted: [0, 128, 0] })
      : usual(),
  );
  await assertRecovers(t, broker, "refused", /does not let this user read homeassistant\/bin/);
});

test(
  "MQTT-6: what is no broker, or breaks the protocol, is left and tried again",
  bounded,
  async (t) => {
    const broker = await startHostileBroker(t, (_packet, { socket }) =>
      socket.write("HTTP/1.1 400 Bad Request\r\n\r\n"),
    );
    await assertRecovers(t, broker, "nonsense", /is not understood: it breaks the protocol: /);
  },
);

test(
  "MQTT-6: a packet that is too long is refused before it has come whole",
  bounded,
  async (t) => {
    const broker = await startHostileBroker(t, (packet, { socket }, usual) => {
      if (packet.cmd !== "publish") return usual();
      // 256 MB of a message, by its length.
      socket.write(Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f]));
      socket.write(Buffer.alloc(200_000));
    });
    await assertRecovers(t, broker, "nonsense", /more than mqtt-packet-bytes, 65536$/);
  },
);

test(
  "MQTT-6: a broker that says nothing, confirms nothing or reads nothing is slow",
  bounded,
  async (t) => {
    const silent = await startHostileBroker(t, () => undefined);
    await assertRecovers(t, silent, "slow", /not answered within mqtt-ms, 300 ms$/);
    const deaf = await startHostileBroker(t, (packet, _client, usual) => {
      if (packet.cmd !== "publish") usual();
    });
    await assertRecovers(t, deaf, "slow", /does not confirm .* mqtt-silence-ms, 300 ms$/);
    const stopped = await startHostileBroker(t, (packet, { socket }, usual) => {
      usual();
      if (packet.cmd === "publish") socket.pause();
    });
    await assertRecovers(t, stopped, "slow", /silent for longer than mqtt-silence-ms, 300 ms$/);
  },
);

test("MQTT-6: a broker that ends each connection at once is told once", bounded, async (t) => {
  const broker = await startHostileBroker(t, (packet, { socket }, usual) => {
    usual();
    if (packet.cmd === "subscribe") socket.end();
  });
  await assertRecovers(t, broker, "unreachable", /ended the connection$/);
});

test(
  "MQTT-6: nothing that listens, and no TLS where it was to be, have their words",
  bounded,
  async (t) => {
    const server = createServer((socket) => socket.end("no TLS"));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    t.after(() => server.close());
    const { port } = Object(server.address());
    const { service, admin } = await telling(t, port, {
      ...soon,
      mqtt: `mqtts://127.0.0.1:${port}`,
    });
    await becomes(service, "nonsense");
    await assertUnharmed(service, admin);
    const { service: alone } = await telling(t, 1, soon);
    assert.equal(await becomes(alone, "unreachable"), "the MQTT broker cannot be reached");
    assert.match(
      problems(alone).join("\n"),
      /^the broker at mqtt:\/\/127.0.0.1:1 cannot be reached: /,
    );
  },
);

test(
  "MQTT-6: a flood of messages is read at a bounded rate, causes little, and removes nothing that is ours",
  bounded,
  async (t) => {
    const broker = await startHostileBroker(t);
    const config = { mqttPauseMs: 20, mqttSecondBytes: 100_000, mqttTopics: 2000 };
    const { service, admin } = await telling(t, broker.port, config);
    await becomes(service, "connected");
    const id = await homeOf(service);
    const own = `homeassistant/binary_sensor/floorplan_${id}`;
    const client = broker.clients.at(-1);
    assert(client !== undefined, "the service has connected");
    const before = broker.told().length;
    const wave = Array.from({ length: 500 }, (_each, at) => [
      publish("homeassistant/status", "online"),
      publish(`floorplan/${id}/status`, "offline"),
      publish(`${own}/sofa/config`, "{}"),
      publish(`${own}/odd${at}/config`, "{}"),
      publish(`${own}/../config`, "{}"),
      publish("elsewhere", "x"),
    ]).flat();
    client.send(...wave);
    await assertUnharmed(service, admin);
    await until(() => broker.told().some((topic) => topic === `${own}/odd499/config`));
    const after = broker.told().slice(before);
    const ofSofa = after.filter((topic) => topic === `${own}/sofa/config`);
    assert(ofSofa.length < 30, `the sofa is described ${ofSofa.length} times`);
    assert(!after.some((topic) => topic.includes("..")), "what is no zone's is left alone");
    assert.equal((await brokerOf(service))["status"], "connected");
  },
);

test(
  "MQTT-6: of a state that changes while the broker confirms nothing only the newest is told then",
  bounded,
  async (t) => {
    let isHeld = false;
    const held: (() => void)[] = [];
    const broker = await startHostileBroker(t, (packet, _client, usual) => {
      if (isHeld && packet.cmd === "publish") held.push(usual);
      else usual();
    });
    const { service, home, admin } = await telling(t, broker.port, {
      mqttSilenceMs: 20_000,
      zoneHoldMs: 0,
    });
    await becomes(service, "connected");
    const id = await homeOf(service);
    const states = (): readonly string[] =>
      broker.clients.flatMap(({ packets }) =>
        packets.flatMap((packet) =>
          packet.cmd === "publish" && packet.topic === `floorplan/${id}/zone/sofa`
            ? [Object(JSON.parse(String(packet.payload))).occupancy]
            : [],
        ),
      );
    await until(() => states().at(-1) === "OFF");
    const before = states().length;
    isHeld = true;
    sits(home);
    await until(() => states().length === before + 1);
    // Each is told to a screen, and so was counted.
    const screen = await Peer.login(t, service.port, home.owner.longLivedToken);
    await screen.result("floorplan/positions/subscribe");
    for (let at = 0; at < 3; at += 1) {
      const last = screen.received.length;
      if (at % 2 === 0) leaves(home);
      else sits(home);
      await until(() => screen.received.length > last);
    }
    assert.equal(states().length, before + 1, "one waits to be confirmed");
    isHeld = false;
    for (const confirm of held) confirm();
    await until(() => states().at(-1) === "OFF");
    assert.deepEqual(states().slice(before), ["ON", "OFF"]);
    await assertUnharmed(service, admin);
  },
);

test("MQTT-6: bytes at random harm nothing", bounded, async (t) => {
  const { below } = seededRandom(t);
  const broker = await startHostileBroker(t);
  const { service, admin } = await telling(t, broker.port, { ...soon, mqttPauseMs: 1 });
  for (let at = 0; at < randomCases(50, 1000); at += 1) {
    await until(() => broker.clients.some(({ socket }) => !socket.destroyed));
    const client = broker.clients.find(({ socket }) => !socket.destroyed);
    assert(client !== undefined, `a connection for case ${at}`);
    const bytes = Buffer.from(Array.from({ length: 1 + below(40) }, () => below(256)));
    client.socket.end(bytes);
    await once(client.socket, "close");
  }
  broker.become((_packet, _client, usual) => usual());
  await becomes(service, "connected");
  await assertUnharmed(service, admin);
});
