import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { toChoose } from "../docs/ways.ts";
import { root } from "../support/source-files.ts";
import { homeFile } from "../model/import/home.ts";
import { inBrowser } from "../support/timeouts.ts";
import { mayUse } from "../support/programs.ts";
import { temporaryFolder } from "../support/service.ts";
import { serveOnTerminal } from "../support/terminal.ts";
import { useBrowser } from "./browser.ts";

const open = useBrowser();

/** The steps of docs/getting-started.md. */
const firstPage = async (): Promise<string> => {
  const page = await readFile(join(root, "docs/getting-started.md"), "utf8");
  const [, steps] = /^# Getting started\n([^]*?)\n## /.exec(page) ?? [];
  assert(steps !== undefined, "the page has its steps");
  return steps;
};

/** Lines of what is printed, with what differs from start to start left out. */
const shapeOf = (printed: string): readonly string[] =>
  printed
    .split("\n")
    .map((line) =>
      line
        .trim()
        .replaceAll(/https?:\/\/[^/\s]+/g, "ADDRESS")
        .replaceAll(/(?<=code=|^)(?:Yq3…|mB7…|\S{43})$/g, "SECRET")
        .replace(/^(data +).*/, "$1FOLDER"),
    )
    .filter((line) => line !== "" && !line.startsWith("opened at"));

/** Presses what has that name, as a button or a tab. */
const choose = (page: Page, name: string): Promise<void> =>
  page
    .getByRole("button", { name, exact: true })
    .or(page.getByRole("tab", { name, exact: true }))
    .or(page.getByRole("link", { name, exact: true }))
    .click();

test(
  "CLI-3, IMPORT-30, GUEST-9, TABLET-1: the steps of docs/getting-started.md lead from a file to the wall, as they stand",
  inBrowser,
  async (t) => {
    if (!mayUse(t, "script")) return;
    const steps = await firstPage();
    assert.match(steps, /\n +npm ci && npm start -- --host 0\.0\.0\.0\n/);
    const manifest = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
    assert.match(manifest.scripts.start, / dist\/cli\.cjs serve$/);
    // For its tests it listens on no other address, and in another folder.
    const data = await temporaryFolder(t);
    const terminal = serveOnTerminal(t, `--host 127.0.0.1 --data "${data}"`, "2>/dev/null");
    await terminal.shows((text) => /\/#code=\S{43}\n/.test(text));
    const shown = terminal.shown();
    const told = /^ {7}floorplan listens at [^]*?#code=\S+$/m.exec(steps)?.[0] ?? "";
    const printed = shapeOf(shown.slice(shown.indexOf("floorplan listens at")));
    assert.deepEqual(printed.slice(0, shapeOf(told).length), shapeOf(told));
    const [, url = "", signIn = ""] = /(http:\/\/\S+?)(\/#code=\S+)\n/.exec(shown) ?? [];

    const labels = toChoose(steps);
    const [bring = "", take = "", save = "", leave = "", access = "", newLink = "", make = ""] =
      labels;
    assert.equal(labels.length, 7, labels.join(", "));
    const page = await open(t, { url }, { path: signIn });
    if (page === undefined) return;
    const { name, bytes } = homeFile();
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      page.getByRole("button", { name: new RegExp(`^${bring}`) }).click(),
    ]);
    await chooser.setFiles([{ name, mimeType: "", buffer: Buffer.from(bytes) }]);
    const dialog = page.getByRole("dialog", { name: "Import", exact: true });
    await dialog.getByRole("button", { name: take, exact: true }).click();
    await choose(page, save);
    await page.getByText("All saved").waitFor();
    await choose(page, leave);
    await choose(page, access);
    await choose(page, newLink);
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Kitchen tablet");
    await choose(page, make);
    await page.getByRole("img", { name: "QR code of the link" }).waitFor();
    const link = new URL(await page.getByRole("textbox", { name: "Link" }).inputValue());
    const tablet = await open(t, { url: link.origin }, { path: `${link.pathname}${link.hash}` });
    await tablet?.getByText("Kitchen", { exact: true }).first().waitFor();
  },
);
