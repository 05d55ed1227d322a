import assert from "node:assert/strict";
import { once } from "node:events";
import { test, type TestContext } from "node:test";
import * as io from "io-ts";
import { type RawData, type WebSocket, WebSocketServer } from "ws";
import { furnishedPlan, lampPosition, lampX, placesFrom } from "../../bench/load/lamp.ts";
import { planSizes, planText } from "../../bench/load/plans.ts";
import { presentSystems } from "../../bench/peers/edit-systems.ts";
import { documentCodec, movesCodec } from "../../bench/peers/peer.ts";
import { Child, doneCodec, hadCodec } from "../../bench/processes/child.ts";
import { temporaryFolder } from "../support/service.ts";
import { bounded } from "../support/timeouts.ts";

/** A websocket server on a free port. */
const serve = async (t: TestContext, onConnection: (peer: WebSocket) => void): Promise<number> => {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  t.after(() => {
    for (const peer of server.clients) peer.terminate();
    server.close();
  });
  server.on("connection", onConnection);
  await once(server, "listening");
  const address = server.address();
  assert(typeof address === "object" && address !== null);
  return address.port;
};

const child = (t: TestContext, script: string): Child => {
  const started = new Child(script, process.execPath);
  t.after(() => started.stop());
  return started;
};

const command = io.type({ id: io.number, type: io.string });

const textOf = (data: RawData): string => {
  assert(Buffer.isBuffer(data));
  return data.toString();
};

const commandIn = (data: RawData): io.TypeOf<typeof command> => {
  const decoded: unknown = JSON.parse(textOf(data));
  assert(command.is(decoded));
  return decoded;
};

test("BENCH-1: small edits move a lamp of a plan of any size to another place each, by equally long changes", () => {
  for (const size of planSizes) {
    const plan = furnishedPlan(planText(size));
    assert.match(plan.furniture[lampPosition(plan)]?.type ?? "", /^lamp_/);
    assert(Number.isFinite(lampX(plan)), size);
  }
  const places = placesFrom(700, 400);
  assert.equal(new Set(places).size, places.length);
  assert.deepEqual(
    places.filter((place) => JSON.stringify(place).length !== 5),
    [],
  );
  assert.throws(() => lampPosition(furnishedPlan('{"furniture":[]}')), /has no lamp/);
});

test(
  "BENCH-1: an editor of small edits sends a JSON Patch on the revision that it knows, and tells how long each reply took",
  bounded,
  async (t) => {
    const got: string[] = [];
    const port = await serve(t, (peer) =>
      peer.on("message", (data) => {
        const { id } = commandIn(data);
        got.push(textOf(data).replace(/"plan":.*/, ""));
        peer.send(JSON.stringify({ id, type: "result", success: true, result: { rev: 6 + id } }));
      }),
    );
    const editor = child(t, "load/changes.ts");
    await editor.ask({ do: "connect", port, plan: planText("flat") }, documentCodec);
    const moves = await editor.ask({ do: "move", to: [1.25, 2.25] }, movesCodec);
    assert.equal(moves.length, 2);
    assert(moves.every(({ sent, took }) => sent > 0 && took > 0));
    const path = `/furniture/${lampPosition(furnishedPlan(planText("flat")))}/x`;
    const change = (id: number, rev: number, value: number): string =>
      `{"id":${id},"type":"floorplan/plan/change","rev":${rev},"changes":[{"op":"replace","path":"${path}","value":${value}}]}`;
    assert.deepEqual(got.slice(1), [change(2, 7, 1.25), change(3, 8, 2.25)]);
  },
);

test(
  "BENCH-1: no figure of small edits is told of a server that does not know the commands",
  bounded,
  async (t) => {
    const refusal = { code: "unknown_command", message: "there is no such command" };
    const port = await serve(t, (peer) => {
      peer.send('{"type":"auth_required"}');
      peer.on("message", (data) => {
        const decoded: unknown = JSON.parse(textOf(data));
        if (!command.is(decoded)) return peer.send('{"type":"auth_ok"}');
        const { id, type } = decoded;
        const isKnown = type === "floorplan/plan/save";
        const outcome = isKnown ? { result: { rev: 1 } } : { error: refusal };
        peer.send(JSON.stringify({ id, type: "result", success: isKnown, ...outcome }));
      });
    });
    const editor = child(t, "load/changes.ts");
    const connect = { do: "connect", port, token: "a token" };
    await editor.ask({ ...connect, plan: planText("flat") }, documentCodec);
    await assert.rejects(
      editor.ask({ do: "move", to: [1.25] }, movesCodec),
      /plan\/change was answered .*unknown_command/,
    );
    const crowd = child(t, "load/subscribers.ts");
    await assert.rejects(
      crowd.ask({ ...connect, many: 2, type: "floorplan/plan/follow" }, doneCodec),
      /the subscription was refused: .*unknown_command/,
    );
  },
);

test(
  "BENCH-1: viewers of another project's server send what its protocol demands, and count what follows its greetings",
  bounded,
  async (t) => {
    const said: string[] = [];
    const peers: WebSocket[] = [];
    const port = await serve(t, (peer) => {
      peers.push(peer);
      peer.on("message", (data, isBinary) => {
        said.push(`${isBinary ? "binary" : "text"} ${textOf(data)}`);
        peer.send("a greeting");
      });
    });
    const crowd = child(t, "load/subscribers.ts");
    const hello = ["one", "two"].map((text) => Buffer.from(text).toString("base64"));
    const many = 3;
    await crowd.ask(
      { do: "connect", port, token: undefined, many, hello, greetings: 2 },
      doneCodec,
    );
    assert.deepEqual(said.toSorted(), [
      ...Array.from({ length: many }, () => "binary one"),
      ...Array.from({ length: many }, () => "binary two"),
    ]);
    const had = crowd.ask({ do: "next" }, hadCodec);
    for (const peer of peers) peer.send("an edit");
    const headerBytes = 2;
    assert.equal((await had).bytes, many * (headerBytes + "an edit".length));
  },
);

test("BENCH-2: each server beside the service is left out where its packages are missing, and a line says so and how one gets them", async (t) => {
  const linesAbout = (folder: string | undefined): readonly string[] => {
    const lines: string[] = [];
    assert.deepEqual(
      presentSystems(folder, (line) => lines.push(line)),
      [],
    );
    return lines;
  };
  const [all, ...others] = linesAbout(undefined);
  assert.match(all ?? "", /^Hocuspocus, .* are left out, `npm run compare` installs them/);
  assert.deepEqual(others, []);
  const each = linesAbout(await temporaryFolder(t));
  assert.equal(each.length, 4);
  assert.match(
    each[0] ?? "",
    /^Hocuspocus is left out, .* lacks @hocuspocus\/server, .*`npm run compare` installs it/,
  );
});
