import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator } from "playwright-core";
import { demoPlan } from "../../../samples/index.ts";
import { inBrowser } from "../../../support/timeouts.ts";
import { useBrowser } from "../../browser.ts";
import { sharedService } from "../../shared-editor.ts";
import { admin, openMenu, showTab } from "./admin-menu.ts";

const open = useBrowser();
const shared = sharedService();

test(
  "PRESENCE-15: each save in sight says what it changed, the first changes and how many more, of the plans that this takes",
  inBrowser,
  async (t) => {
    const { service, peer } = await shared();
    const plan = demoPlan("flat");
    const { furniture } = plan;
    // A list that is longer than the dialog is high.
    for (const at of Array.from({ length: 22 }).keys()) await peer.save({ ...plan, wait: at });
    const before = await peer.save(plan);
    const [sofa, ...others] = furniture.toSorted((one, other) =>
      one.type === "sofa" ? -1 : other.type === "sofa" ? 1 : 0,
    );
    assert(sofa?.type === "sofa");
    const moved = [{ ...sofa, x: sofa.x + 0.8 }, ...others];
    const table = { id: "new_table", type: "table", x: 8, z: 1.5 };
    await peer.save({ ...plan, furniture: [...moved, table] });
    const types = ["chair", "chair", "chair", "sofa", "shelf", ...Array<string>(12).fill("bed")];
    const many = types.map((type, at) => ({ id: `many_${at}`, type, x: 8, z: 1 + at * 0.1 }));
    const last = await peer.save({ ...plan, furniture: [...moved, table, ...many] });
    const asked: number[] = [];
    const page = await open(t, service, {
      ...admin(service),
      locale: "de",
      viewport: { width: 900, height: 640 },
      prepare: async (tab) => {
        tab.on("websocket", (socket) =>
          socket.on("framesent", ({ payload }) => {
            for (const [, rev] of String(payload).matchAll(/"rev":\s*(\d+)/g))
              if (String(payload).includes("history/get")) asked.push(Number(rev));
          }),
        );
      },
    });
    if (page === undefined) return;
    await page.getByRole("button", { name: "Zugang" }).click();
    await showTab(page, "Wer was gespeichert hat");
    const entry = (rev: number): Locator => page.locator(`li[data-rev="${rev}"]`);
    await entry(last)
      .getByText(
        "Stuhl in Kitchen hinzugefügt (3 ×), Sofa in Kitchen hinzugefügt, Regal in Kitchen hinzugefügt und 12 weitere",
      )
      .waitFor();
    await entry(last - 1)
      .getByText("Tisch in Kitchen hinzugefügt, Sofa in Living room 0,8 m verschoben", {
        exact: true,
      })
      .waitFor();
    await entry(before).getByText("wait", { exact: false }).waitFor();
    const count = await page.locator("li[data-rev]").count();
    assert(count >= 15, `${count} saves`);
    await page.locator("li[data-rev]").last().scrollIntoViewIfNeeded();
    await page.locator("li[data-rev]").nth(-2).getByText("wait", { exact: false }).waitFor();
    assert.equal(new Set(asked).size, asked.length, `each is asked for once: ${asked.join()}`);
  },
);

test(
  "PRESENCE-15: saves say what they changed for another client, too, which the open dialog is given",
  inBrowser,
  async (t) => {
    const { service, peer } = await shared();
    const plan = demoPlan("flat");
    await peer.save(plan);
    const [first, ...others] = plan.furniture;
    assert(first);
    await peer.save({ ...plan, furniture: [{ ...first, x: first.x + 0.3 }, ...others] });
    const page = await open(t, service, admin(service));
    if (page === undefined) return;
    await openMenu(page);
    await showTab(page, "Who saved what");
    await page.getByText(/0\.3 m/).waitFor();
    const table = { id: "new_table", type: "table", x: 8, z: 1.5 };
    const last = await peer.save({ ...plan, furniture: [...plan.furniture, table] });
    await page.locator("floorplan-manager").evaluate((manager) => {
      const client: unknown = Reflect.get(manager, "client");
      if (typeof client !== "object" || client === null) throw new Error("it has a client");
      const get = (target: object, name: string | symbol): unknown => {
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      };
      Reflect.set(manager, "client", new Proxy(client, { get }));
    });
    await page
      .locator(`li[data-rev="${last}"]`)
      .getByText(/Table added/)
      .waitFor();
  },
);
