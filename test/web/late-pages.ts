import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext } from "playwright-core";

/** By how many milliseconds pages are late in whatever they do later; not at all as a rule. */
const lateMs = Number(process.env["FLOORPLAN_LATE_PAGES"] ?? 0);

/** Answers of the service, frames, idle times and sizes come so many milliseconds late, in their order. */
const late = (ms: number): string => `{
  const { setTimeout: later, requestAnimationFrame: frame, fetch: ask, ResizeObserver: Sizes } = window;
  window.requestAnimationFrame = (act) => later(() => frame(act), ${ms});
  window.cancelAnimationFrame = clearTimeout;
  window.requestIdleCallback = (act) => later(act, ${3 * ms});
  window.fetch = async (...asked) => {
    const answer = await ask(...asked);
    await new Promise((resolve) => later(resolve, ${ms}));
    return answer;
  };
  window.ResizeObserver = class extends Sizes {
    constructor(seen) {
      super((...sizes) => later(() => seen(...sizes), ${ms}));
    }
  };
  const { addEventListener: listen, removeEventListener: leave } = EventTarget.prototype;
  const heardLate = new WeakMap();
  WebSocket.prototype.addEventListener = function (name, heard, ...more) {
    const lately = (event) => later(() => heard.call(this, event), ${ms});
    if (name === "open") return listen.call(this, name, heard, ...more);
    heardLate.set(heard, lately);
    listen.call(this, name, lately, ...more);
  };
  WebSocket.prototype.removeEventListener = function (name, heard, ...more) {
    leave.call(this, name, name === "open" ? heard : (heardLate.get(heard) ?? heard), ...more);
  };
}`;

/**
 * Makes the pages of a browser late where `FLOORPLAN_LATE_PAGES` says by how much, as a busy machine does now and
 * then: what a test reads too soon shows itself each time. Nothing is cached then, which a test that expects
 * a script from the cache of its browser (PAGE-19) does without.
 */
export const makeLate = async (context: BrowserContext): Promise<void> => {
  if (lateMs === 0) return;
  await context.addInitScript(late(lateMs));
  await context.route(/\.js(\?|$)/, async (route) => {
    await sleep(2 * lateMs);
    // The page may be gone meanwhile.
    await route.continue().catch(() => undefined);
  });
};
