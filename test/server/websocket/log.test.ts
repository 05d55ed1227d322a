import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { removeUser, usersFile } from "../../../src/auth/user-directory.ts";
import { bounded, until } from "../../support/timeouts.ts";
import { Peer } from "../../support/peer.ts";
import { runProgram, serveProgram } from "../../support/program.ts";
import { startTestService, temporaryFolder, type TestService } from "../../support/service.ts";
import { linesAbout } from "../log-lines.ts";
import { opcodes, rawFrame, RawPeer } from "../raw-peer.ts";

const auth = (token: string) => ({ type: "auth", access_token: token });

/** Everything that is logged about a connection happens once to each of these. */
const livelyHour = async (t: TestContext, service: TestService): Promise<void> => {
  const { port, admin, viewer, data } = service;
  const wrong = await Peer.open(t, port);
  wrong.send(auth("wrong-token-of-nobody"));
  await wrong.closed;
  const silent = await Peer.open(t, port);
  await silent.closed;
  const flood = await Peer.open(t, port);
  flood.send(" ".repeat(5000));
  await flood.closed;
  const binary = await Peer.login(t, port, admin);
  binary.ws.send(Buffer.alloc(1));
  await binary.closed;
  const noJson = await Peer.login(t, port, admin);
  noJson.send("{");
  await noJson.closed;
  const odd = await RawPeer.login(t, port, viewer);
  odd.write(rawFrame(opcodes.text, "", { reservedBits: 7 }));
  await odd.closeCode();
  odd.leave();
  const busy = await Peer.login(t, port, admin);
  for (let id = 1; id <= 5000; id += 1) busy.send({ id, type: "ping" });
  await busy.replyTo(5000);
  const revoked = await Peer.login(t, port, viewer);
  await removeUser(usersFile(data), "wall");
  await revoked.closed;
  busy.ws.close();
  await busy.closed;
};

test(
  "OPS-4: what concerns a connection carries its number, its address and, once known, its user",
  bounded,
  async (t) => {
    const service = await startTestService(t, { config: { authTimeoutMs: 1000 } });
    await livelyHour(t, service);
    const { log } = service;
    await until(() => linesAbout(log, "a connection ended").length === 8);
    const ofTheService = new Set(["listening", "the plan is loaded", "a token was revoked"]);
    const about = log.filter(({ msg }) => !ofTheService.has(msg));
    const users = new Map<unknown, unknown>();
    for (const line of about) {
      assert(Number.isInteger(line["connection"]), `"${line.msg}" carries the connection's number`);
      assert.equal(line["address"], "127.0.0.1", line.msg);
      if (line.msg === "a user connected") users.set(line["connection"], line["user"]);
      assert.equal(line["user"], users.get(line["connection"]), `"${line.msg}" carries the user`);
    }
    assert.deepEqual([...users.values()], ["admin", "admin", "wall", "admin", "wall"]);
    assert.equal(new Set(about.map((line) => line["connection"])).size, 8);
  },
);

test(
  "OPS-4: the log of `serve` is JSON lines on the standard error output alone",
  bounded,
  async (t) => {
    const data = await temporaryFolder(t);
    const served = await serveProgram(t, data);
    const peer = await Peer.login(t, served.port, served.token ?? "");
    await peer.command("ping");
    peer.ws.close();
    await peer.closed;
    await served.printed("a connection ended", "err");
    served.child.kill("SIGTERM");
    await served.ended;
    const lines = served.err().split("\n");
    assert.equal(lines.pop(), "", "the last line ends as well");
    assert(lines.length >= 5);
    for (const text of lines) {
      const line: unknown = JSON.parse(text);
      assert(typeof line === "object" && line !== null, text);
      for (const field of ["level", "time", "msg"]) assert(field in line, text);
    }
    assert(!served.out().includes("a user connected"), "none of it is on the standard output");
  },
);

test(
  "AUTH-9: no token is ever logged, valid or not, wherever a peer puts it",
  bounded,
  async (t) => {
    const service = await startTestService(t, { config: { loginDelayMs: 0, loginFailures: 1000 } });
    const { port, url, admin, viewer, log } = service;
    const wrong = "wrong-token-of-nobody";
    const tokens = [admin, viewer, wrong];
    for (const token of tokens) {
      const firstMessages = [
        auth(token),
        { ...auth(token), extra: 1 },
        { type: "auth", token },
        { type: token, access_token: token },
        [auth(token)],
        `{"type":"auth","access_token":"${token}"`,
        token,
      ];
      for (const message of firstMessages) {
        const peer = await Peer.open(t, port);
        peer.send(message);
        peer.ws.close();
        await peer.closed;
      }
      const headers = { Authorization: `Bearer ${token}`, Cookie: token };
      const query = `?access_token=${token}`;
      await (await fetch(`${url}/healthz${query}`, { headers })).arrayBuffer();
      await (await fetch(`${url}/${token}`, { method: "POST", headers })).arrayBuffer();
      const asked = await Peer.open(t, port, { headers });
      asked.ws.close();
      const peer = await Peer.login(t, port, admin);
      peer.send(auth(token));
      for (const type of [token, "floorplan/plan/save", "floorplan/yaml/parse"])
        await peer.command(type, { [token]: token, access_token: token });
      peer.send(token);
      await peer.closed;
    }
    await service.stop();
    assert(
      linesAbout(log, "a login failed").length > 0 &&
        linesAbout(log, "a user connected").length > 0,
    );
    const text = log.map((line) => JSON.stringify(line)).join("\n");
    for (const token of tokens) assert(!text.includes(token), "the log holds no token");
  },
);

test(
  "AUTH-9: neither the first token nor one that is created is in the log of the program",
  bounded,
  async (t) => {
    const data = await temporaryFolder(t);
    const served = await serveProgram(t, data, ["--log-level", "trace"]);
    const created = await runProgram(t, ["token", "create", "second", "--data", data]);
    const tokens = [served.token ?? "", created.out.trim()];
    for (const token of tokens) {
      assert(token.length >= 43);
      await Peer.login(t, served.port, token);
    }
    await runProgram(t, ["token", "revoke", "second", "--data", data]);
    await served.printed("revoked", "err");
    served.child.kill("SIGTERM");
    await served.ended;
    for (const token of tokens)
      assert(!served.err().includes(token) && !created.err.includes(token));
  },
);
