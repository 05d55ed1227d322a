import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import type { TestContext } from "node:test";

/** Where Debian's browser lies. */
export const chromiumPath = "/usr/bin/chromium";

/** Whether there is one. */
export const hasChromium = (): boolean => existsSync(chromiumPath);

/** How it gets there, in words. */
export const chromiumMissing = `there is no ${chromiumPath}; apt-get install chromium brings it`;

/** Whether a test can use it; where it cannot, a line says so, and on machines that check everything it fails. */
export const mayUseChromium = (t: Pick<TestContext, "diagnostic">): boolean => {
  if (hasChromium()) return true;
  assert.notEqual(process.env["CI"], "true", "chromium belongs to the machines that check");
  t.diagnostic(`not run, ${chromiumMissing}`);
  return false;
};

/** How it is launched: without a screen, and without asking any host by itself. */
export const chromiumOptions = {
  executablePath: chromiumPath,
  args: [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};
