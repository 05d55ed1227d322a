import assert from "node:assert/strict";
import { test } from "node:test";
import { encode } from "uqr";
import { addressForOthers } from "../../../../src/web/connection/service-settings.ts";
import { withFloor } from "../../../../src/web/connection/single-floor.ts";
import { demoPlan } from "../../../samples/index.ts";
import { bounded, inBrowser } from "../../../support/timeouts.ts";
import { useBrowser } from "../../browser.ts";
import { sharedService } from "../../shared-editor.ts";
import { twoFloors, button, openMenu, showTab, listed, nameField, admin } from "./admin-menu.ts";

const open = useBrowser();
const shared = sharedService();

test(
  "GUEST-10, GUEST-5, POS-7: a link is made, shown once as text and QR code, and signs a guest in, on one floor",
  inBrowser,
  async (t) => {
    const { service, peer } = await shared();
    await peer.save(twoFloors);
    const page = await open(t, service, admin(service));
    if (page === undefined) return;
    await openMenu(page);
    await showTab(page, "New link");
    await page.getByText(/an address that only this machine knows/).waitFor();
    await nameField(page).fill("Guests");
    await page
      .getByRole("combobox", { name: "Floor", exact: true })
      .selectOption({ label: "Upstairs" });
    const lastsField = page.getByRole("combobox", { name: "Access lasts", exact: true });
    const opensField = page.getByRole("combobox", { name: "Opens", exact: true });
    const chosen = () => lastsField.evaluate((field) => Object(field).value);
    assert.equal(await chosen(), "", "a tablet stays on its wall");
    await opensField.selectOption({ label: "full page" });
    assert.equal(await chosen(), "30d", "a guest leaves");
    await lastsField.selectOption({ label: "7 days" });
    await opensField.selectOption({ label: "wall page, no buttons" });
    assert.equal(await chosen(), "7d", "what was chosen stays");
    await opensField.selectOption({ label: "full page" });
    await page.getByLabel(/Can control/).check();
    const positions = page.getByLabel("Can see where people and devices are");
    assert.equal(await positions.isChecked(), false);
    await positions.check();
    await button(page, "Create link").click();
    await page.getByText(/your own token lacks the right to see them/).waitFor();
    await positions.uncheck();
    await button(page, "Create link").click();
    await page.getByText(/Anyone with this link can view the plan/).waitFor();
    const link = await page.getByLabel("Link", { exact: true }).inputValue();
    assert.match(link, new RegExp(`^${service.url}/#code=[\\w-]{43}$`));
    const { data } = encode(link, { ecc: "M", border: 4 });
    const dark = data.flatMap((row, y) =>
      row.flatMap((is, x) => (is ? [`M${x} ${y}h1v1h-1z`] : [])),
    );
    const code = page.getByRole("img", { name: "QR code of the link" });
    assert.equal(await code.locator("path").getAttribute("d"), dark.join(""));
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await button(page, "Copy").click();
    await page.getByText("Copied.").waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), link);
    const made = await listed(peer, "Guests");
    assert.deepEqual([made?.["control"], made?.["level"], made?.["is_admin"]], [true, "up", false]);
    assert.equal(made?.["positions"], false);
    const lasts =
      Date.parse(String(made?.["expires_at"])) - Date.parse(String(made?.["created_at"]));
    assert.equal(Math.round(lasts / 86_400_000), 7);
    await showTab(page, "Tokens");
    const row = page.getByRole("listitem").filter({ hasText: "only Upstairs" });
    assert.match(await row.innerText(), /link not opened yet, valid until/);
    await showTab(page, "New link");
    assert.equal(await page.getByLabel("Link", { exact: true }).count(), 0, "it is shown once");

    const guest = await open(t, service, {
      path: new URL(link).pathname + new URL(link).hash,
      expects: /426/,
    });
    if (guest === undefined) return;
    await guest.locator("floorplan-card [data-ref='rooms/attic']").waitFor();
    assert.equal(await guest.locator("floorplan-card [data-ref='rooms/hall']").count(), 0);
    assert.equal(await guest.getByRole("tab").count(), 0, "no other floor is offered");
    assert.equal((await listed(peer, "Guests"))?.["link_until"], null);
    await peer.result("floorplan/tokens/revoke", { name: "Guests" });
    const told = guest.getByRole("alert").filter({ hasText: "Your access has ended." });
    await told.waitFor();
    assert.equal(await told.locator("small").count(), 0, "in one message");
  },
);

test(
  "GUEST-10: what the service refuses is told beside the form, which stays",
  inBrowser,
  async (t) => {
    const { service, peer } = await shared();
    await peer.save(demoPlan("flat"));
    const page = await open(t, service, admin(service));
    if (page === undefined) return;
    await openMenu(page);
    await showTab(page, "New link");
    await nameField(page).fill("wall");
    await button(page, "Create link").click();
    await page.getByText('there is a token named "wall" already').waitFor();
    assert.equal(await nameField(page).inputValue(), "wall");
  },
);

test(
  "GUEST-10: a link has an address by which other devices find the service, where there is one",
  bounded,
  () => {
    for (const [opened, addresses, expected] of [
      ["http://192.168.1.5:8125/", [], "http://192.168.1.5:8125"],
      ["https://home.example/plan/", ["http://a.local:8125"], "https://home.example/plan"],
      [
        "http://localhost:8125/",
        ["http://127.0.0.1:8125", "http://a.local:8125"],
        "http://a.local:8125",
      ],
      ["http://127.0.0.1:8125/", [], undefined],
      ["http://[::1]:8125/", [], undefined],
    ] as const)
      assert.equal(addressForOthers(opened, false, addresses), expected, opened);
    assert.equal(addressForOthers("https://ha.example/api/x/", true, []), undefined, "ingress");
  },
);

test(
  "GUEST-5: of a plan one floor is left to choose, and what had no level stays on the first",
  bounded,
  () => {
    const shown = withFloor(twoFloors, "up");
    assert.deepEqual(shown["levels"], [{ id: "up", name: "Upstairs" }]);
    const rooms = Object(shown["rooms"]);
    assert.deepEqual([rooms[0].level, rooms[1].level], ["ground", "up"]);
    assert.deepEqual(withFloor(twoFloors, "gone")["levels"], [{ id: "gone", name: "gone" }]);
    assert.deepEqual(withFloor({ rooms: [] }, "up"), { rooms: [] }, "a plan without floors is one");
  },
);
