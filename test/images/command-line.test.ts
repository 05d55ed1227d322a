import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { once } from "node:events";
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { bounded } from "../support/timeouts.ts";
import { builtProgram, runProgram } from "../support/program.ts";
import { runInProcess } from "../support/run-command.ts";
import { startTestService, temporaryFolder, type TestService } from "../support/service.ts";
import { bytesAt, imageFiles } from "./image-requests.ts";
import { pngOf } from "./pictures.ts";

const MiB = 1024 * 1024;

const environment = ({ url }: TestService, token: string) => ({
  FLOORPLAN_URL: url,
  FLOORPLAN_TOKEN: token,
});

const start = async (t: TestContext) => {
  const service = await startTestService(t, { config: { loginDelayMs: 0 } });
  const folder = await temporaryFolder(t);
  const write = async (name: string, bytes: Buffer): Promise<string> => {
    await writeFile(join(folder, name), bytes);
    return join(folder, name);
  };
  const run = (args: readonly string[], token = service.admin) =>
    runInProcess(["background", ...args], environment(service, token));
  return { service, write, run };
};

test(
  "IMG-22: put uploads and prints the URL alone, delete deletes, silently",
  bounded,
  async (t) => {
    const { service, write, run } = await start(t);
    const image = pngOf(2 * MiB, 5);
    const args = ["background", "put", "0", await write('Grundriß "EG".PNG', image)];
    const put = await runProgram(t, args, environment(service, service.admin));
    assert.deepEqual([put.code, put.err], [0, ""]);
    assert.match(put.out, /^\/local\/floorplan\/bg_0\.png\?v=\d+\n$/);
    assert.deepEqual(await bytesAt(service, put.out.trim()), image);
    assert.deepEqual(await run(["delete", "0"]), { code: 0, out: "", err: "" });
    assert(!(await imageFiles(service)).includes("bg_0.png"));
  },
);

test(
  "IMG-22: a refusal is told with its status and message, and exit code 1",
  bounded,
  async (t) => {
    const { service, write, run } = await start(t);
    const good = await write("a.png", pngOf(20 * 1024));
    const large = await write("large.png", pngOf(20 * MiB));
    const gif = await write("a.gif", Buffer.from("GIF89a"));
    for (const [args, token, expected] of [
      [["put", "a\tb", good], service.admin, /^floorplan: 400: level: /],
      [["put", "0", gif], service.admin, /^floorplan: 400: file: .*type/],
      [["put", "0", large], service.admin, /^floorplan: 413: .*image-bytes/],
      [["put", "0", good], service.viewer, /^floorplan: 403: .*administrators/],
      [["put", "0", large], "wrong", /^floorplan: 401: 401: Unauthorized\n/],
      [["put", "0", `${good}.missing`], service.admin, /cannot be read/],
      [["delete", ""], service.admin, /^floorplan: 400: level: /],
    ] as const) {
      const { code, out, err } = await run(args, token);
      assert.deepEqual([code, out], [1, ""], err);
      assert.match(err, expected);
      assert.equal(err.trimEnd().split("\n").length, 1, err);
    }
    assert.deepEqual(await imageFiles(service), []);
  },
);

test(
  "IMG-22: a server that says nothing about leave to send gets the file all the same",
  bounded,
  async (t) => {
    const { write } = await start(t);
    const received: number[] = [];
    const server = createServer();
    server.on("checkContinue", (request, response) => {
      request.on("data", (bytes: Buffer) => received.push(bytes.length));
      request.on("end", () => {
        response.setHeader("Content-Type", "application/json");
        response.end('{"url":"/there"}');
      });
    });
    server.listen(0, "127.0.0.1");
    t.after(() => {
      server.closeAllConnections();
      server.close();
    });
    await once(server, "listening");
    const address = server.address();
    assert(typeof address === "object" && address !== null);
    const put = await runProgram(t, ["background", "put", "0", await write("a.png", pngOf(100))], {
      FLOORPLAN_URL: `http://127.0.0.1:${address.port}`,
      FLOORPLAN_TOKEN: "any",
    });
    assert.deepEqual([put.code, put.out], [0, "/there\n"], put.err);
  },
);

test("IMG-22: on a terminal the progress is drawn up to 100 %", bounded, async (t) => {
  const { service, write } = await start(t);
  const file = await write("a.png", pngOf(3 * MiB, 1));
  // util-linux's script runs a command on a terminal of its own.
  const child = spawn(
    "script",
    [
      "--quiet",
      "--return",
      "--command",
      `"$NODE" "$PROGRAM" background put 0 "$FILE"`,
      "/dev/null",
    ],
    {
      stdio: ["ignore", "pipe", "inherit"],
      env: {
        ...process.env,
        ...environment(service, service.admin),
        NODE: process.execPath,
        PROGRAM: builtProgram,
        FILE: file,
      },
    },
  );
  const out = text(child.stdout);
  let code: unknown;
  try {
    [code] = await once(child, "close");
  } catch (error) {
    assert.notEqual(process.env["CI"], "true", "script belongs to the machines that check");
    t.diagnostic(`not run, there is no script here: ${String(error)}`);
    return;
  }
  const drawn = await out;
  assert.equal(code, 0, drawn);
  const percents = [...drawn.matchAll(/\r\[(#*) *\] (\d+) %/g)].map((match) => Number(match[2]));
  assert(percents.length > 2 && percents.at(-1) === 100, drawn);
  assert.deepEqual(
    percents,
    percents.toSorted((a, b) => a - b),
    "it only grows",
  );
  assert.match(drawn, /100 %\r?\n\/local\/floorplan\/bg_0\.png\?v=\d+\r?\n$/);
});
