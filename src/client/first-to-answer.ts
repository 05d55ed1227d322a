/** How one of several addresses is tried. */
export interface Attempts<Socket> {
  /** Rejects where the address is of no use now. */
  readonly open: (address: string) => Promise<Socket>;
  /** Another one was faster. */
  readonly close: (socket: Socket) => void;
  /** Whether what one of them rejects with is the answer of all, such as that a token is not valid. */
  readonly isFinal: (error: unknown) => boolean;
  readonly signal?: AbortSignal | undefined;
}

/** The address that answered, and its connection. */
export interface Answered<Socket> {
  readonly address: string;
  readonly socket: Socket;
}

/** How long one address is waited for before the next is tried beside it. */
const headStartMs = 1000;
/** How long those that have failed are left alone while others still say nothing. */
const againMs = 2000;

/**
 * The first of several addresses that lets somebody in. The next one is begun with when one fails, and beside one
 * that says nothing for a second, as a machine does that has died: so none is waited for as long as another could
 * answer. Rejects, with what the last of them said, once all have failed; when to try again is for whoever asks.
 */
export const firstToAnswer = <Socket>(
  addresses: readonly string[],
  { open, close, isFinal, signal }: Attempts<Socket>,
): Promise<Answered<Socket>> =>
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
