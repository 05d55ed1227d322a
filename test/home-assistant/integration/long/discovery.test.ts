import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { type RealHomeAssistant, startHomeAssistant } from "../../../support/home-assistant.ts";
import { connect } from "../../../support/home-assistant/home-assistant-under-test.ts";
import type { HomeSocket } from "../../../support/home-assistant/socket.ts";
import { eventually } from "../../../support/polling.ts";
import { type Machine, privateNet } from "../../../support/private-net.ts";
import { type Served, serveProgram, runProgram } from "../../../support/program.ts";
import { homeAssistantFolder, mayUse } from "../../../support/programs.ts";
import { newUser, temporaryFolder } from "../../../support/service.ts";
import { addIntegration, ask, components, flow } from "../installed.ts";

const run = promisify(execFile);

/**
 * Does with what an app announces what Home Assistant's `hassio` does once the Supervisor has pushed it
 * (homeassistant/components/hassio/discovery.py, `async_process_new`).
 */
const supervisorDouble = `
from aiohttp import web

from homeassistant.config_entries import SOURCE_HASSIO
from homeassistant.components.http import KEY_HASS, HomeAssistantView
from homeassistant.helpers import discovery_flow
from homeassistant.helpers.service_info.hassio import HassioServiceInfo


class DiscoveryView(HomeAssistantView):
    url = "/api/supervisor_double"
    name = "api:supervisor_double"

    async def post(self, request: web.Request) -> web.Response:
        told = await request.json()
        discovery_flow.async_create_flow(
            request.app[KEY_HASS],
            told["service"],
            context={"source": SOURCE_HASSIO},
            data=HassioServiceInfo(
                config=told["config"],
                name="Floor plan",
                slug="local_floorplan",
                uuid=told["uuid"],
            ),
            discovery_key=discovery_flow.DiscoveryKey(
                domain="hassio", key=told["uuid"], version=1
            ),
        )
        return self.json({})


async def async_setup(hass, config):
    hass.http.register_view(DiscoveryView())
    return True
`;

const doubleManifest = { domain: "supervisor_double", name: "Double", version: "1.0.0" };

/** What a flow in progress is about. */
interface Offer {
  readonly flow_id: string;
  readonly step_id: string;
  readonly context: { readonly source: string };
}

const offers = async (owner: HomeSocket): Promise<readonly Offer[]> =>
  Object.values(Object(await owner.call({ type: "config_entries/flow/progress" }))).filter(
    (each): each is Offer => Object(each).handler === "floorplan",
  );

const offered = (owner: HomeSocket, step: string): Promise<Offer> =>
  eventually(async () => {
    const all = await offers(owner);
    const seen = all.find(({ step_id }) => step_id === step);
    return seen === undefined ? { not: JSON.stringify(all) } : { seen };
  }, 60_000);

interface Entry {
  readonly entry_id: string;
  readonly state: string;
  readonly source: string;
}

const entriesOf = async (owner: HomeSocket): Promise<readonly Entry[]> =>
  Object.values(Object(await owner.call({ type: "config_entries/get", domain: "floorplan" })));

/** Until pages are answered through Home Assistant. */
const works = (owner: HomeSocket): Promise<unknown> =>
  eventually(async () => {
    const answer = await owner.ask({ type: "floorplan/plan/get" });
    return answer["success"] === true ? { seen: answer } : { not: JSON.stringify(answer) };
  }, 60_000);

const remove = async (home: RealHomeAssistant, owner: HomeSocket): Promise<void> => {
  for (const { entry_id } of await entriesOf(owner))
    await ask(home, "DELETE", `config/config_entries/entry/${entry_id}`);
};

test(
  "INTEG-15, INTEG-16: a service that announces itself is offered and followed to another address; an app's service is added without a token",
  { timeout: 400_000 },
  async (t) => {
    if (!mayUse(t, "Home Assistant")) return;
    const machines = await privateNet(t, 3);
    const [at, first, second] = machines ?? [];
    if (machines === undefined || at === undefined || !first || !second) return;
    for (const { through } of machines) {
      const [command = "", ...words] = [...through, ..."ip route add default dev front".split(" ")];
      await run(command, words);
    }
    const installed = await temporaryFolder(t);
    await cp(components, installed, { recursive: true });
    const double = join(installed, doubleManifest.domain);
    await mkdir(double);
    await writeFile(join(double, "manifest.json"), JSON.stringify(doubleManifest));
    await writeFile(join(double, "__init__.py"), supervisorDouble);
    const place = { host: at.at.front, through: at.through };
    const yaml = "zeroconf:\nsupervisor_double:\n";
    const home = await startHomeAssistant(yaml, "", installed, place);
    t.after(home.remove);
    const owner = await connect(home, home.owner.longLivedToken);

    const data = await temporaryFolder(t);
    const admin = await newUser(data, "admin", true);
    const made = await runProgram(t, ["token", "create", "ha", "--delegate", "--data", data]);
    const delegate = made.out.trim();
    let running: Served | undefined;
    const serve = async ({ through }: Machine, ...args: readonly string[]): Promise<Served> => {
      running?.child.kill("SIGTERM");
      await running?.ended;
      running = await serveProgram(t, data, ["--host", "0.0.0.0", ...args], {}, through);
      return running;
    };

    // As the app does, which announces nothing itself.
    const app = await serve(first, "--ingress-proxy", "172.30.32.2");
    const announce = async (uuid: string, machine: Machine, port: number, token: string) =>
      ask(home, "POST", "supervisor_double", {
        service: "floorplan",
        uuid,
        config: { host: machine.at.front, port, token },
      });
    await announce("1".repeat(32), first, app.port, "revoked");
    const refused = await offered(owner, "hassio_confirm");
    const form = await flow(home, `flow/${refused.flow_id}`, {});
    assert.deepEqual(form["errors"], { base: "invalid_auth" }, JSON.stringify(form));
    const typed = await flow(home, `flow/${refused.flow_id}`, { token: admin });
    assert.equal(typed["type"], "create_entry", JSON.stringify(typed));
    await works(owner);
    await remove(home, owner);
    await announce("2".repeat(32), first, app.port, delegate);
    const { flow_id } = await offered(owner, "hassio_confirm");
    const added = await flow(home, `flow/${flow_id}`, {});
    assert.equal(added["type"], "create_entry", JSON.stringify(added));
    await works(owner);
    // The app's container has another name.
    const moved = await serve(second, "--ingress-proxy", "172.30.32.2");
    await announce("2".repeat(32), second, moved.port, delegate);
    await works(owner);
    assert.equal((await entriesOf(owner)).length, 1);
    await remove(home, owner);

    await serve(first);
    const { flow_id: found, context } = await offered(owner, "zeroconf_confirm");
    assert.equal(context.source, "zeroconf");
    const wrong = await flow(home, `flow/${found}`, { token: "wrong" });
    assert.deepEqual(wrong["errors"], { base: "invalid_auth" });
    const place1 = Object(wrong["description_placeholders"]).url;
    assert.equal(place1, `http://${first.at.front}:${String(running?.port)}`);
    const done = await flow(home, `flow/${found}`, { token: admin });
    assert.equal(done["type"], "create_entry", JSON.stringify(done));
    await works(owner);
    // Another home is not offered beside it, nor is one of another domain.
    const other = await temporaryFolder(t);
    await serveProgram(t, other, ["--host", "0.0.0.0"], {}, second.through);
    const odd = ["--host", "0.0.0.0", "--domain", "other"];
    await serveProgram(t, await temporaryFolder(t), odd, {}, second.through);
    await serve(second);
    await works(owner);
    const [entry, ...more] = await entriesOf(owner);
    assert.deepEqual([entry?.state, entry?.source, more.length], ["loaded", "zeroconf", 0]);
    assert.deepEqual(await offers(owner), []);

    // What was added by its address is followed too, once Home Assistant has heard of it.
    await remove(home, owner);
    await addIntegration(home, `http://${second.at.front}:${String(running?.port)}`, admin);
    await owner.close();
    await home.restart();
    const stored = join(home.folder, ".storage/core.config_entries");
    await eventually(async () => {
      const { data: kept } = Object(JSON.parse(await readFile(stored, "utf8")));
      const known = Object.values(kept.entries).find((each) => Object(each).domain === "floorplan");
      const { unique_id: id } = Object(known);
      return typeof id === "string" ? { seen: id } : { not: JSON.stringify(known) };
    }, 60_000);
    await serve(first);
    const anew = await connect(home, home.owner.longLivedToken);
    await works(anew);
    await anew.close();
  },
);

test("INTEG-15: a token for HTTPS goes to no other address, and one for HTTP to none with HTTPS", async (t) => {
  if (!mayUse(t, "Home Assistant")) return;
  // Without Home Assistant, asking any address would fail.
  const script = `
import asyncio
from floorplan.discovery import has_moved

for known, url in (("https://a", "http://b"), ("http://a", "https://b"), ("https://a", "https://b")):
    print(asyncio.run(has_moved(None, known, url)))
`;
  const python = join(homeAssistantFolder(), "venv/bin/python");
  const env = { ...process.env, PYTHONPATH: components, PYTHONDONTWRITEBYTECODE: "1" };
  const { stdout } = await run(python, ["-c", script], { env });
  assert.equal(stdout, "False\n".repeat(3));
});
