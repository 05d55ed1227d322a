// A worker that answers nothing to the text "stuck", and ends itself at "crash".

import { parentPort } from "node:worker_threads";

parentPort.on("message", ({ text }) => {
  if (text === "crash") throw new Error("crashed");
  if (text === "stuck") for (;;);
  parentPort.postMessage({ kind: "parsed", result: { _tag: "Right", right: text } }, []);
});
parentPort.postMessage({ kind: "ready" }, []);
