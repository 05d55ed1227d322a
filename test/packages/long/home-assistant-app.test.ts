import assert from "node:assert/strict";
import { appendFile, cp, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { hostname } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { test } from "node:test";
import { eventually } from "../../support/polling.ts";
import { privateNet } from "../../support/private-net.ts";
import { startCommand } from "../../support/program.ts";
import { mayUse } from "../../support/programs.ts";
import { temporaryFolder } from "../../support/service.ts";
import { readDockerfile } from "../dockerfile.ts";
import { packInto, project } from "../packed.ts";
import { buildImage, within } from "./image.ts";

test("PACK-10: the app's image starts the service as a user of its own behind ingress, and tells nobody a token", async (t) => {
  if (!mayUse(t, "mmdebstrap")) return;
  const [machine] = (await privateNet(t, 1)) ?? [];
  if (machine === undefined) return;
  const context = join(await temporaryFolder(t), "app");
  await cp(join(project, "packaging/home-assistant"), context, { recursive: true });
  await packInto(context);
  const source = await readFile(join(context, "Dockerfile"), "utf8");
  const image = await buildImage(t, readDockerfile(source), context);

  // Of the Supervisor: what takes an app's announcement (supervisor/api/discovery.py), at the name that its DNS gives it.
  const announced: unknown[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method, url, headers } = request;
    // The service also looks for Home Assistant there, and finds none.
    if (method !== "POST") return void response.writeHead(404).end();
    announced.push({ method, url, by: headers.authorization, body: await json(request) });
    response.end('{"result":"ok","data":{"uuid":"1"}}');
  };
  const supervisor = createServer((request, response) => void take(request, response));
  const beside = machine.at.front.replace(/\d+$/, "254");
  supervisor.listen(80, beside);
  t.after(() => supervisor.close());
  await appendFile(join(image.root, "etc/hosts"), `${beside} supervisor\n`);

  // As the Supervisor starts it: as root, with its folder, its options and its token.
  await mkdir(join(image.root, "data"));
  await writeFile(join(image.root, "data/options.json"), '{"log_level":"debug"}', { mode: 0o600 });
  const inside = [...machine.through, ...within(image)];
  const served = startCommand(t, [...inside, ...image.command], {
    env: { ...image.env, SUPERVISOR_TOKEN: "token-of-the-supervisor" },
  });
  await served.printed('"listening"', "err");
  const pid = served.child.pid ?? 0;
  const own = await stat(`/proc/${pid}`);
  assert.equal(own.uid, 1000);
  await eventually(async () => {
    const status = startCommand(t, [...inside, "floorplan", "status"], { env: image.env });
    const { code } = await status.ended;
    return code === 0 ? { seen: code } : { not: status.err() };
  }, 60_000);
  const kept = await readdir(join(image.root, "data/floorplan"));
  assert(kept.includes("users.json"), kept.join(", "));
  const told = await readFile(`/proc/${pid}/cmdline`, "utf8");
  assert(told.includes("172.30.32.2") && !told.includes("token-of-the-supervisor"));
  const environment = await readFile(`/proc/${pid}/environ`, "utf8");
  assert(environment.includes("FLOORPLAN_LOG_LEVEL=debug"));
  assert(!environment.includes("token-of-the-supervisor"));
  const token = await stat(join(image.root, "run/home-assistant-token"));
  assert.deepEqual([token.uid, token.mode & 0o777], [1000, 0o600]);
  served.child.kill("SIGTERM");
  assert.deepEqual(await served.ended, { code: 0, signal: null }, served.err());
  const made = join(image.root, "data/integration-token");
  const delegate = (await readFile(made, "utf8")).trim();
  assert.match(delegate, /^\S{43}$/);
  assert.deepEqual([(await stat(made)).uid, (await stat(made)).mode & 0o777], [0, 0o600]);
  const said = served.out() + served.err();
  assert(!said.includes(delegate) && !said.includes("token-of-the-supervisor"), said);
  const body = { service: "floorplan", config: { host: hostname(), port: 8125, token: delegate } };
  const by = "Bearer token-of-the-supervisor";
  assert.deepEqual(announced, [{ method: "POST", url: "/discovery", by, body }], said);
  // The next start makes no other token, and goes on without the Supervisor.
  supervisor.close();
  const again = startCommand(t, [...inside, ...image.command], {
    env: { ...image.env, SUPERVISOR_TOKEN: "token-of-the-supervisor" },
  });
  await again.printed('"listening"', "err");
  assert.match(again.err(), /Home Assistant was not told of the service/);
  assert.equal((await readFile(made, "utf8")).trim(), delegate);
});
