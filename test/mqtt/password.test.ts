import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { Broker } from "../support/mqtt.ts";
import { Peer } from "../support/peer.ts";
import { mayUse } from "../support/programs.ts";
import { temporaryFolder } from "../support/service.ts";
import { bounded } from "../support/timeouts.ts";
import { serviceOf, startHome } from "../home-assistant/service-with-token.ts";
import { becomes, plan } from "./occupancy-service.ts";

const password = "geheim:/@%ß";
const mqttOf = (port: number, word: string): string =>
  `mqtt://anna:${encodeURIComponent(word)}@127.0.0.1:${port}`;

test(
  "MQTT-7: a real broker lets the service in with its password, which is in no log, answer, metric or file; a wrong one has its words",
  bounded,
  async (t) => {
    if (!mayUse(t, "mosquitto")) return;
    const users = join(await temporaryFolder(t), "users");
    await writeFile(users, "");
    await promisify(execFile)("mosquitto_passwd", ["-b", users, "anna", password]);
    const broker = await Broker.start(t, users);
    const home = await startHome(t);
    const config = { mqttPauseMs: 50, logLevel: "debug" };
    const service = await serviceOf(t, home, { ...config, mqtt: mqttOf(broker.port, password) });
    const wrong = await serviceOf(t, home, { ...config, mqtt: mqttOf(broker.port, "geheimnis") });
    for (const each of [service, wrong])
      await (await Peer.login(t, each.port, each.admin)).save(plan);
    await becomes(service, "connected");
    assert.equal(
      await becomes(wrong, "refused"),
      "the MQTT broker refuses the user or password of --mqtt, or what it may do",
    );
    const problem = wrong.log.find(({ msg }) => msg.startsWith("the MQTT broker cannot be used"));
    assert.match(String(problem?.["problem"]), /check the name and password in --mqtt$/);
    for (const each of [service, wrong]) {
      const asked = ["/healthz", "/metrics", "/api/openapi.json"].map(async (path) => {
        const headers = { authorization: `Bearer ${each.admin}` };
        return (await fetch(`${each.url}${path}`, { headers })).text();
      });
      const answers = await Promise.all(asked);
      await each.stop();
      const names = await readdir(each.data, { recursive: true, withFileTypes: true });
      const files = names
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => readFile(join(parentPath, name), "latin1"));
      const all = [...answers, ...(await Promise.all(files)), JSON.stringify(each.log)];
      assert(all.length > 6, `${all.length} texts are read`);
      for (const text of all) assert(!/geheim|anna/.test(text), "the password is told nowhere");
    }
  },
);
