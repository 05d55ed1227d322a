import assert from "node:assert/strict";
import { mkdir, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { encode } from "uqr";
import { createUser, usersFile } from "../../../../src/auth/user-directory.ts";
import { addressForOthers } from "../../../../src/web/connection/service-settings.ts";
import { withFloor } from "../../../../src/web/connection/single-floor.ts";
import { managingIn } from "../../../../src/web/i18n/managing-translator.ts";
import { languages } from "../../../../src/web/i18n/languages.ts";
import { demoPlan } from "../../../samples/index.ts";
import { banOn } from "../../../support/bans.ts";
import { bounded, inBrowser } from "../../../support/timeouts.ts";
import { Peer } from "../../../support/peer.ts";
import { newUser, type TestService } from "../../../support/service.ts";
import { useBrowser } from "../../browser.ts";
import { sharedService } from "../../shared-editor.ts";
import { patient, walk } from "../../views.ts";

const open = useBrowser();
const shared = sharedService();

const twoFloors = {
  levels: [
    { id: "ground", name: "Ground" },
    { id: "up", name: "Upstairs" },
  ],
  rooms: [
    // Without a level: it is on the first floor.
    {
      id: "hall",
      name: "Hall",
      points: [
        [0, 0],
        [4, 0],
        [4, 4],
        [0, 4],
      ],
    },
    {
      id: "attic",
      name: "Attic",
      level: "up",
      points: [
        [0, 0],
        [4, 0],
        [4, 4],
        [0, 4],
      ],
    },
  ],
};

const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: true });

const openMenu = async (page: Page): Promise<void> => {
  await button(page, "Access").click();
  await page.getByRole("dialog", { name: "Manage access" }).waitFor();
};

const showTab = async (page: Page, name: string): Promise<void> => {
  await page.getByRole("tab", { name, exact: true }).click();
};

/** A token that the service has under a name, as an administrator lists it. */
const listed = async (peer: Peer, name: string): Promise<Record<string, unknown> | undefined> => {
  const tokens = await peer.result("floorplan/tokens/list");
  assert(Array.isArray(tokens));
  return tokens.find((each) => each.name === name);
};

const nameField = (page: Page) => page.getByRole("textbox", { name: "Name", exact: true });

const admin = (service: TestService) => ({ token: service.admin });

test(
  "GUEST-9, AUTH-18: an administrator sees the tokens, revokes one after a question, is told where that cannot be saved, and gets back with Escape, by keyboard alone",
  inBrowser,
  async (t) => {
    const { service, peer } = await shared();
    await peer.save(demoPlan("flat"));
    await newUser(service.data, "Full", false);
    const token = await newUser(service.data, "Old tablet", false);
    const tablet = await Peer.login(t, service.port, token);
    const page = await open(t, service, admin(service));
    if (page === undefined) return;
    await button(page, "Access").focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Manage access" });
    await dialog.getByText("Old tablet", { exact: true }).waitFor();
    const row = dialog.getByRole("listitem").filter({ hasText: "Old tablet" });
    assert.match(await row.innerText(), /view only[^]*until revoked · connected/);
    const revoke = button(page, "Revoke Old tablet");
    await revoke.focus();
    await page.keyboard.press("Enter");
    const question = page.getByRole("dialog", { name: "Revoke “Old tablet”?" });
    await question.getByText(/signed out at once/).waitFor();
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "detached" });
    assert(await revoke.isVisible(), "no is no");
    await revoke.focus();
    await page.keyboard.press("Enter");
    await question.getByRole("button", { name: "Revoke" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("“Old tablet” was revoked.").waitFor();
    assert.equal((await tablet.closed).reason, "the access token was revoked");
    assert.equal(await row.count(), 0);
    // A folder in the place of what is written first, as if the disk were full.
    const inTheWay = join(service.data, "users.json.tmp");
    await mkdir(inTheWay);
    await button(page, "Revoke Full").focus();
    await page.keyboard.press("Enter");
    await page
      .getByRole("dialog", { name: "Revoke “Full”?" })
      .getByRole("button", { name: "Revoke" })
      .press("Enter");
    await page.getByText("“Full” was revoked, but this could not be saved.").waitFor();
    await button(page, "Revoke Full").waitFor({ state: "detached" });
    await rmdir(inTheWay);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.waitForFunction(
      () =>
        document.querySelector("floorplan-page")?.shadowRoot?.activeElement?.className === "manage",
    );
  },
);

test("GUEST-9: whoever is no administrator has no such menu", inBrowser, async (t) => {
  const { service, peer } = await shared();
  await peer.save(demoPlan("flat"));
  const page = await open(t, service, { token: service.viewer });
  if (page === undefined) return;
  await button(page, "Sign out").waitFor();
  assert.equal(await button(page, "Access").count(), 0);
});

test(
  "GUEST-10, GUEST-5: a link is made, shown once as text and QR code, and signs a guest in, on one floor",
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
  "GUEST-11: who revokes the token by which the page is signed in is asked whether they want to sign themselves out",
  inBrowser,
  async (t) => {
    const { service, peer } = await shared();
    await peer.save(demoPlan("flat"));
    const token = await newUser(service.data, "Second", true);
    const page = await open(t, service, { token, expects: /WebSocket|426/ });
    if (page === undefined) return;
    await openMenu(page);
    await button(page, "Revoke Second").click();
    const question = page.getByRole("dialog", { name: "Revoke “Second”?" });
    await question.getByText(/you will be signed out at once/).waitFor();
    await question.getByRole("button", { name: "Revoke" }).click();
    await page.getByText("Your access has ended.").waitFor();
    assert.equal(await listed(peer, "Second"), undefined);
  },
);

test("GUEST-9: who saved what is listed, and a ban is lifted", inBrowser, async (t) => {
  const { service, peer } = await shared();
  const rev = await peer.save(demoPlan("flat"));
  const page = await open(t, service, admin(service));
  if (page === undefined) return;
  const until = new Date(Date.now() + 3_600_000).toISOString();
  await banOn(service.data, { address: "192.0.2.7", until, failures: 9 });
  await openMenu(page);
  await showTab(page, "Who saved what");
  const newest = page.getByRole("listitem").first();
  await newest.getByText(`Revision ${rev} ·`, { exact: false }).waitFor();
  assert.match(await newest.innerText(), /^admin/);
  await showTab(page, "Bans");
  await page.getByText(/9 failed logins/).waitFor();
  await button(page, "Lift the ban on 192.0.2.7").click();
  await page.getByText("No addresses are banned.").waitFor();
  await page.getByText("The ban on 192.0.2.7 was lifted.").waitFor();
});

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
  "GUEST-9: in both looks and at every width nobody is kept out of any view of the menu",
  patient,
  async (t) => {
    const { service, peer } = await shared();
    await peer.save(twoFloors);
    await createUser(usersFile(service.data), "Anna", {
      admin: false,
      control: true,
      level: "up",
      expiresAt: "2020-01-01T00:00:00.000+00:00",
    });
    const page = await open(t, service, {
      ...admin(service),
      viewport: { width: 1440, height: 900 },
    });
    if (page === undefined) return;
    await walk(t, page, [
      [
        "the tokens",
        async () => {
          await openMenu(page);
          await page.getByText("Anna", { exact: true }).waitFor();
        },
      ],
      [
        "a question",
        async () => {
          await button(page, "Revoke Anna").click();
          await page.getByRole("dialog", { name: "Revoke “Anna”?" }).waitFor();
        },
      ],
      [
        "a new link",
        async () => {
          await page.keyboard.press("Escape");
          await showTab(page, "New link");
          await page.getByRole("combobox", { name: "Floor", exact: true }).waitFor();
        },
      ],
      [
        "the link",
        async () => {
          await nameField(page).fill("Walk");
          await button(page, "Create link").click();
          await page.getByRole("img", { name: "QR code of the link" }).waitFor();
        },
      ],
      [
        "who saved what",
        async () => {
          await showTab(page, "Who saved what");
          await page
            .getByText(/Revision/)
            .first()
            .waitFor();
        },
      ],
      [
        "the bans",
        async () => {
          await showTab(page, "Bans");
          await page.getByText("No addresses are banned.").waitFor();
        },
      ],
    ]);
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

test("GUEST-9: the menu has words in every language", bounded, () => {
  assert.deepEqual([...managingIn.keys()], [...languages.keys()]);
});
