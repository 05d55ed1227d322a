import { SimulatedHome } from "./home/simulated-home.ts";
import { upstreamOf } from "./home/home-client.ts";
import { firstRevision } from "./first-plan.ts";
import { startDemoService } from "./demo-service.ts";
import { browserStore, firstReadable, memoryStore, openStoreLog } from "./plan-store.ts";
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
// Only one worker may write what is stored; without a shared one, each page has its own.
const store = await firstReadable(isShared ? [browserStore, memoryStore] : [memoryStore]);
const service = await startDemoService(
  () => openStoreLog(store, firstRevision(new Date(Date.now() - weekMs))),
  upstreamOf(home),
);
({ serve } = service);
waiting.forEach(serve);
