// A worker that answers nothing to the text "stuck", and ends itself at "crash".

import { parentPort } from "node:worker_threads";

parentPort.on("message", ({ text }) => {
  if (text === "crash") throw new Error("crashed");
  if (text === "stuck") for (;;);
  const right = new TextEncoder().encode(text);
  parentPort.postMessage({ kind: "parsed", result: { _tag: "Right", right } }, []);
});
parentPort.postMessage({ kind: "ready" }, []);
