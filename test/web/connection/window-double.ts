import { after, before } from "node:test";
import { WebSocket } from "ws";

/** Gives Node.js, while the tests of a file run, what a browser has and a link listens to. */
export const asBrowser = (): void => {
  const window = new EventTarget();
  const addEventListener = window.addEventListener.bind(window);
  const given = { window, document: window, addEventListener };
  before(async () => {
    // It looks for a document when it is loaded, maybe for another file of this process.
    await import("lit");
    Object.assign(globalThis, { WebSocket, ...given });
  });
  after(async () => {
    // Links that were closed with the last test look there once more.
    await new Promise(setImmediate);
    for (const name of Object.keys(given)) Reflect.deleteProperty(globalThis, name);
  });
};
