import { existsSync } from "node:fs";

/** Where Debian's browser lies. */
export const chromiumPath = "/usr/bin/chromium";

/** Whether there is one. */
export const hasChromium = (): boolean => existsSync(chromiumPath);

/** How it gets there, in words. */
export const chromiumMissing = `there is no ${chromiumPath}; apt-get install chromium brings it`;

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
