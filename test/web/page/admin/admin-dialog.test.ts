import assert from "node:assert/strict";
import { mkdir, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { createUser, usersFile } from "../../../../src/auth/user-directory.ts";
import { managingIn } from "../../../../src/web/i18n/managing-translator.ts";
import { languages } from "../../../../src/web/i18n/languages.ts";
import { demoPlan } from "../../../samples/index.ts";
import { banOn } from "../../../support/bans.ts";
import { bounded, inBrowser } from "../../../support/timeouts.ts";
import { Peer } from "../../../support/peer.ts";
import { newUser } from "../../../support/service.ts";
import { useBrowser } from "../../browser.ts";
import { sharedService } from "../../shared-editor.ts";
import { patient, walk } from "../../views.ts";
import { twoFloors, button, openMenu, showTab, listed, nameField, admin } from "./admin-menu.ts";

const open = useBrowser();
const shared = sharedService();

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

test("GUEST-9: the menu has words in every language", bounded, () => {
  assert.deepEqual([...managingIn.keys()], [...languages.keys()]);
});
