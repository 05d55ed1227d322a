import assert from "node:assert/strict";
import { after, before, test, type TestContext } from "node:test";
import type { ReactiveController, ReactiveControllerHost } from "lit";
import { bounded } from "../../support/timeouts.ts";

const [minute, second] = [60_000, 1000];

/** The page, and a system that keeps the screen awake as long as it likes. */
class System {
  readonly page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  asked = 0;
  isRefusing = false;
  /** The locks that are held, each with what lets go of it. */
  readonly held = new Map<EventTarget, () => void>();

  readonly request = async (): Promise<unknown> => {
    this.asked += 1;
    if (this.isRefusing) throw new Error("the battery is low");
    const lock = Object.assign(new EventTarget(), { released: false });
    const letGo = (): void => {
      if (!this.held.delete(lock)) return;
      lock.released = true;
      lock.dispatchEvent(new Event("release"));
    };
    this.held.set(lock, letGo);
    return Object.assign(lock, { release: async () => letGo() });
  };

  /** What browsers do: a page that is hidden keeps no lock. */
  show(visibilityState: "visible" | "hidden"): void {
    this.page.visibilityState = visibilityState;
    if (visibilityState === "hidden") this.letGo();
    this.page.dispatchEvent(new Event("visibilitychange"));
  }

  letGo(): void {
    for (const letGo of this.held.values()) letGo();
  }
}

let system = new System();
const given = {
  document: { get: () => system.page },
  navigator: { get: () => ({ wakeLock: { request: system.request } }) },
  location: { get: () => new URL("http://127.0.0.1/wall") },
};
const former = Object.keys(given).map(
  (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
);

before(() => {
  for (const [name, { get }] of Object.entries(given))
    Object.defineProperty(globalThis, name, { get, configurable: true });
});
after(() => {
  for (const [name, known] of former) {
    if (known === undefined) Reflect.deleteProperty(globalThis, name);
    else Object.defineProperty(globalThis, name, known);
  }
});

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 12; turn += 1) await Promise.resolve();
};

/** Lets what has begun be done, then time pass, and what comes of that be done. */
const pass = async (t: TestContext, ms: number): Promise<void> => {
  await settle();
  t.mock.timers.tick(ms);
  await settle();
};

/** A page that is kept awake by a new system, for a second so far. */
const keepAwake = async (t: TestContext): Promise<Required<ReactiveController>> => {
  const { ScreenWakeLock } = await import("../../../src/web/kiosk/wake-lock.ts");
  t.mock.timers.enable({ apis: ["setTimeout", "Date"] });
  system = new System();
  const host: ReactiveControllerHost = {
    addController: () => undefined,
    removeController: () => undefined,
    requestUpdate: () => undefined,
    updateComplete: Promise.resolve(true),
  };
  const awake = Object.assign(new ScreenWakeLock(host), { hostUpdate() {}, hostUpdated() {} });
  awake.hostConnected();
  await pass(t, second);
  assert.deepEqual([system.asked, system.held.size], [1, 1]);
  return awake;
};

test(
  "TABLET-4: what the system lets go of while the page is seen is asked for again at once",
  bounded,
  async (t) => {
    await keepAwake(t);
    system.letGo();
    await pass(t, 0);
    assert.deepEqual([system.asked, system.held.size], [2, 1]);
  },
);

test(
  "TABLET-4: what it lets go of while the page is hidden is asked for when that is seen, once however often it is",
  bounded,
  async (t) => {
    await keepAwake(t);
    system.show("hidden");
    await pass(t, 5 * minute);
    assert.deepEqual([system.asked, system.held.size], [1, 0]);
    for (let times = 0; times < 3; times += 1) system.show("visible");
    await pass(t, 0);
    assert.deepEqual([system.asked, system.held.size], [2, 1]);
  },
);

test(
  "TABLET-4: a system that refuses, or lets go of each lock at once, is asked each minute",
  bounded,
  async (t) => {
    await keepAwake(t);
    system.isRefusing = true;
    system.letGo();
    await pass(t, 0);
    await pass(t, minute);
    assert.deepEqual([system.asked, system.held.size], [3, 0]);
    system.isRefusing = false;
    await pass(t, minute);
    assert.deepEqual([system.asked, system.held.size], [4, 1]);
    system.letGo();
    await pass(t, minute - second);
    assert.equal(system.asked, 4);
    await pass(t, second);
    assert.deepEqual([system.asked, system.held.size], [5, 1]);
  },
);

test("TABLET-4: a wall that is left lets the screen go dark", bounded, async (t) => {
  const awake = await keepAwake(t);
  awake.hostDisconnected();
  await pass(t, 2 * minute);
  assert.deepEqual([system.asked, system.held.size], [1, 0]);
  awake.hostConnected();
  awake.hostDisconnected();
  await pass(t, 2 * minute);
  assert.equal(system.held.size, 0, "also one that comes late");
});
