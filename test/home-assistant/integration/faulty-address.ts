import { EventEmitter, once } from "node:events";
import { connect, createServer } from "node:net";
import { listening } from "../../support/listen-on-free-port.ts";
import type { TestScope } from "../../support/service.ts";

/** An address of a service on which a test can hold back logins, and break off answers. */
export interface FaultyAddress {
  /** Without a trailing slash. */
  readonly url: string;
  /** Holds back the next websocket, until `release` is called. */
  readonly holdWebsocket: () => { readonly held: Promise<void>; readonly release: () => void };
  /** Breaks the next answer to a request that contains `asked` after so many bytes. */
  readonly breakAnswer: (asked: string, afterBytes: number) => void;
}

/** Passes on what comes to a service at a port of 127.0.0.1. */
export const openFaultyAddress = async (t: TestScope, port: number): Promise<FaultyAddress> => {
  let hold: EventEmitter | undefined;
  let fault: { readonly asked: string; readonly afterBytes: number } | undefined;
  const server = createServer((socket) => {
    const onward = connect(port, "127.0.0.1");
    let bytesLeft = Infinity;
    socket.on("data", (asked) => {
      if (fault !== undefined && asked.includes(fault.asked)) {
        bytesLeft = fault.afterBytes;
        fault = undefined;
      }
      if (hold === undefined || !asked.includes("/api/websocket")) return void onward.write(asked);
      hold.once("release", () => onward.write(asked)).emit("held");
      hold = undefined;
    });
    onward.on("data", (answer) => {
      socket.write(answer.subarray(0, bytesLeft));
      bytesLeft -= answer.length;
      if (bytesLeft <= 0) socket.destroySoon();
    });
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const)
      one.on("error", () => undefined).on("close", () => other.destroy());
    t.after(() => socket.destroy());
  });
  return {
    url: await listening(t, server),
    holdWebsocket: () => {
      const events = new EventEmitter();
      hold = events;
      return {
        held: once(events, "held").then(() => undefined),
        release: () => void events.emit("release"),
      };
    },
    breakAnswer: (asked, afterBytes) => {
      fault = { asked, afterBytes };
    },
  };
};
