import type { Page } from "playwright-core";

/** How many landmarks of a role screen readers are told of, shadow trees included. */
export const landmarksOf = async (page: Page, role: "banner" | "main"): Promise<number> => {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  await session.detach();
  return nodes.filter((node) => !node.ignored && node.role?.value === role).length;
};
