import assert from "node:assert/strict";
import { test } from "node:test";
import { upload } from "../images/image-requests.ts";
import { greyPng } from "../support/grey-png.ts";
import { ask, startTestHomes } from "../support/homes.ts";
import { Peer } from "../support/peer.ts";
import { bounded } from "../support/timeouts.ts";
import { documentedCommands } from "./home-surface.ts";
import { openLink } from "./provider-service.ts";

/** Names of what every object has without anybody having put it there. */
const inherited = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty"];

/** JSON with a member of a name, which an object literal could not have. */
const withMember = (name: string): string => `{${JSON.stringify(name)}:{"polluted":"yes"}}`;

const pixel = greyPng({ width: 1, height: 1, data: new Uint8Array([7]) });

/** What every object has. */
const inherits = (): readonly string[] =>
  [Object, Array, Map, Function, String]
    .flatMap((kind) => [kind, kind.prototype])
    .flatMap((each) => Object.getOwnPropertyNames(each));

test(
  "HOMES-135: names that every object has are names like others, and change nothing in another home",
  bounded,
  async (t) => {
    const config = { loginDelayMs: 0, loginFailures: 1_000_000 };
    const { port, home } = await startTestHomes(t, { config });
    const [one, two] = [home("one"), home("two")];
    const commands = await documentedCommands(one, "x");
    const desk = await one.login(one.admin);
    const other = await two.login(two.admin);
    const toldThere = async (): Promise<string> => {
      const lists = ["auth/current_user", "floorplan/plan/get", "floorplan/history/list"];
      const told = [];
      for (const type of lists) told.push(await other.result(type));
      return JSON.stringify(told);
    };
    const [before, inheritedBefore] = [await toldThere(), inherits()];
    let rev = 0;
    for (const name of inherited) {
      // The name of a user begins with a letter or a digit.
      const user = name.replace(/^_+/, "");
      const { code } = await desk.error(name, { polluted: "yes" });
      assert.equal(code, "unknown_command", name);
      const { token } = Object(
        await desk.result("floorplan/tokens/create", { name: user, level: name }),
      );
      const guest = await one.login(String(token));
      const listed = Object(await desk.result("floorplan/tokens/list"));
      const { connections, level } = listed.find((each: { name: string }) => each.name === user);
      assert.deepEqual([connections, level], [1, name]);
      await desk.result("floorplan/tokens/revoke", { name: user });
      assert.equal((await guest.closed).code, 1008);
      const image = await upload(one, name, pixel, "plan.png");
      assert.equal((await ask(port, `/h/one${image}`)).status, 200, image);
      const id = desk.newId();
      const plan = `{"rooms":[${withMember(name)}],"background":${JSON.stringify(image)},${withMember(name).slice(1)}`;
      desk.send(`{"id":${id},"type":"floorplan/plan/save","rev":${rev},"plan":${plan}}`);
      rev = Object((await desk.replyTo(id))["result"]).rev;
      assert(rev > 0, name);
      for (const path of [`/${name}/polluted`, `/rooms/0/${name}/polluted`]) {
        const changes = [{ op: "add", path, value: "yes" }];
        const changed = Object(await desk.result("floorplan/plan/change", { rev, changes }));
        rev = changed.rev;
      }
      await desk.result("floorplan/yaml/parse", { text: `${name}:\n  polluted: yes\n` });
      for (const { type, fields, sample } of commands)
        if (!type.startsWith("floorplan/plan/"))
          for (const field of Object.keys(fields))
            await desk.command(type, { ...sample, [field]: name, [name]: "yes" });
    }
    assert.deepEqual(inherits(), inheritedBefore);
    assert(!("polluted" in {}), "no object has what nobody gave it");
    assert.equal(await toldThere(), before);
  },
);

test(
  "HOMES-135: a home may have such a name as its id, and is one like others",
  bounded,
  async (t) => {
    const { port, service } = await startTestHomes(t, { ids: [], config: { loginDelayMs: 0 } });
    const headers = { Authorization: `Bearer ${service.first.firstToken}` };
    const put = async (method: string, path: string, body: string): Promise<number> => {
      const length = { "Content-Length": String(body.length) };
      const asked = { method, headers: { ...headers, ...length }, body };
      return (await ask(port, `/provider/homes${path}`, asked)).status;
    };
    // Before it is there, it is none.
    assert.equal(await put("PATCH", "/constructor", "{}"), 404);
    for (const id of ["__proto__", "toString", "hasOwnProperty"]) {
      assert.equal(await put("POST", "", JSON.stringify({ id })), 400, id);
      assert.equal(await put("PATCH", `/${id}`, "{}"), 400, id);
    }
    for (const field of inherited)
      assert.equal(await put("POST", "", withMember(field)), 400, field);
    const asked = { method: "POST", headers, body: JSON.stringify({ id: "constructor" }) };
    const { status, body } = await ask(port, "/provider/homes", asked);
    assert.equal(status, 201, body);
    const token = await openLink(JSON.parse(body).link);
    const url = `ws://127.0.0.1:${port}/h/constructor/api/websocket`;
    const desk = await Peer.login(t, port, token, { url });
    assert.equal(await desk.save({ rooms: [] }), 1);
    const { body: listed } = await ask(port, "/provider/homes", { headers });
    assert.deepEqual(
      JSON.parse(listed).homes.map((each: { id: string }) => each.id),
      ["constructor"],
    );
  },
);
