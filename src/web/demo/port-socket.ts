import { ERR_CANNOT_CONNECT } from "home-assistant-js-websocket";

/** The end of a channel to the service in a worker. */
interface Port {
  readonly postMessage: (message: unknown, transfer: []) => void;
  readonly addEventListener: (
    type: "message",
    heard: (event: MessageEvent<unknown>) => void,
    options: { readonly signal: AbortSignal },
  ) => void;
  /** Begins to hand out messages; a worker of this page does so by itself. */
  readonly start?: () => void;
}

/** The address of the worker's script, relative to the page's scripts; the build fills it in. */
declare const demoWorker: string;

const workerUrl = new URL(demoWorker, import.meta.url);

type Worked = { readonly port: Port; readonly failed: (tell: () => void) => void };

/** Starts the service, or finds the one that another tab has started where the browser lets tabs share one. */
const startWorker = (): Worked => {
  const name = "floorplan-demo";
  if (!("SharedWorker" in globalThis)) {
    const worker = new Worker(workerUrl, { type: "module", name });
    return { port: worker, failed: (tell) => worker.addEventListener("error", tell) };
  }
  const worker = new SharedWorker(workerUrl, { type: "module", name });
  return { port: worker.port, failed: (tell) => worker.addEventListener("error", tell) };
};

/** A channel to the service in a worker, as a websocket: it carries the same messages. */
export class PortSocket extends EventTarget implements WebSocket {
  readonly CONNECTING = 0;
  readonly OPEN = 1;
  readonly CLOSING = 2;
  readonly CLOSED = 3;
  readonly bufferedAmount = 0;
  readonly extensions = "";
  readonly protocol = "";
  readonly url = workerUrl.href;
  binaryType: BinaryType = "blob";
  onclose = null;
  onerror = null;
  onmessage = null;
  onopen = null;
  readonly haVersion: string;
  readonly #port: Port;
  readonly #ending = new AbortController();

  constructor(port: Port, haVersion: string) {
    super();
    this.#port = port;
    this.haVersion = haVersion;
    const { signal } = this.#ending;
    const hear = ({ data }: MessageEvent<unknown>): void => {
      if (typeof data === "string") this.dispatchEvent(new MessageEvent("message", { data }));
      else this.close();
    };
    port.addEventListener("message", hear, { signal });
    // A page that is left is gone for the service. If it comes back from the browser's cache, it connects again.
    addEventListener("pagehide", () => this.close(), { signal });
  }

  get readyState(): 1 | 3 {
    return this.#ending.signal.aborted ? this.CLOSED : this.OPEN;
  }

  send(message: string): void {
    if (this.readyState === this.OPEN) this.#port.postMessage(message, []);
  }

  close(): void {
    if (this.readyState === this.CLOSED) return;
    this.#ending.abort();
    this.#port.postMessage({ kind: "close" }, []);
    this.dispatchEvent(new CloseEvent("close"));
  }
}

/** The type and version in a message of the login. */
const loginMessage = (data: unknown): { type?: unknown; ha_version?: unknown } => {
  const message: unknown = typeof data === "string" ? JSON.parse(data) : undefined;
  return typeof message === "object" && message !== null ? message : {};
};

/** Opens a channel to the service and logs in. Rejects with the library's reason if the worker does not start. */
export const openPortSocket = (): Promise<PortSocket> =>
  new Promise((resolve, reject) => {
    const { port, failed } = startWorker();
    // The library's errors are numbers.
    failed(() => reject(ERR_CANNOT_CONNECT));
    const over = new AbortController();
    const hear = ({ data }: MessageEvent<unknown>): void => {
      const { type, ha_version } = loginMessage(data);
      if (type === "auth_required") port.postMessage('{"type":"auth","access_token":"demo"}', []);
      if (type !== "auth_ok") return;
      over.abort();
      resolve(new PortSocket(port, String(ha_version)));
    };
    port.addEventListener("message", hear, { signal: over.signal });
    port.start?.();
  });
