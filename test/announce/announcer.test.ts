import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { test, type TestContext } from "node:test";
import { promisify } from "node:util";
import type { Answer } from "dns-packet";
import multicastDns from "multicast-dns";
import { serviceType } from "../../src/announce/records.ts";
import { eventually } from "../support/polling.ts";
import { type Machine, privateNet } from "../support/private-net.ts";
import { serveProgram, startCommand, startProgram } from "../support/program.ts";
import { temporaryFolder } from "../support/service.ts";

const run = promisify(execFile);

const on = async ({ through }: Machine, line: string): Promise<void> => {
  const [command = "", ...words] = [...through, ...line.split(" ")];
  await run(command, words);
};

/** A machine with a route to the network's group, as any machine with a network has. */
const machineOf = async (t: TestContext): Promise<Machine | undefined> => {
  const [machine] = (await privateNet(t, 1)) ?? [];
  if (machine !== undefined) await on(machine, "ip route add default dev front");
  return machine;
};

/** Hears what is announced on the test's own network, and asks. */
const listenBeside = async (t: TestContext, { at }: Machine) => {
  const own = at.front.replace(/\d+$/, "254");
  const mdns = multicastDns({ interface: own, bind: "0.0.0.0" });
  t.after(() => mdns.destroy());
  await once(mdns, "ready");
  const heard: (readonly Answer[])[] = [];
  mdns.on("response", ({ answers = [] }) => {
    if (answers.some(({ name }) => name === serviceType)) heard.push(answers);
  });
  return {
    ask: () => mdns.query(serviceType, "PTR"),
    /** The next answer after the first so many, of a kind. */
    hears: (after: number, kind: "goodbye" | "records") =>
      eventually(async () => {
        const found = heard
          .slice(after)
          .find(([first]) => (first?.type === "PTR" && first.ttl === 0) === (kind === "goodbye"));
        return found === undefined ? { not: `${kind} of ${heard.length}` } : { seen: found };
      }, 30_000),
    count: () => heard.length,
  };
};

const textsOf = (answers: readonly Answer[]): readonly string[] =>
  answers.flatMap((answer) =>
    answer.type === "TXT" && Array.isArray(answer.data) ? answer.data.map(String) : [],
  );

const dataOf = (answers: readonly Answer[], type: "A" | "SRV"): unknown =>
  answers.flatMap((answer) => (answer.type === type ? [answer.data] : []))[0];

test("FIND-1, FIND-2: a service that others reach announces itself, answers, and says goodbye; its id is the same after a restart", async (t) => {
  const machine = await machineOf(t);
  if (machine === undefined) return;
  const beside = await listenBeside(t, machine);
  const data = await temporaryFolder(t);
  const open = ["--host", "0.0.0.0"];
  const first = await serveProgram(t, data, open, {}, machine.through);
  const told = await beside.hears(0, "records");
  assert.equal(dataOf(told, "A"), machine.at.front);
  assert.equal(Object(dataOf(told, "SRV")).port, first.port);
  const [id = "", ...texts] = textsOf(told);
  assert.match(id, /^id=[\da-f]{32}$/);
  assert.equal(texts[0], "domain=floorplan");
  assert(first.token !== undefined && !JSON.stringify(told).includes(first.token));
  const [before, began] = [beside.count(), performance.now()];
  await eventually(async () => {
    beside.ask();
    return beside.count() > before + 3 ? { seen: true } : { not: "no answer" };
  }, 30_000);
  // The repeated announcement may be one of the four; of three answers the last comes two seconds after the first.
  assert(performance.now() - began > 1900, "however often one asks, there is an answer a second");
  first.child.kill("SIGTERM");
  await first.ended;
  await beside.hears(0, "goodbye");
  const ended = beside.count();
  await serveProgram(t, data, [...open, "--addresses", "http://plan.example"], {}, machine.through);
  const again = textsOf(await beside.hears(ended, "records"));
  assert(again.includes(id), again.join());
  assert(again.includes("url=http://plan.example"), again.join());
});

test("FIND-3: a service that only this machine reaches, or an ingress, announces nothing", async (t) => {
  const machine = await machineOf(t);
  if (machine === undefined) return;
  const beside = await listenBeside(t, machine);
  const { through } = machine;
  await serveProgram(t, await temporaryFolder(t), [], {}, through);
  const open = ["--host", "0.0.0.0"];
  const ingress = [...open, "--ingress-proxy", "172.30.32.2"];
  await serveProgram(t, await temporaryFolder(t), ingress, {}, through);
  // What this one says comes after anything that the others could have said.
  const last = await serveProgram(t, await temporaryFolder(t), open, {}, through);
  const told = await beside.hears(0, "records");
  assert.equal(Object(dataOf(told, "SRV")).port, last.port);
});

test("FIND-3: where another program keeps the port of multicast, the service works, and says so once", async (t) => {
  const machine = await machineOf(t);
  if (machine === undefined) return;
  const { through } = machine;
  const keep = 'require("dgram").createSocket("udp4").bind(5353, () => console.log("kept"))';
  const keeper = startCommand(t, [...through, process.execPath, "-e", keep], { env: process.env });
  await keeper.printed("kept");
  const args = ["--host", "0.0.0.0"];
  const served = await serveProgram(t, await temporaryFolder(t), args, {}, through);
  await served.printed("cannot announce itself", "err");
  const url = served.url.replace("0.0.0.0", "127.0.0.1");
  const status = startProgram(t, ["status", "--url", url], {}, through);
  assert.equal((await status.ended).code, 0, status.err());
  served.child.kill("SIGTERM");
  assert.deepEqual(await served.ended, { code: 0, signal: null }, served.err());
  assert.equal(served.err().split("cannot announce itself").length, 2, served.err());
});
