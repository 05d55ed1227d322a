import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { startEtcd } from "../support/etcd.ts";
import { Broker, Listener } from "../support/mqtt.ts";
import { Peer } from "../support/peer.ts";
import { eventually } from "../support/polling.ts";
import { mayUse } from "../support/programs.ts";
import { temporaryFolder } from "../support/service.ts";
import { inCluster, until } from "../support/timeouts.ts";
import { startHome } from "../home-assistant/service-with-token.ts";
import { startServedNode } from "../storage/etcd/served-node.ts";
import { brokerOf, plan } from "./occupancy-service.ts";

test(
  "MQTT-8: of a cluster's nodes one tells, and another once that has stopped",
  inCluster,
  async (t) => {
    for (const program of ["mosquitto", "etcd"] as const) if (!mayUse(t, program)) return;
    const broker = await Broker.start(t);
    const listener = await Listener.of(t, broker.port);
    const { urls } = await startEtcd(t, { members: 1 });
    const home = await startHome(t);
    const homeAssistantTokenFile = join(await temporaryFolder(t), "token");
    await writeFile(homeAssistantTokenFile, home.owner.longLivedToken, { mode: 0o600 });
    const config = {
      cluster: urls.join(","),
      homeAssistant: home.url,
      homeAssistantTokenFile,
      homeAssistantPauseMs: 50,
      mqtt: `mqtt://127.0.0.1:${broker.port}`,
      zoneHoldMs: 100,
    };
    const first = await startServedNode(t, config);
    const second = await startServedNode(t, config);
    await (await Peer.login(t, first.port, first.firstToken)).save(plan);
    const become = (wanted: string): Promise<string> =>
      eventually(async () => {
        const states = await Promise.all([first, second].map(brokerOf));
        const seen = states.map(({ status }) => String(status)).join();
        return seen === wanted ? { seen } : { not: seen };
      }, 60_000);
    await become("connected,standby");
    const availability = [...listener.kept.keys()].find((topic) => topic.endsWith("/status")) ?? "";
    await until(() => listener.kept.get(availability) === "online");
    const from = listener.heard.length;
    await first.stop();
    await eventually(async () => {
      const { status } = await brokerOf(second);
      return status === "connected" ? { seen: status } : { not: String(status) };
    }, 60_000);
    const said = listener.heard
      .slice(from)
      .flatMap(({ topic, payload }) => (topic === availability ? [payload] : []));
    assert.deepEqual([said[0], said.at(-1)], ["offline", "online"]);
    const sofas = [...listener.kept.keys()].filter((topic) => topic.endsWith("/zone/sofa"));
    assert.equal(sofas.length, 1, sofas.join());
  },
);
