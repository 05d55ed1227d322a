import assert from "node:assert/strict";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import { eventually } from "../support/polling.ts";
import type { TestScope } from "../support/service.ts";
import { bounded } from "../support/timeouts.ts";
import { startTestHomes, type TestHome } from "../support/homes.ts";

/** A client with one connection, which it keeps open, as each of a proxy's or a browser's. */
const oneConnection = (t: TestScope): Agent => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  t.after(() => agent.destroy());
  return agent;
};

const openRequest = ({ url, admin }: TestHome, method: string, query: string, agent: Agent) =>
  request(`${url}/api/floorplan/background${query}`, {
    method,
    agent,
    headers: {
      Authorization: `Bearer ${admin}`,
      ...(method === "POST" ? { "Content-Type": "multipart/form-data; boundary=x" } : {}),
    },
  });

type Sent = ReturnType<typeof openRequest>;

const answerOf = async (
  sent: Sent,
): Promise<{ readonly status: number; readonly body: string }> => {
  const [response] = await once(sent, "response");
  let body = "";
  for await (const chunk of response) body += String(chunk);
  return { status: response.statusCode, body };
};

/** Removes an image that is not there. */
const ask = (home: TestHome, agent: Agent) =>
  answerOf(openRequest(home, "DELETE", "?level=0", agent).end());

/** Starts an upload that goes on until the test ends it, and resolves once the home receives it. */
const startUpload = async (home: TestHome, agent: Agent): Promise<Sent> => {
  const sent = openRequest(home, "POST", "", agent);
  sent.on("error", () => undefined);
  sent.write(
    '--x\r\nContent-Disposition: form-data; name="level"\r\n\r\n0\r\n' +
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n' +
      "Content-Type: image/png\r\n\r\n\x89PNG\r\n\x1a\n",
  );
  await eventually(async () => {
    const incoming = await readdir(join(home.data, "www", ".incoming")).catch(() => []);
    return incoming.length > 0 ? { seen: incoming } : { not: "the home receives no file" };
  }, bounded.timeout);
  return sent;
};

test(
  "HOMES-97: a connection that asks for nothing does not count, and one that is being answered does",
  bounded,
  async (t) => {
    const { home } = await startTestHomes(t, { config: { homeConnections: 2 } });
    const one = home("one");
    for (let count = 0; count < 4; count += 1)
      assert.equal((await ask(one, oneConnection(t))).status, 200);
    const wall = await one.login(one.viewer);
    const upload = await startUpload(one, oneConnection(t));
    const agent = oneConnection(t);
    const refused = await ask(one, agent);
    assert.equal(refused.status, 503);
    assert.match(refused.body, /home-connections: the home has 2 connections/);
    assert.equal((await ask(home("two"), agent)).status, 200);
    upload.end("\r\n--x--\r\n");
    assert.notEqual((await answerOf(upload)).status, 503);
    assert.equal((await ask(one, agent)).status, 200);
    assert.equal((await wall.command("ping"))["type"], "pong");
  },
);

test("HOMES-97: a request that its client gives up counts no longer", bounded, async (t) => {
  const { home } = await startTestHomes(t, { config: { homeConnections: 1 } });
  const one = home("one");
  const upload = await startUpload(one, oneConnection(t));
  const agent = oneConnection(t);
  assert.equal((await ask(one, agent)).status, 503);
  upload.destroy();
  await eventually(async () => {
    const { status } = await ask(one, agent);
    return status === 200 ? { seen: status } : { not: `the answer is ${status}` };
  }, bounded.timeout);
});

test(
  "HOMES-170: one connection asks any number of homes in turn, and holds nothing of those that it has asked",
  bounded,
  async (t) => {
    const warnings: Error[] = [];
    const note = (warning: Error): void => void warnings.push(warning);
    process.on("warning", note);
    t.after(() => process.off("warning", note));
    const ids = Array.from({ length: 14 }, (_, number) => `home-${number}`);
    const { home } = await startTestHomes(t, { ids });
    const agent = oneConnection(t);
    for (const id of [...ids, ...ids]) assert.equal((await ask(home(id), agent)).status, 200);
    assert.deepEqual(warnings, []);
  },
);
