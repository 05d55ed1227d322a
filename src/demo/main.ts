import { SimulatedHome } from "./home/simulated-home.ts";
import { upstreamOf } from "./home/home-client.ts";
import { firstRevision } from "./first-plan.ts";
import { startDemoService } from "./demo-service.ts";
import { browserStore, memoryStore, openFirstStore } from "./plan-store.ts";
import type { Port } from "./port-session.ts";

/** A shared worker, which pages connect to. */
interface SharedScope {
  readonly addEventListener: (
    type: "connect",
    connected: (event: { readonly ports: readonly Port[] }) => void,
  ) => void;
}

/** A shared worker, or the worker of one page. */
declare const self: (SharedScope & { readonly onconnect: unknown }) | Port;

/** What a browser lets one worker hold at a time; browsers have it in secure contexts only. */
interface Locks {
  readonly request: (
    name: string,
    options: { readonly signal: AbortSignal },
    granted: () => Promise<never>,
  ) => Promise<never>;
}

declare const navigator: { readonly locks?: Locks };

/** How long to wait for a worker that is ending, such as that of a page which is being reloaded. */
const handOverMs = 2000;

/** Whether this worker, as long as it lives, is the only one that writes the store; one of another version may live beside it. */
const isOnlyWriter = (): Promise<boolean> =>
  new Promise((resolve) => {
    if (navigator.locks === undefined) return resolve(false);
    const held = navigator.locks.request(
      "floorplan-demo",
      { signal: AbortSignal.timeout(handOverMs) },
      () => {
        resolve(true);
        return new Promise<never>(() => undefined);
      },
    );
    held.catch(() => resolve(false));
  });

const weekMs = 7 * 86_400_000;

/** Pages that connect while the plan is being loaded. */
const waiting: Port[] = [];
let serve = (port: Port): void => void waiting.push(port);
const isShared = "onconnect" in self;
if ("onconnect" in self)
  self.addEventListener("connect", ({ ports }) => ports.forEach((port) => serve(port)));
else serve(self);

const home = new SimulatedHome();
home.start();
// A worker that is not shared has others beside it.
const isWriter = isShared && (await isOnlyWriter());
const store = await openFirstStore(
  isWriter ? [browserStore, memoryStore] : [memoryStore],
  firstRevision(new Date(Date.now() - weekMs)),
);
const service = await startDemoService(store, upstreamOf(home));
({ serve } = service);
waiting.forEach(serve);
