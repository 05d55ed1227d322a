import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { portToKeep } from "../support/free-ports.ts";
import { listening } from "../support/listen-on-free-port.ts";
import { Peer } from "../support/peer.ts";
import { numberedPlan } from "../support/plans.ts";
import { startTestHomes } from "../support/homes.ts";
import { runProgram } from "../support/program.ts";
import { startTestService } from "../support/service.ts";

test("CLI-17: status tells that a service is ready, without a token", async (t) => {
  const { port, url, admin } = await startTestService(t);
  const peer = await Peer.login(t, port, admin);
  await peer.save(numberedPlan(1));
  const asked = await runProgram(t, ["status", "--url", url]);
  assert.deepEqual([asked.code, asked.out, asked.err], [0, "ready, revision 1\n", ""]);
});

test("CLI-17: status tells what is wrong with a cluster in which plans can be saved all the same", async (t) => {
  const body = '{"status":"degraded","rev":3,"reason":"member http://etcd2:2379 does not run"}';
  const server = createServer((_request, response) => void response.end(body));
  const url = await listening(t, server);
  const asked = await runProgram(t, ["status", "--url", url]);
  const told = "degraded, revision 3: member http://etcd2:2379 does not run\n";
  assert.deepEqual([asked.code, asked.out, asked.err], [0, told, ""]);
});

test("CLI-17: status tells that a service of many homes is ready, which has no revision", async (t) => {
  const { url } = await startTestHomes(t, { ids: [] });
  const asked = await runProgram(t, ["status", "--url", url]);
  assert.deepEqual([asked.code, asked.out], [0, "ready\n"]);
});

test("CLI-17: status fails where the service is not ready, or nothing answers", async (t) => {
  const answers: [status: number, body: string][] = [
    [503, '{"status":"loading"}'],
    [503, '{"status":"failed","reason":"no room"}'],
    [503, '{"status":"degraded","rev":3,"reason":"no quorum"}'],
    [403, '{"message":"this is not its name"}'],
    [200, "{}"],
    [200, "<!doctype html>"],
  ];
  const server = createServer((_request, response) => {
    const [status, body] = answers.shift() ?? [500, ""];
    response.writeHead(status).end(body);
  });
  // Once it is closed nobody else is to get its port.
  const port = await portToKeep();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const environment = { FLOORPLAN_URL: `http://127.0.0.1:${port}` };
  const stranger = `${environment.FLOORPLAN_URL} answers, but is not a floor plan service`;
  for (const told of [
    "loading",
    "failed: no room",
    "degraded: no quorum",
    "403: this is not its name",
    stranger,
    stranger,
  ]) {
    const asked = await runProgram(t, ["status"], environment);
    assert.deepEqual([asked.code, asked.out, asked.err], [1, "", `floorplan: ${told}\n`]);
  }
  await new Promise((resolve) => server.close(resolve));
  const none = await runProgram(t, ["status"], environment);
  assert.deepEqual([none.code, none.out], [1, ""]);
  assert.match(none.err, /^floorplan: no answer from http:\S+: connect ECONNREFUSED \S+\n$/);
});
