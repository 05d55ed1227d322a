import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { settled } from "../../home-assistant/service-with-token.ts";
import {
  button,
  meshSensor,
  mqttMessage,
  networkMap,
  plug,
  withBroker,
  withMeshes,
} from "../../home-assistant/shared/sample-meshes.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { accessibilityViolations } from "../accessibility-violations.ts";
import { useBrowser } from "../browser.ts";
import { panel } from "../editing.ts";
import { becomes } from "../page-polling.ts";

const open = useBrowser();

const square = (x: number): readonly (readonly number[])[] => [
  [x, 0],
  [x + 4, 0],
  [x + 4, 4],
  [x, 4],
];

const plan = {
  rooms: [
    { id: "hall", name: "Hall", points: square(0) },
    { id: "kitchen", name: "Kitchen", points: square(4) },
    { id: "office", name: "Office", points: square(8) },
  ],
  devices: [
    { id: "stick", kind: "generic", name: "Silicon Labs EZSP", x: 1, z: 2 },
    { id: "lamp", kind: "generic", x: 5, z: 2, entity: "light.hall" },
    { id: "button", kind: "generic", name: "Button", x: 11, z: 3 },
  ],
};

/** A page with the dialog of the mesh of a home that has all four. */
const opened = async (t: TestContext) => {
  const { home, service } = await settled(t, plan);
  withMeshes(home);
  const page = await open(t, service, { token: service.admin, path: "/#edit" });
  if (page === undefined) return undefined;
  await page.getByRole("tab", { name: "House" }).waitFor();
  await panel(page, "House");
  await page.getByRole("button", { name: "Show the radio mesh" }).click();
  const dialog = page.getByRole("dialog", { name: "Radio mesh" });
  await dialog.waitFor();
  return { home, page, dialog };
};

test(
  "MESH-12, MESH-13: the mesh is read by a button, drawn with its links, and told link by link, by mouse and keyboard",
  inBrowser,
  async (t) => {
    const { dialog, page } = (await opened(t)) ?? {};
    if (dialog === undefined || page === undefined) return;
    await dialog.getByText("This mesh has not been read since the service started.").waitFor();
    assert.equal(
      await dialog.getByRole("combobox", { name: "Mesh" }).locator("option").count(),
      4,
      "as many as Home Assistant has",
    );
    await dialog.getByRole("button", { name: "Read the mesh" }).click();
    await dialog.getByText("ZHA is scanning its mesh now").waitFor();
    const links = dialog.locator(".mesh .link");
    assert.equal(await links.count(), 2, "drawn");
    assert.equal(await dialog.locator(".mesh .node").count(), 3);
    const weakest = dialog.getByRole("button", { name: /^Kitchen plug – Button/ });
    await weakest
      .getByText("Weak (link quality 88 of 255), 6.1 m and 1 wall. Much weaker than")
      .waitFor();
    await weakest.getByText("This is older than a day.").waitFor();
    await dialog
      .getByRole("button", { name: /^Silicon Labs EZSP – Kitchen plug/ })
      .getByText("Good (link quality 190 of 255), 4 m and 1 wall.")
      .waitFor();
    // Old links are dashed: the button was heard in July.
    assert.equal(await dialog.locator(".mesh .link path[stroke-dasharray]").count(), 3);
    await weakest.focus();
    await page.keyboard.press("Enter");
    await becomes(() => weakest.getAttribute("aria-pressed"), "true");
    const told = dialog.locator("[aria-live=polite]");
    await told.getByText("Kitchen plug – Button").waitFor();
    assert.equal(await dialog.locator(".mesh .link[opacity]").count(), 1, "the others are faint");
    assert.deepEqual(await accessibilityViolations(page), [], "accessible with all of it shown");
    const node = dialog.locator(".mesh .node").first();
    await node.click({ force: true });
    await told.getByText("Silicon Labs EZSP: Coordinator.").waitFor();
    await page.keyboard.press("Escape");
    await becomes(() => dialog.count(), 0);
    await page.getByRole("button", { name: "Show the radio mesh" }).click();
    await dialog.getByText("ZHA is scanning its mesh now").waitFor();
  },
);

test(
  "MESH-11, MESH-12: another mesh is chosen, with the place of a router, what is not on the plan, and problems in words",
  inBrowser,
  async (t) => {
    const { dialog, home } = (await opened(t)) ?? {};
    if (dialog === undefined || home === undefined) return;
    const mesh = dialog.getByRole("combobox", { name: "Mesh" });
    const read = dialog.getByRole("button", { name: "Read the mesh" });
    await mesh.selectOption({ label: "Zigbee2MQTT" });
    withBroker(home, ({ transaction }) => [
      mqttMessage({ status: "error", error: "the stick is away", data: {}, transaction }),
    ]);
    await dialog.getByLabel("Base topic").fill("z2m");
    await read.click();
    await dialog
      .getByRole("alert")
      .getByText("Zigbee2MQTT could not make its map: the stick is away")
      .waitFor();
    withBroker(home, ({ transaction }) => [mqttMessage(networkMap(transaction))]);
    await read.click();
    await dialog.getByRole("heading", { name: "Not on the plan" }).waitFor();
    await dialog.getByRole("listitem").filter({ hasText: "Coordinator · Coordinator." }).waitFor();
    assert.equal(await dialog.getByRole("alert").count(), 0);
    const [, asked] = home.of("mqtt/subscribe");
    assert.equal(Object(asked?.message)["topic"], "z2m/bridge/response/networkmap");
    home.answer("zha/devices", ({ usual: _usual }) => ({
      result: [
        {
          ieee: "a",
          name: "Silicon Labs EZSP",
          device_type: "Coordinator",
          neighbors: [{ ieee: "b", lqi: "60" }],
        },
        { ieee: "b", name: "Button", device_type: "EndDevice", neighbors: [] },
      ],
    }));
    await mesh.selectOption({ label: "Zigbee (ZHA)" });
    await read.click();
    await dialog
      .getByText(/A router would help most in (Kitchen|Office): Button from 24\s?% to \d\d\s?%\./)
      .waitFor();
    assert.equal(await dialog.locator(".mesh .best").count(), 1);
  },
);

test(
  "MESH-22: a slider looks back at the last day: nodes have their colour then, links are faint, and a list has the values",
  inBrowser,
  async (t) => {
    const { dialog, home, page } = (await opened(t)) ?? {};
    if (dialog === undefined || home === undefined || page === undefined) return;
    const read = dialog.getByRole("button", { name: "Read the mesh" });
    const slider = dialog.getByRole("slider", { name: "Looking back" });
    await read.click();
    await dialog.getByText("There is no looking back").waitFor();
    const sensors = (disabled: string | null): readonly object[] => [
      meshSensor("sensor.plug_lqi", "zha", `${plug}-1-0-lqi`, disabled),
      meshSensor("sensor.button_lqi", "zha", `${button}-1-0-lqi`, "integration"),
    ];
    home.answer("config/entity_registry/list", () => ({ result: sensors("integration") }));
    await read.click();
    await dialog
      .getByText("2 nodes have sensors of their link quality that are disabled")
      .waitFor();
    assert.equal(await slider.count(), 0, "no past, no slider");
    home.answer("config/entity_registry/list", () => ({ result: sensors(null) }));
    const now = Date.now() / 1000;
    home.answer("history/history_during_period", () => ({
      result: {
        "sensor.plug_lqi": [
          { s: "unavailable", lu: now - 86_400 },
          { s: "40", lu: now - 20 * 3600 },
          { s: "255", lu: now - 3 * 3600 },
        ],
      },
    }));
    await read.click();
    await becomes(() => slider.getAttribute("aria-valuetext"), "as it was read");
    await dialog.getByText("1 node has a sensor of its link quality that is disabled").waitFor();
    assert.equal(await dialog.locator(".mesh circle.then").count(), 0);
    await slider.focus();
    await page.keyboard.press("ArrowLeft");
    const then = dialog.locator(".then li");
    await then.getByText("Kitchen plug · Good (link quality 255 of 255)").waitFor();
    assert.match(
      (await slider.getAttribute("aria-valuetext")) ?? "",
      /\d:\d\d.*, 0 nodes were weak$/,
    );
    const disc = dialog.locator(".mesh circle.then");
    assert.equal(await disc.count(), 1, "of what is known");
    assert.equal(await dialog.locator(".mesh .link[opacity]").count(), 2, "links are faint");
    const good = await disc.getAttribute("fill");
    await slider.fill("72");
    await then.getByText("Kitchen plug · Weak (link quality 40 of 255)").waitFor();
    assert.match((await slider.getAttribute("aria-valuetext")) ?? "", /, 1 node was weak$/);
    assert.notEqual(await disc.getAttribute("fill"), good, "another colour");
    assert.deepEqual(await accessibilityViolations(page), [], "accessible while it looks back");
    await page.keyboard.press("Home");
    await then.getByText("Kitchen plug · Not measured").waitFor();
    assert.equal(await disc.count(), 0);
    await page.keyboard.press("End");
    await becomes(() => slider.getAttribute("aria-valuetext"), "as it was read");
    assert.equal(await dialog.locator(".mesh .link[opacity]").count(), 0);
  },
);
