import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { type WebSocket, WebSocketServer } from "ws";
import { clientOf } from "../support/data-folder.ts";
import { behindTwoRelays } from "../support/tcp-relay.ts";
import { portToKeep } from "../support/free-ports.ts";
import { runProgram } from "../support/program.ts";
import { runInProcess } from "../support/run-command.ts";
import { startTestService, temporaryFolder } from "../support/service.ts";

/** A file with an empty plan. */
const emptyPlan = async (t: TestContext): Promise<string> => {
  const file = join(await temporaryFolder(t), "plan.json");
  await writeFile(file, "{}");
  return file;
};

/** The commands that talk to a service. */
const clients = async (t: TestContext): Promise<readonly (readonly string[])[]> => [
  ["get"],
  ["save", await emptyPlan(t)],
  ["watch"],
  ["history"],
];

/** Runs each of them; all must end with 1, print nothing, and say why in one line. */
const sentences = async (
  t: TestContext,
  environment: Readonly<Record<string, string>>,
): Promise<readonly string[]> => {
  const commands = await clients(t);
  const runs = await Promise.all(commands.map((args) => runInProcess(args, environment)));
  return runs.map(({ code, out, err }, position) => {
    assert.deepEqual([code, out], [1, ""], commands[position]?.join(" "));
    assert.match(err, /^floorplan: [a-z][^\n]*\n$/);
    assert.doesNotMatch(err, /Error\b|undefined|\bat \//, "a sentence, no exception");
    return err;
  });
};

/** A service that lets everybody in, and does with each command what a test says. */
const fakeService = async (
  t: TestContext,
  serve: (ws: WebSocket, command: string) => void,
): Promise<string> => {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  t.after(() => server.close());
  await once(server, "listening");
  server.on("connection", (ws) => {
    ws.send('{"type":"auth_required","ha_version":"2022.1.0"}');
    ws.once("message", () => {
      ws.send('{"type":"auth_ok","ha_version":"2022.1.0"}');
      ws.on("message", (data: Buffer) => serve(ws, data.toString()));
    });
  });
  const address = server.address();
  assert(typeof address === "object" && address !== null);
  return `http://127.0.0.1:${address.port}`;
};

test("CLI-14: a service that is not there is told in a sentence that names its address", async (t) => {
  const port = await portToKeep();
  const url = `http://127.0.0.1:${port}`;
  for (const said of await sentences(t, clientOf(url, "token"))) {
    assert.match(said, /no service answers/);
    assert(said.includes(url), said);
  }
});

test("CLI-14: a token that is refused is told in a sentence", async (t) => {
  const { url } = await startTestService(t, { config: { loginDelayMs: 0 } });
  for (const said of await sentences(t, clientOf(url, "wrong")))
    assert.match(said, /does not accept this token/);
});

test("SESS-8: save says that nobody knows what came of it, and where to look, and fails", async (t) => {
  const url = await fakeService(t, (ws, command) => {
    const { id }: { readonly id: number } = JSON.parse(command);
    const error = { code: "outcome_unknown", message: "nobody knows: no quorum" };
    ws.send(JSON.stringify({ id, type: "result", success: false, error }));
  });
  const { code, out, err } = await runProgram(t, ["save", "-"], clientOf(url, "token"), "{}");
  assert.deepEqual([code, out], [1, ""]);
  assert.match(
    err,
    /^floorplan: outcome_unknown: nobody knows: no quorum; look with "floorplan get"/,
  );
});

test("ADDRESS-8: commands take several addresses, and are done at one that answers", async (t) => {
  const { service, a, b } = await behindTwoRelays(t);
  a.kill();
  const urls = clientOf(`${a.url}, ${b.url}/`, service.admin);
  const run = async (...args: readonly string[]): Promise<string> => {
    const { code, out, err } = await runInProcess(args, urls);
    assert.deepEqual([code, err], [0, ""], args.join(" "));
    return out;
  };
  assert.match(await run("status"), /^ready, revision 0\n/);
  assert.match(await run("save", await emptyPlan(t)), /^saved as revision 1\n/);
  assert.match(await run("get"), /"rev": 1/);
  const file = join(await temporaryFolder(t), "floor.svg");
  await writeFile(file, '<svg xmlns="http://www.w3.org/2000/svg"/>');
  assert.match(await run("background", "put", "0", file), /^\/local\/floorplan\/bg_0\.svg/);
  b.kill();
  const none = await runInProcess(["get"], urls);
  assert.match(none.err, new RegExp(`no service answers at ${a.url} or ${b.url}\\n`));
  const odd = await runInProcess(["get"], clientOf(`${a.url},home.example`, "token"));
  assert.deepEqual([odd.code, /"home\.example"/.test(odd.err)], [2, true], odd.err);
});

test("CLI-14: a connection that is lost before the answer is told in a sentence", async (t) => {
  const url = await fakeService(t, (ws) => ws.terminate());
  const answered = (await clients(t)).filter(([verb]) => verb !== "watch");
  const runs = await Promise.all(
    answered.map((args) => runInProcess(args, clientOf(url, "token"))),
  );
  for (const { code, out, err } of runs) {
    assert.deepEqual([code, out], [1, ""]);
    assert.match(err, /^floorplan: the connection was lost[^\n]*\n$/);
  }
});

test("CLI-10: history lists the earlier plans also of a service that does not tell who saved them", async (t) => {
  const entry = { rev: 1, saved_at: "2024-05-06T07:08:09.123+00:00", rooms: 2, items: 3 };
  const url = await fakeService(t, (ws, command) => {
    const { id, type }: Record<string, unknown> = JSON.parse(command);
    const answer =
      type === "floorplan/history/list"
        ? { success: true, result: [entry] }
        : { success: false, error: { code: "unknown_command", message: "no such command" } };
    ws.send(JSON.stringify({ id, type: "result", ...answer }));
  });
  const { code, out, err } = await runInProcess(["history"], clientOf(url, "token"));
  assert.deepEqual([code, err], [0, ""]);
  assert.match(out, /\n1 {4}2024-05-06T07:08:09\.123\+00:00 {2}2 {6}3\n$/);
});

test("CLI-14: a service that answers and lets nobody in is told with what it is in want of", async (t) => {
  const reason = "this node is cut off from the others";
  const http = createServer((request, response) => {
    response.statusCode = request.url === "/healthz" ? 503 : 426;
    response.end(JSON.stringify({ status: "degraded", reason }));
  });
  const sockets = new WebSocketServer({ server: http });
  sockets.on("connection", (ws) => ws.close(1013, "try another one"));
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  t.after(() => {
    sockets.close();
    http.close();
  });
  const address = http.address();
  assert(typeof address === "object" && address !== null);
  for (const said of await sentences(t, clientOf(`http://127.0.0.1:${address.port}`, "token")))
    assert.equal(said, `floorplan: the service refused the connection: ${reason}\n`);
});
