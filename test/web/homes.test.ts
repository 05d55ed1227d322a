import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { connect } from "../../src/client/index.ts";
import { followingErrors } from "../../src/web/i18n/en/following-errors.ts";
import { page as english } from "../../src/web/i18n/en/screens.ts";
import { folderOf, keyEnd } from "../../src/web/ui/browser-storage.ts";
import { makeLink, openLink } from "../support/access-links.ts";
import { greyPng } from "../support/grey-png.ts";
import type { ServiceConfig } from "../../src/server/limits.ts";
import { startTestHomes, type TestHome } from "../support/homes.ts";
import type { Peer } from "../support/peer.ts";
import { runInProcess } from "../support/run-command.ts";
import type { TestScope } from "../support/service.ts";
import { bounded, inBrowser } from "../support/timeouts.ts";
import { useBrowser } from "./browser.ts";
import { waitForDrafts } from "./draft-count.ts";
import { allSaved, panel, rename, save } from "./editing.ts";
import { becomes } from "./page-polling.ts";

const open = useBrowser();

/** One of two homes of an origin; both have a floor and a room of the same ids. */
interface Home {
  /** Its address, without a slash at its end. */
  readonly url: string;
  /** The path of its page. */
  readonly path: string;
  readonly admin: string;
  readonly viewer: string;
  readonly peer: Peer;
  /** The name of its room. */
  readonly room: string;
}

const planOf = (room: string) => ({
  levels: [{ id: "ground", name: "Ground floor" }],
  layers: [{ id: "labels", name: "Labels", kinds: ["labels"] }],
  rooms: [
    {
      id: "room",
      name: room,
      level: "ground",
      points: [
        [0, 0],
        [6, 0],
        [6, 4],
        [0, 4],
      ],
    },
  ],
});

/** Starts a service of two homes, on one origin. */
const startBoth = async (
  t: TestScope,
  config: Partial<ServiceConfig> = {},
): Promise<readonly [Home, Home]> => {
  const { home: of } = await startTestHomes(t, { ids: ["one", "other"], config });
  const drawn = async (home: TestHome, room: string): Promise<Home> => {
    const { url, admin, viewer } = home;
    const peer = await home.login(admin);
    await peer.save(planOf(room));
    return { url, path: `${new URL(url).pathname}/`, admin, viewer, peer, room };
  };
  return [await drawn(of("one"), "Kitchen"), await drawn(of("other"), "Studio")];
};

/** Fails for whatever a page asks for outside of its home. */
const keepTo = (page: Page, { url }: Home): (() => void) => {
  const outside: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(`${url}/`) && !/^(?:data|blob):/.test(request.url()))
      outside.push(request.url());
  });
  page.on("websocket", (socket) => {
    if (!socket.url().startsWith(`${url.replace(/^http/, "ws")}/`)) outside.push(socket.url());
  });
  return () => assert.deepEqual(outside, []);
};

const signIn = async (page: Page, token: string): Promise<void> => {
  await page.getByLabel(english.signIn.token).fill(token);
  await page.getByRole("button", { name: english.signIn.submit, exact: true }).click();
};

const named = (page: Page, room: string) => page.getByText(room).first();

/** A grey image of so many pixels each way, by which it is recognized. */
const imageOf = (size: number): Buffer =>
  greyPng({ width: size, height: size, data: new Uint8Array(size * size) });

/** Uploads a tracing image in the editor, and saves. */
const traceIn = async (page: Page, size: number): Promise<void> => {
  await panel(page, "Image");
  await page
    .locator('floorplan-tracing input[type="file"]')
    .setInputFiles({ name: "scan.png", mimeType: "image/png", buffer: imageOf(size) });
  await page.locator("floorplan-editor image.tracing").waitFor();
  await save(page);
  await allSaved(page);
};

/** The size of the tracing image that a page shows, as its own address for it delivers it. */
const tracedSize = async (page: Page, home: Pick<Home, "url">, within: string): Promise<number> => {
  const image = page.locator(`${within} image.tracing`);
  await image.waitFor({ state: "attached" });
  const address = (await image.getAttribute("href")) ?? "";
  assert(address.startsWith(`${home.url}/local/floorplan/bg_`), address);
  return page.evaluate(async (src) => {
    const loaded = new Image();
    loaded.src = src;
    await loaded.decode();
    return loaded.naturalWidth;
  }, address);
};

const keysIn = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => Object.keys(localStorage).toSorted());

test(
  "HOMES-70, HOMES-71: in two homes of one origin people sign in, draw, trace and choose; each shows its own after a reload, and signing out of one leaves the other",
  inBrowser,
  async (t) => {
    const [one, other] = await startBoth(t);
    const page = await open(t, one, {});
    if (page === undefined) return;
    const beside = await page.context().newPage();
    const keptTo = keepTo(beside, other);
    await beside.goto(`${other.url}/`);
    await signIn(page, one.admin);
    await named(page, one.room).waitFor();
    // Who is signed in to one home is nobody in the other.
    await beside.reload();
    await signIn(beside, other.admin);
    await named(beside, other.room).waitFor();
    assert.equal(await beside.getByText(one.room).count(), 0);

    const finish = beside.getByRole("button", { name: "Plain colours" });
    await finish.click();
    await becomes(() => finish.getAttribute("aria-pressed"), "true");
    for (const each of [page, beside]) {
      await each.getByRole("link", { name: "Edit", exact: true }).click();
      await each.locator("floorplan-editor").waitFor();
    }
    await traceIn(page, 20);
    await traceIn(beside, 40);
    await rename(page, one.room, "Pantry");
    await waitForDrafts(page, 1);

    await beside.reload();
    await beside.locator("floorplan-editor").waitFor();
    assert.equal(await tracedSize(beside, other, "floorplan-editor"), 40);
    assert.equal(await beside.getByText("There are unsaved changes").count(), 0);
    await named(beside, other.room).waitFor();
    await save(page);
    await allSaved(page);
    await page.reload();
    await page.locator("floorplan-editor").waitFor();
    await named(page, "Pantry").waitFor();
    assert.equal(await tracedSize(page, one, "floorplan-editor"), 20);
    await page.goto(`${one.url}/#`);
    const plain = page.getByRole("button", { name: "Plain colours" });
    assert.equal(await plain.getAttribute("aria-pressed"), "false");
    assert.deepEqual(
      (await keysIn(page)).filter((key) => !/:\/h\/(?:one|other)\/$/.test(key)),
      [],
      "whatever is kept is kept by home",
    );

    await page.getByRole("button", { name: english.signOut, exact: true }).click();
    await page
      .getByRole("dialog", { name: english.leaving.title })
      .getByRole("button", { name: english.signOut })
      .click();
    await page.getByLabel(english.signIn.token).waitFor();
    await beside.reload();
    await beside.locator("floorplan-editor").waitFor();
    await named(beside, other.room).waitFor();
    const kept = (await keysIn(page)).filter((key) => key.startsWith("floorplan-token"));
    assert.deepEqual(kept, [`floorplan-token:${other.path}`]);
    keptTo();
  },
);

test(
  "HOMES-72: the wall and a card with a home's address show that home and its image, on a page of another home too",
  inBrowser,
  async (t) => {
    const [one, other] = await startBoth(t);
    const client = await connect(other.url, other.admin);
    t.after(() => client.close());
    const bytes = new Uint8Array(imageOf(30));
    const url = await client.images.upload("ground", new Blob([bytes]), "scan.png");
    const backgrounds = { ground: { url, width: 6 } };
    const { rev = 0 } = await client.getPlan();
    await client.change(rev, [{ op: "add", path: "/backgrounds", value: backgrounds }]);

    const page = await open(t, other, { path: "/wall?traced" });
    if (page === undefined) return;
    await signIn(page, other.viewer);
    await named(page, other.room).waitFor();
    assert.equal(await tracedSize(page, other, "floorplan-wall"), 30);

    const host = await open(t, { url: new URL(one.url).origin }, { path: one.path });
    if (host === undefined) return;
    await host.locator("floorplan-sign-in").waitFor();
    await host.evaluate(`{
      const card = document.createElement("floorplan-card");
      card.setConfig(${JSON.stringify({ url: other.url, token: other.viewer, traced: true })});
      document.body.replaceChildren(card);
    }`);
    await named(host, other.room).waitFor();
    assert.equal(await tracedSize(host, other, "floorplan-card"), 30);
    await host.evaluate(`(async () => {
      await import(${JSON.stringify(`${one.path}floorplan-panel.js`)});
      const panel = document.createElement("floorplan-panel");
      panel.panel = { config: ${JSON.stringify({ url: other.url, token: other.admin })} };
      document.body.replaceChildren(panel);
    })()`);
    await host.locator("floorplan-panel floorplan-editor").waitFor();
    assert.equal(await tracedSize(host, other, "floorplan-editor"), 30);
    await panel(host, "File");
    const exporting = host.waitForEvent("download");
    await host.getByRole("button", { name: "Export with images" }).click();
    const exported = await text(await (await exporting).createReadStream());
    assert(exported.includes(`base64,${Buffer.from(bytes).toString("base64")}`));
    assert.deepEqual(await keysIn(host), [], "a card keeps no token");
  },
);

test(
  "HOMES-73: a link, its code and an installed wall belong to their home alone",
  inBrowser,
  async (t) => {
    const [one, other] = await startBoth(t);
    const code = await makeLink(one.peer, "Guest");
    assert.deepEqual(await openLink(other, code), [401, "unknown"]);
    const page = await open(t, one, { path: `/wall?look=day#code=${code}` });
    if (page === undefined) return;
    await named(page, one.room).waitFor();
    assert.equal(page.url(), `${one.url}/wall?look=day`);
    const token = await page.evaluate(
      (key) => localStorage.getItem(key),
      `floorplan-token:${one.path}`,
    );
    assert.equal(typeof token, "string");
    const manifest = await page.evaluate(async () => {
      const link = document.querySelector<HTMLLinkElement>("link[rel=manifest]");
      const address = link?.href ?? "";
      const told: unknown = await (await fetch(address)).json();
      return { address, told };
    });
    const { start_url: start, scope, icons } = Object(manifest.told);
    const at = (told: unknown): string => new URL(String(told), manifest.address).href;
    assert.equal(at(start), `${one.url}/wall?look=day`);
    assert.equal(at(scope), `${one.url}/`);
    for (const { src } of icons) assert.equal((await fetch(at(src))).status, 200, String(src));
  },
);

test(
  "HOMES-76: a home at a host name of its own is used like a service of its own, and leads to no other home",
  inBrowser,
  async (t) => {
    const [one, other] = await startBoth(t, { homeHosts: "*.plans.localhost" });
    const { port } = new URL(one.url);
    const at = (id: string): string => `http://${id}.plans.localhost:${port}`;
    const page = await open(t, { url: at("one") }, { expects: /another host|in the console/ });
    if (page === undefined) return;
    await signIn(page, one.admin);
    await named(page, one.room).waitFor();
    assert.deepEqual(await keysIn(page), ["floorplan-token"]);
    await page.getByRole("link", { name: "Edit", exact: true }).click();
    await page.locator("floorplan-editor").waitFor();
    await traceIn(page, 20);
    await page.reload();
    await page.locator("floorplan-editor").waitFor();
    assert.equal(await tracedSize(page, { url: at("one") }, "floorplan-editor"), 20);
    const statusOf = (address: string): Promise<number | string> =>
      page.evaluate(async (asked) => {
        try {
          return (await fetch(asked)).status;
        } catch {
          return "refused";
        }
      }, address);
    assert.equal(await statusOf("/settings.json"), 200);
    assert.equal(await statusOf("/h/other/settings.json"), 404);
    assert.equal(await statusOf(`${at("other")}/settings.json`), "refused");
    await page.goto(`${at("other")}/wall`);
    await signIn(page, other.viewer);
    await named(page, other.room).waitFor();
  },
);

test("HOMES-74: programs and the command line reach a home by its address", bounded, async (t) => {
  const [one, other] = await startBoth(t);
  for (const { url, viewer, room } of [one, other]) {
    const client = await connect(`${url}/`, viewer);
    t.after(() => client.close());
    assert(JSON.stringify(await client.getPlan()).includes(room));
    assert.deepEqual(await client.status(), { status: "ready" });
    const status = await runInProcess(["status", "--url", url]);
    assert.equal(status.code, 0, status.err);
    assert.match(status.out, /^ready: only its provider/);
    const got = await runInProcess(["get", "--url", url, "--token", viewer]);
    assert.equal(got.code, 0, got.err);
    assert(got.out.includes(room), got.out);
  }
  await assert.rejects(connect(one.url, other.viewer), { code: "invalid_auth" });
});

test(
  "HOMES-77: the command line tells why a home lets nobody in to whoever has its token, and to nobody else",
  bounded,
  async (t) => {
    const home = (await startTestHomes(t, { ids: ["one"] })).home("one");
    const record = { name: "", created_at: "", quotas: {}, suspended_at: "2026-01-01T00:00:00Z" };
    await writeFile(join(home.data, "home.json"), JSON.stringify(record));
    const get = (token: string) => runInProcess(["get", "--url", home.url, "--token", token]);
    const told = await get(home.viewer);
    assert.deepEqual([told.code, told.out], [1, ""]);
    assert.match(told.err, /refused the connection: the home is suspended by its provider/);
    const strange = await get("x".repeat(43));
    assert.equal(strange.code, 1);
    assert.match(strange.err, /does not accept this token/);
    assert.doesNotMatch(strange.err, /suspended/);
  },
);

test(
  "HOMES-74: the API documents name the service that sent them, below any path",
  bounded,
  async (t) => {
    const [{ url, path }] = await startBoth(t);
    const address = `${url}/api/openapi.json`;
    const { servers } = Object(await (await fetch(address)).json());
    const [, own] = servers;
    assert.equal(new URL(String(own.url), address).pathname, path);
    const { servers: sockets } = Object(await (await fetch(`${url}/api/asyncapi.json`)).json());
    assert.equal(sockets.service.pathname, "{path}");
    assert.equal(sockets.service.variables.path.default, "");
  },
);

test("HOMES-71: keys end with the path of the service on its own pages below one, and nowhere else", () => {
  const cases: readonly (readonly [page: string, module: string, end: string])[] = [
    ["http://plan:8125/", "http://plan:8125/assets/page-1.js", ""],
    ["http://plan:8125/wall?look=day", "http://plan:8125/assets/wall-1.js", ""],
    ["https://host/h/one/#edit", "https://host/h/one/assets/page-1.js", ":/h/one/"],
    ["https://host/h/one/wall", "https://host/h/one/floorplan-card.js", ":/h/one/"],
    // A dashboard beside the service, and one that loads the card from it.
    ["https://host/lovelace/0", "https://host/local/floorplan-card.js", ""],
    ["https://host/lovelace/0", "https://host/h/one/assets/card-1.js", ""],
    ["https://home/h/one/", "https://host/h/one/assets/card-1.js", ""],
  ];
  for (const [page, module, end] of cases) assert.equal(keyEnd(page, module), end, page);
  assert.equal(folderOf("http://plan:8125/floorplan-card.js"), "http://plan:8125/");
  assert.equal(folderOf("https://home/plan/assets/panel-12345678.js?v=2"), "https://home/plan/");
  assert.equal(folderOf("https://home/local/my-assets/card.js"), "https://home/local/my-assets/");
});

test(
  "HOMES-198: a suspended home says so on its page, also to whom it was shown before, and is back by itself once it is resumed",
  inBrowser,
  async (t) => {
    const { service, url, home } = await startTestHomes(t, { ids: ["one"] });
    const one = home("one");
    await (await one.login(one.admin)).save(planOf("Kitchen"));
    const suspend = async (suspended: boolean): Promise<void> => {
      const { status } = await fetch(`${url}/provider/homes/one`, {
        method: "PATCH",
        headers: { Authorization: `Bearer ${service.first.firstToken}` },
        body: JSON.stringify({ suspended }),
      });
      assert.equal(status, 200);
    };
    await suspend(true);
    const expects = /Failed to load resource|WebSocket connection to/;
    const page = await open(t, { url: one.url }, { expects });
    if (page === undefined) return;
    await signIn(page, one.viewer);
    const words = page.getByText(followingErrors.problems.suspended.what);
    await words.waitFor();
    assert.equal(await page.getByText("the home is suspended by its provider").count(), 0);
    await suspend(false);
    await named(page, "Kitchen").waitFor();
    await suspend(true);
    await words.waitFor();
    await suspend(false);
    await words.waitFor({ state: "detached" });
    await named(page, "Kitchen").waitFor();
  },
);
