import { whereIs } from "./programs.ts";

/** How the browser is launched: without a screen, and without asking any host by itself. */
export const chromiumOptions = {
  executablePath: whereIs("chromium") ?? "chromium",
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
