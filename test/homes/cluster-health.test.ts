import assert from "node:assert/strict";
import { test } from "node:test";
import { startEtcd } from "../support/etcd.ts";
import { eventually } from "../support/polling.ts";
import { mayUse } from "../support/programs.ts";
import { bounded, inCluster } from "../support/timeouts.ts";
import { startTestHomes } from "./provider-service.ts";

test(
  "HOMES-163: /healthz of many homes in a cluster tells the cluster's state, and to strangers nothing of any home",
  inCluster,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const { urls, members, leader, ctl } = await startEtcd(t, { members: 3 });
    const first = await leader();
    const { ask, url, log } = await startTestHomes(t, { cluster: urls.join(",") });
    assert.equal((await ask("POST", "/provider/homes", { id: "secret" })).status, 201);
    const health = async () => {
      const response = await fetch(`${url}/healthz`);
      return { code: response.status, text: await response.text() };
    };
    const once = (code: number, status: string) =>
      eventually(async () => {
        const { code: now, text } = await health();
        const told: unknown = JSON.parse(text);
        const isSo = now === code && Object(told)["status"] === status;
        return isSo ? { seen: { text, told: Object(told) } } : { not: `it says ${now} ${text}` };
      }, bounded.timeout);

    const { told: well } = await once(200, "ready");
    assert.deepEqual(Object.keys(well), ["status", "cluster"]);
    assert.equal(well["cluster"]["members"].length, 3);
    assert.equal(well["cluster"]["nodes"].length, 1);

    assert.equal((await fetch(`${url}/h/secret/settings.json`)).status, 200);
    const prefix = "/floorplan/floorplan/homes/";
    const found = await ctl("get", prefix, "--prefix", "--keys-only");
    const users = found.split("\n").find((key) => key.endsWith("/document/users"));
    assert(users !== undefined, `a document of users is among ${found}`);
    await ctl("put", users, "no JSON");
    await eventually(async () => {
      const warned = log.find(({ msg }) => /^users, bans .* of a home/.test(msg));
      return warned?.["home"] === "secret" ? { seen: warned } : { not: "the log does not tell" };
    }, bounded.timeout);
    const { body } = await ask("GET", "/healthz");
    assert.equal(body["status"], "ready", "a home's damaged document is not the node's problem");
    assert.equal(Object(body["homes"])["all"], 1);

    await members[(first + 1) % 3]?.kill();
    const { told: lame, text } = await once(200, "degraded");
    assert.match(lame["reason"], /^member \d of --cluster is not running$/);
    assert(!text.includes("secret") && !urls.some((each) => text.includes(each)));
    await members[(first + 2) % 3]?.kill();
    const { text: without } = await once(503, "degraded");
    assert.match(without, /the cluster has no quorum: plans can be read, but not saved/);
    assert(!without.includes("secret"));
    assert.equal((await fetch(`${url}/livez`)).status, 200);
  },
);
