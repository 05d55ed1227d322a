import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { listIn } from "../../../src/model/json.ts";
import { demoPlan } from "../../samples/index.ts";
import { bytesOf, type Peer } from "../../support/peer.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { useBrowser } from "../browser.ts";
import { allSaved, save, stored } from "../editing.ts";
import { wallIn } from "../kiosk/kiosk-page.ts";
import { sharedEditor, sharedService } from "../shared-editor.ts";
import { Wire } from "../wire.ts";

const open = useBrowser();
const shared = sharedService();

const chair = { id: "chair", type: "chair", x: 1, z: 2.5 };
const lamp = { id: "lamp", type: "lamp_floor", x: 3, z: 2 };
const house = demoPlan("house");
const plan = { ...house, furniture: [chair, lamp, ...house.furniture] };
/** Its numbers as a hand writes them. */
const text = JSON.stringify(plan).replace('"x":1,"z":2.5}', '"x":1.0,"z":2.50}');

/** The bytes of a plan as they are stored. */
const storedText = async (peer: Peer): Promise<string> => {
  const answer = new Promise<string>((resolve) => {
    peer.ws.once("message", (data) => resolve(bytesOf(data).toString()));
  });
  await peer.result("floorplan/plan/get");
  return answer;
};

const saveText = async (peer: Peer): Promise<void> => {
  const id = peer.newId();
  peer.send(`{"id":${id},"type":"floorplan/plan/save","plan":${text}}`);
  assert.equal((await peer.replyTo(id))["success"], true);
};

/** Waits until a page, or a wall, has the lamp there. */
const hasLampAt = (page: Page, x: number): Promise<unknown> =>
  page.waitForFunction(
    (wanted) => {
      const wall = document.querySelector("floorplan-wall")?.shadowRoot;
      const shown =
        document.querySelector("floorplan-page") ?? wall?.querySelector("floorplan-wall-card");
      const now: unknown = Reflect.get(shown ?? {}, "plan");
      return JSON.stringify(now ?? "").includes(`"id":"lamp","type":"lamp_floor","x":${wanted},`);
    },
    x,
    { polling: 100 },
  );

/** Moves the lamp by a key and saves; gives where it stands then. */
const moveLamp = async (page: Page, peer: Peer): Promise<number> => {
  await page.locator('floorplan-canvas [data-ref="furniture/lamp"]').first().focus();
  await page.keyboard.press("ArrowRight");
  await save(page);
  await allSaved(page);
  const [, moved] = listIn((await stored(peer))["furniture"]);
  const x = Number(Reflect.get(Object(moved), "x"));
  assert(x > lamp.x && x < lamp.x + 1, `${x}`);
  return x;
};

const longest = (texts: readonly string[]): number =>
  Math.max(...texts.map((each) => Buffer.byteLength(each)));

const edited = new Wire();
const openEditor = sharedEditor(open, shared, { prepare: edited.take });

test(
  "SESS-18, PAGE-33: a lamp that is moved is saved and shown on page and wall by less than 1 kB, and no number loses its text",
  inBrowser,
  async (t) => {
    const editor = await openEditor(t, plan);
    if (editor === undefined) return;
    const { page, peer, service } = editor;
    await saveText(peer);
    assert((await storedText(peer)).includes('"x":1.0,"z":2.50}'));
    const [onPage, onWall] = [new Wire(), new Wire()];
    const viewer = await open(t, service, { token: service.viewer, prepare: onPage.take });
    const wall = await wallIn(open)(t, service, { prepare: onWall.take });
    if (viewer === undefined || wall === undefined) return;
    for (const each of [viewer, wall]) {
      await hasLampAt(each, lamp.x);
      // What makes changes has arrived, as it does soon behind the first view.
      await each.waitForFunction(() =>
        performance
          .getEntriesByType("resource")
          .some(({ name }) => name.includes("/apply-changes-")),
      );
    }
    assert(longest(onPage.events) > 90_000 && longest(onWall.events) > 90_000);
    for (const each of [edited, onPage, onWall]) each.forget();
    const x = await moveLamp(page, peer);
    await hasLampAt(viewer, x);
    await hasLampAt(wall, x);
    assert.equal(edited.commands("plan/save").length, 0);
    assert.equal(edited.commands("plan/change").length, 1);
    assert(longest(edited.sent) < 1000, `${longest(edited.sent)} bytes are sent`);
    for (const { events } of [edited, onPage, onWall]) {
      assert.equal(events.length, 1);
      assert(longest(events) < 1000, `${longest(events)} bytes are received`);
    }
    assert((await storedText(peer)).includes('"x":1.0,"z":2.50}'));
    const ofChanges = [edited, onPage, onWall].flatMap((each) => each.commands("plan/follow"));
    assert.deepEqual(ofChanges, [], "nobody follows again");
  },
);

test(
  "PAGE-34: with a service that does not know changes, whole plans are saved and shown",
  inBrowser,
  async (t) => {
    const old = new Wire(false);
    const editor = await sharedEditor(open, shared, { prepare: old.take })(t, plan);
    if (editor === undefined) return;
    const { page, peer, service } = editor;
    const onWall = new Wire(false);
    const wall = await wallIn(open)(t, service, { prepare: onWall.take });
    if (wall === undefined) return;
    await hasLampAt(wall, lamp.x);
    const x = await moveLamp(page, peer);
    await hasLampAt(wall, x);
    assert.equal(old.commands("plan/change").length, 0);
    assert.equal(old.commands("plan/save").length, 1);
    for (const each of [old, onWall])
      assert.equal(each.commands("plan/follow").length, each.commands("plan/subscribe").length);
    await page.close();
  },
);

test(
  "PAGE-33: if what makes changes cannot be loaded, page and editor show and save whole plans",
  inBrowser,
  async (t) => {
    const onPage = new Wire();
    const { service, peer } = await shared();
    await peer.save(plan);
    const viewer = await open(t, service, {
      token: service.viewer,
      expects: /Failed to load resource/,
      prepare: async (page) => {
        await page.route(/\/apply-changes-/, (route) => route.abort());
        await onPage.take(page);
      },
    });
    if (viewer === undefined) return;
    await hasLampAt(viewer, lamp.x);
    for (const x of [7, 8]) {
      await peer.save({ ...plan, furniture: [chair, { ...lamp, x }, ...house.furniture] });
      await hasLampAt(viewer, x);
    }
    assert.equal(onPage.commands("plan/follow").length, 3);
  },
);
