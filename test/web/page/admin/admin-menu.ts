import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { Peer } from "../../../support/peer.ts";
import { type TestService } from "../../../support/service.ts";

/** A plan of two floors, with a room that names none. */
export const twoFloors = {
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

/** The button of exactly this name. */
export const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: true });

/** Opens the menu, and waits for it. */
export const openMenu = async (page: Page): Promise<void> => {
  await button(page, "Access").click();
  await page.getByRole("dialog", { name: "Manage access" }).waitFor();
};

/** Chooses a view of the menu. */
export const showTab = async (page: Page, name: string): Promise<void> => {
  await page.getByRole("tab", { name, exact: true }).click();
};

/** A token that the service has under a name, as an administrator lists it. */
export const listed = async (
  peer: Peer,
  name: string,
): Promise<Record<string, unknown> | undefined> => {
  const tokens = await peer.result("floorplan/tokens/list");
  assert(Array.isArray(tokens));
  return tokens.find((each) => each.name === name);
};

/** Where a new link is named. */
export const nameField = (page: Page) => page.getByRole("textbox", { name: "Name", exact: true });

/** Opens the page as an administrator. */
export const admin = (service: TestService) => ({ token: service.admin });
