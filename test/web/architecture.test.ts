import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import {
  assertWay,
  besideAll,
  callRecorder,
  type Send,
  sourcesOf,
  wayBelow,
} from "../docs/recorded-calls.ts";
import { root } from "../support/source-files.ts";
import { inBrowser } from "../support/timeouts.ts";
import { useBrowser } from "./browser.ts";
import { allSaved, type At, save } from "./editing.ts";
import { sharedEditor, sharedService } from "./shared-editor.ts";

const open = useBrowser();
const editor = sharedEditor(open, sharedService());

const corners = [
  [0, 0],
  [4, 0],
  [4, 3],
  [0, 3],
];
const plan = { rooms: [{ id: "hall", name: "Hall", points: corners }] };

/**
 * Where an edit passes; whatever else is called draws, names and computes. Of the connection, `retry.ts` looks at the clock
 * every five seconds, whether somebody edits or not.
 */
const told = /^src\/web\/(?:store\/|canvas\/|connection\/(?!retry\.ts$))/;

/** What is called more often in one edit draws. */
const maxCalls = 60;

/** The file of a script that the service at that address has a page load. */
const fileOf =
  (url: string) =>
  (script: string): string | undefined =>
    script.startsWith(url) && script.endsWith(".js")
      ? join(root, "dist/web", new URL(script).pathname)
      : undefined;

/** A session that takes any command, where Playwright's type wants to know which. */
interface Sending {
  send(method: string, params?: object): Promise<unknown>;
}

const sendTo =
  (session: Sending): Send =>
  (method, params) =>
    session.send(method, params);

const frame = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));

test(
  "HOUSE-9: docs/architecture.md lists the files that an edit passes in the page, in the order of their first call",
  inBrowser,
  async (t) => {
    const edited = await editor(t, plan);
    if (edited === undefined) return;
    const { page } = edited;
    const box = await page.locator('[data-ref="rooms/hall"] .floor').boundingBox();
    assert(box !== null);
    // Of its floor, away from its name and its handles.
    const start: At = [box.x + box.width * 0.3, box.y + box.height * 0.75];
    let at = start;
    const move = async (dx: number): Promise<void> => {
      at = [at[0] + dx, at[1]];
      await page.mouse.move(...at);
      await frame(page);
    };
    /** The legs of an edit, each from one thing that somebody does to the next. */
    const press = async (): Promise<void> => {
      await page.mouse.down();
      await frame(page);
    };
    const drag = async (): Promise<void> => {
      await move(20);
      await move(20);
    };
    const drop = async (): Promise<void> => {
      await page.mouse.up();
      await frame(page);
    };
    const keep = async (): Promise<void> => {
      await save(page);
      await allSaved(page);
    };
    const backAgain = async (): Promise<void> => {
      at = start;
      await page.keyboard.press("Control+z");
      await keep();
      await page.mouse.move(...at);
      await frame(page);
    };
    const edit = async (): Promise<void> => {
      for (const leg of [press, drag, drop, keep]) await leg();
    };
    // A room moves once it is selected; parts that are loaded later are loaded now.
    await page.mouse.click(...at);
    await edit();
    await backAgain();

    const session = await page.context().newCDPSession(page);
    const sources = sourcesOf(fileOf(edited.service.url), (source) => told.test(source));
    const recorder = await callRecorder(sendTo(session), sources, edit, maxCalls);
    await backAgain();
    const legs = [
      ["### When it is pressed", press],
      ["### While the pointer moves", drag],
      ["### When it is let go", drop],
      ["### When somebody saves", keep],
    ] as const;
    const map = await readFile(join(root, "docs/architecture.md"), "utf8");
    const passed: (readonly string[])[] = [];
    for (const [, leg] of legs) passed.push(await recorder.record(leg));
    await recorder.end();
    for (const [index, [heading]] of legs.entries()) {
      const { files, beside } = wayBelow(map, heading);
      assertWay({ files, beside: [...besideAll(map), ...beside] }, passed[index] ?? []);
    }
  },
);
