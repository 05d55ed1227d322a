/** How one of several addresses is tried. */
export interface Attempts<Socket> {
  /** Rejects if the address cannot be used now. */
  readonly open: (address: string) => Promise<Socket>;
  /** Called if another address was faster. */
  readonly close: (socket: Socket) => void;
  /** Whether a rejection holds for all addresses, such as that of an invalid token. */
  readonly isFinal: (error: unknown) => boolean;
  readonly signal?: AbortSignal | undefined;
}

export interface AnsweringAddress<Socket> {
  readonly address: string;
  readonly socket: Socket;
}

/** Milliseconds before the next address is tried in parallel. */
const headStartMs = 1000;
/** Milliseconds before failed addresses are retried while others are still silent. */
const againMs = 2000;

/**
 * Connects to the first of several addresses that answers. Tries the next one when one fails, and in parallel after a
 * second of silence, as from a dead machine. Rejects with the last error once all have failed; the caller decides when
 * to retry.
 */
export const firstToAnswer = <Socket>(
  addresses: readonly string[],
  { open, close, isFinal, signal }: Attempts<Socket>,
): Promise<AnsweringAddress<Socket>> =>
  new Promise((resolve, reject) => {
    const underWay = new Set<string>();
    let waiting = addresses;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let said: unknown = new Error("there is no address");
    const aborted = (): void => fail(signal?.reason);
    const end = (): void => {
      isOver = true;
      clearTimeout(timer);
      signal?.removeEventListener("abort", aborted);
    };
    const fail = (error: unknown): void => {
      end();
      reject(error);
    };
    const attempt = async (address: string): Promise<void> => {
      underWay.add(address);
      try {
        const socket = await open(address);
        if (isOver) return close(socket);
        end();
        resolve({ address, socket });
      } catch (error) {
        underWay.delete(address);
        if (isOver) return;
        said = error;
        if (isFinal(error)) fail(error);
        else next();
      }
    };
    const next = (): void => {
      clearTimeout(timer);
      const [address, ...rest] = waiting;
      waiting = rest;
      if (address !== undefined) {
        timer = setTimeout(next, headStartMs);
        void attempt(address);
      } else if (underWay.size === 0) fail(said);
      else
        timer = setTimeout(() => {
          waiting = addresses.filter((each) => !underWay.has(each));
          next();
        }, againMs);
    };
    signal?.addEventListener("abort", aborted);
    if (signal?.aborted === true) aborted();
    else next();
  });
