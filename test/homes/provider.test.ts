import assert from "node:assert/strict";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { formOf, post } from "../images/image-requests.ts";
import { pngOf } from "../images/pictures.ts";
import { bounded } from "../support/timeouts.ts";
import { askHome, openLink, startTestHomes } from "./provider-service.ts";

const idsIn = (list: unknown): readonly unknown[] => {
  assert(Array.isArray(list));
  return list.map((each: Readonly<Record<string, unknown>>) => each["id"]);
};

test(
  "HOMES-50: a home is created with a link, once, for its first administrator",
  bounded,
  async (t) => {
    const { url, ask } = await startTestHomes(t);
    const made = await ask("POST", "/provider/homes", { id: "villa-1", name: "Villa Ünterm Berg" });
    assert.equal(made.status, 201);
    assert.equal(made.body["id"], "villa-1");
    assert(String(made.body["link"]).startsWith(`${url}/h/villa-1/#code=`));
    const token = await openLink(made.body["link"]);
    assert.equal((await askHome(url, "villa-1", token)).status, 200);
    const home = await ask("GET", "/provider/homes/villa-1");
    assert.equal(home.body["name"], "Villa Ünterm Berg");
    assert.equal(home.body["suspended"], false);
    const again = await ask("POST", "/provider/homes", { id: "villa-1" });
    assert.deepEqual(again, { status: 409, body: { message: "there is a home villa-1 already" } });
    const random = await ask("POST", "/provider/homes", {});
    assert.match(String(random.body["id"]), /^[0-9a-f]{12}$/);
  },
);

test("HOMES-50: the link of a home with a host name of its own leads there", bounded, async (t) => {
  const { url, ask } = await startTestHomes(t, { homeHosts: "*.plans.example" });
  const { body } = await ask("POST", "/provider/homes", { id: "a" });
  const { port } = new URL(url);
  assert(String(body["link"]).startsWith(`http://a.plans.example:${port}/#code=`));
});

test(
  "HOMES-51: what is invalid is refused by its field, with what was expected, and changes nothing",
  bounded,
  async (t) => {
    const { ask } = await startTestHomes(t);
    await ask("POST", "/provider/homes", { id: "a" });
    const long = "x".repeat(300);
    const id = "1 to 63 of a-z, 0-9 and -, no hyphen first or last";
    for (const [method, path, body, message] of [
      ["POST", "", { id: "A" }, `id: expected ${id}`],
      ["POST", "", { id: ".." }, `id: expected ${id}`],
      ["POST", "", { id: long }, `id: expected ${id}`],
      ["POST", "", { id: 5 }, `id: expected ${id}`],
      ["POST", "", { name: long }, "name: expected at most 100 characters, no control characters"],
      [
        "POST",
        "",
        { name: "\u001b[2J" },
        "name: expected at most 100 characters, no control characters",
      ],
      ["POST", "", { ID: "b" }, "ID: unknown field; known here: id, name, quotas"],
      ["POST", "", [], "expected object"],
      [
        "POST",
        "",
        { quotas: { plan_bytes: 1 } },
        "quotas.plan_bytes: expected an integer from 1024 to 134217728",
      ],
      [
        "PATCH",
        "/a",
        { quotas: { home_saves: 0.5 } },
        "quotas.home_saves: expected an integer from 1 to 10000",
      ],
      [
        "PATCH",
        "/a",
        { quotas: { planBytes: 2048 } },
        "quotas.planBytes: unknown field; known here: plan_bytes, home_image_bytes, home_connections, home_saves, home_uploads",
      ],
      ["PATCH", "/a", { suspended: "yes" }, "suspended: expected boolean"],
      ["PATCH", `/${long}`, {}, `home: expected ${id}`],
      ["GET", "/A", undefined, `home: expected ${id}`],
      ["GET", "/%2e%2e%2f", undefined, `home: expected ${id}`],
      ["GET", "?limit=0", undefined, "limit: expected an integer from 1 to 1000"],
      ["GET", "?after=A", undefined, `after: expected ${id}`],
    ] as const)
      assert.deepEqual(
        await ask(method, `/provider/homes${path}`, body),
        { status: 400, body: { message } },
        `${method} ${path.slice(0, 20)} ${JSON.stringify(body)?.slice(0, 60)}`,
      );
    const { body } = await ask("GET", "/provider/homes");
    assert.deepEqual(idsIn(body["homes"]), ["a"]);
    assert.deepEqual((await ask("GET", "/provider/homes/a")).body["quotas"], {});
  },
);

test(
  "HOMES-51: a home that is not there is answered with 404, whatever is asked of it",
  bounded,
  async (t) => {
    const { data, ask } = await startTestHomes(t);
    for (const [method, path, body] of [
      ["GET", "", undefined],
      ["PATCH", "", { name: "x" }],
      ["DELETE", "", undefined],
      ["POST", "/link", {}],
      ["GET", "/backup", undefined],
    ] as const) {
      const told = await ask(method, `/provider/homes/none${path}`, body);
      assert.deepEqual(told, { status: 404, body: { message: "there is no home none" } }, method);
    }
    const restored = await ask("POST", "/provider/homes/none/restore");
    assert.equal(restored.status, 404);
    assert.deepEqual(await readdir(join(data, "homes")), []);
  },
);

test(
  "HOMES-52: homes are listed by id, in parts that go on where the last one ended",
  bounded,
  async (t) => {
    const { ask } = await startTestHomes(t);
    for (const id of ["b", "d", "a", "c", "e"]) await ask("POST", "/provider/homes", { id });
    const seen: unknown[] = [];
    let after: string | undefined;
    do {
      const query = after === undefined ? "?limit=2" : `?limit=2&after=${after}`;
      const { body } = await ask("GET", `/provider/homes${query}`);
      seen.push(...idsIn(body["homes"]));
      after = body["next"] === undefined ? undefined : JSON.stringify(body["next"]).slice(1, -1);
    } while (after !== undefined);
    assert.deepEqual(seen, ["a", "b", "c", "d", "e"]);
  },
);

test(
  "HOMES-52: a home whose record is damaged is listed with its problem, beside the others",
  bounded,
  async (t) => {
    const { data, ask } = await startTestHomes(t);
    for (const id of ["a", "b"]) await ask("POST", "/provider/homes", { id, name: id });
    await writeFile(join(data, "homes/a/home.json"), "{");
    const { status, body } = await ask("GET", "/provider/homes");
    assert.equal(status, 200);
    assert(Array.isArray(body["homes"]));
    const [a, b] = body["homes"];
    assert.match(a.problem, /^homes\/a\/home.json is damaged: /);
    assert.equal(b.problem, undefined);
    assert.equal(b.name, "b");
  },
);

test(
  "HOMES-53: a suspended home tells those with a valid token why, and everybody else what a wrong token is told",
  bounded,
  async (t) => {
    const { url, ask } = await startTestHomes(t, { loginDelayMs: 0 });
    const { body } = await ask("POST", "/provider/homes", { id: "a" });
    const token = await openLink(body["link"]);
    const suspended = await ask("PATCH", "/provider/homes/a", { suspended: true });
    assert.equal(suspended.body["suspended"], true);
    assert.match(String(suspended.body["suspended_at"]), /^\d{4}-/);
    assert.deepEqual(await askHome(url, "a", token), {
      status: 503,
      body: { message: "the home is suspended by its provider" },
    });
    assert.equal((await askHome(url, "a", "wrong")).status, 401);
    const since = suspended.body["suspended_at"];
    const renamed = await ask("PATCH", "/provider/homes/a", { name: "Other" });
    assert.equal(renamed.body["suspended_at"], since);
    const resumed = await ask("PATCH", "/provider/homes/a", { suspended: false });
    assert.equal(resumed.body["suspended"], false);
    assert.equal(resumed.body["name"], "Other");
    assert.equal((await askHome(url, "a", token)).status, 200);
  },
);

test(
  "HOMES-54: a quota holds from its change on, and null gives the default back",
  bounded,
  async (t) => {
    const { ask } = await startTestHomes(t, { homeSaves: 7 });
    await ask("POST", "/provider/homes", { id: "a", quotas: { home_saves: 5, plan_bytes: 4096 } });
    const changed = await ask("PATCH", "/provider/homes/a", {
      quotas: { home_saves: null, home_uploads: 2 },
    });
    assert.deepEqual(changed.body["quotas"], { plan_bytes: 4096, home_uploads: 2 });
    assert.deepEqual(changed.body["effective_quotas"], {
      plan_bytes: 4096,
      home_image_bytes: 268_435_456,
      home_connections: 256,
      home_saves: 7,
      home_uploads: 2,
    });
  },
);

test(
  "HOMES-55: a deleted home is gone for everybody, and comes back with its tokens",
  bounded,
  async (t) => {
    const { url, data, ask } = await startTestHomes(t, { loginDelayMs: 0, homeRegret: 3_600_000 });
    const { body } = await ask("POST", "/provider/homes", { id: "a", name: "Mine" });
    const token = await openLink(body["link"]);
    const deleted = await ask("DELETE", "/provider/homes/a");
    assert.equal(deleted.status, 200);
    const [at, purged] = [deleted.body["deleted_at"], deleted.body["purged_at"]].map((text) =>
      Date.parse(String(text)),
    );
    assert.equal((purged ?? 0) - (at ?? 0), 3_600_000);
    assert.equal((await askHome(url, "a", token)).status, 401);
    assert.deepEqual((await ask("GET", "/provider/homes")).body, { homes: [] });
    assert.deepEqual(idsIn((await ask("GET", "/provider/deleted")).body["deleted"]), ["a"]);
    assert.deepEqual(await readdir(join(data, "homes")), []);
    const restored = await ask("POST", "/provider/homes/a/restore");
    assert.equal(restored.body["name"], "Mine");
    assert.equal((await askHome(url, "a", token)).status, 200);
    assert.equal((await ask("POST", "/provider/homes/a/restore")).status, 409);
  },
);

test(
  "HOMES-56: further links make further administrators, each of another name",
  bounded,
  async (t) => {
    const { url, ask } = await startTestHomes(t);
    await ask("POST", "/provider/homes", { id: "a" });
    const second = await ask("POST", "/provider/homes/a/link");
    assert.equal(second.status, 201, "without a name it is admin 2");
    const taken = await ask("POST", "/provider/homes/a/link", { name: "admin 2" });
    assert.deepEqual(taken, {
      status: 409,
      body: { message: 'there is a token named "admin 2" already' },
    });
    const made = await ask("POST", "/provider/homes/a/link", { name: "installer" });
    assert.equal(made.status, 201);
    const token = await openLink(made.body["link"]);
    assert.equal((await askHome(url, "a", token)).status, 200);
  },
);

test(
  "HOMES-57: an image that was stored counts as an upload, and one that was refused does not",
  bounded,
  async (t) => {
    const { url, ask } = await startTestHomes(t);
    const made = await ask("POST", "/provider/homes", { id: "a" });
    const admin = await openLink(made.body["link"]);
    const target = { url: `${url}/h/a`, admin };
    assert.equal((await post(target, formOf("1", pngOf(100), "a.png"))).status, 200);
    assert.equal((await post(target, formOf("1", Buffer.from("no image"), "a.png"))).status, 400);
    const { body } = await ask("GET", "/provider/usage");
    assert.equal(Object(body["totals"]).uploads, 1);
  },
);

test(
  "HOMES-57: usage tells of all homes together, of each, and of the largest",
  bounded,
  async (t) => {
    const { data, ask } = await startTestHomes(t);
    for (const [id, bytes] of [
      ["small", 10],
      ["large", 3000],
      ["middle", 200],
    ] as const) {
      await ask("POST", "/provider/homes", { id });
      await ask("PATCH", `/provider/homes/${id}`, { suspended: true });
      const usage = {
        rev: 1,
        planBytes: bytes,
        imageBytes: 1,
        connections: 0,
        saves: 2,
        uploads: 0,
      };
      await writeFile(join(data, `homes/${id}/usage.json`), JSON.stringify(usage));
    }
    const { body } = await ask("GET", "/provider/usage?top=2");
    assert.deepEqual(body["totals"], {
      homes: 3,
      awake: 0,
      problems: 0,
      plan_bytes: 3210,
      image_bytes: 3,
      connections: 0,
      saves: 6,
      uploads: 0,
    });
    assert.deepEqual(idsIn(body["homes"]), ["large", "middle"]);
    const part = (await ask("GET", "/provider/usage?limit=2")).body;
    assert.deepEqual(idsIn(part["homes"]), ["large", "middle"]);
    assert.equal(part["next"], "middle");
    const rest = (await ask("GET", "/provider/usage?after=middle")).body;
    assert.deepEqual(idsIn(rest["homes"]), ["small"]);
    assert.equal(rest["next"], undefined);
  },
);

test(
  "HOMES-58: the provider's document describes each of its routes, for its tokens, and every answer that it gives",
  bounded,
  async (t) => {
    const { ask } = await startTestHomes(t);
    const { status, body } = await ask("GET", "/provider/openapi.json");
    assert.equal(status, 200);
    const paths = Object(body["paths"]);
    assert.deepEqual(Object.keys(paths), [
      "/provider/homes",
      "/provider/homes/{home}",
      "/provider/homes/{home}/restore",
      "/provider/homes/{home}/link",
      "/provider/deleted",
      "/provider/usage",
      "/provider/homes/{home}/backup",
      "/provider/openapi.json",
    ]);
    const { patch } = paths["/provider/homes/{home}"];
    assert.equal(patch.description, "For the provider's tokens, which are none of a home.");
    assert.deepEqual(patch.security, [{ token: [] }]);
    assert.deepEqual(
      Object.keys(patch.responses).filter((each) => !["403", "503"].includes(each)),
      ["200", "400", "401", "404", "408", "413", "500"],
    );
  },
);

test(
  "HOMES-59: what the provider does to homes is in its audit log, with the name of the token",
  bounded,
  async (t) => {
    const { data, ask, stop } = await startTestHomes(t);
    await ask("POST", "/provider/homes", { id: "a" });
    await ask("PATCH", "/provider/homes/a", { name: "x", suspended: false });
    await ask("POST", "/provider/homes/a/link", { name: "b" });
    await ask("DELETE", "/provider/homes/a");
    await ask("POST", "/provider/homes/a/restore");
    await stop();
    const folder = join(data, "audit");
    const names = (await readdir(folder)).filter((name) => name.startsWith("audit"));
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
    const lines = texts
      .join("")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const ofHome = lines.filter(({ about }) => about === "a");
    assert.deepEqual(
      ofHome.map(({ what }) => what),
      ["home_created", "home_changed", "home_linked", "home_deleted", "home_restored"],
    );
    assert(ofHome.every(({ user }) => user === "admin"));
    assert.equal(ofHome[1]?.command, "name, suspended");
  },
);
