import { test, type TestContext } from "node:test";
import { startDouble } from "../support/double-home-assistant.ts";
import type { HomeAssistant } from "../support/home-assistant/home-assistant-under-test.ts";
import { sharedHomeAssistant } from "../support/home-assistant.ts";
import { mayUse } from "../support/programs.ts";

/**
 * A test that runs twice: against the double, and against a real Home Assistant where one is
 * installed, unless `isReal` says that this is for the campaign. Each run says which version it was.
 */
export const testBoth = (
  name: string,
  proof: (home: HomeAssistant, t: TestContext) => Promise<void>,
  isReal = true,
): void => {
  test(`double: ${name}`, async (t) => {
    await proof(await startDouble(t), t);
  });
  if (!isReal) return;
  test(`real: ${name}`, async (t) => {
    if (!mayUse(t, "Home Assistant")) return;
    const home = await sharedHomeAssistant();
    t.diagnostic(`Home Assistant ${home.version}`);
    await proof(home, t);
  });
};
