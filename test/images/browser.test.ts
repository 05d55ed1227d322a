import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:http";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { test, type TestContext } from "node:test";
import { inBrowser } from "../support/timeouts.ts";
import { chromiumOptions } from "../support/chromium.ts";
import { mayUse } from "../support/programs.ts";
import { startTestService, temporaryFolder } from "../support/service.ts";
import { upload } from "./image-requests.ts";

/** Listens on a free port and answers with an SVG; tells every path that it was asked for. */
const plainServer = async (t: TestContext, svg: () => string) => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.writeHead(200, { "Content-Type": "image/svg+xml" }).end(svg());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  assert(typeof address === "object" && address !== null);
  return { url: `http://127.0.0.1:${address.port}`, asked };
};

const stop = async (child: ChildProcess): Promise<void> => {
  if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    const closed = once(child, "close");
    process.kill(-child.pid, "SIGKILL");
    await closed;
  }
};

/** The document that the browser has made of a URL; undefined, and the test skipped, where there is no browser. */
const opened = async (t: TestContext, url: string): Promise<string | undefined> => {
  if (!mayUse(t, "chromium")) return undefined;
  const profile = await temporaryFolder(t);
  const { executablePath, args } = chromiumOptions;
  const dumping = [`--user-data-dir=${profile}`, "--virtual-time-budget=3000", "--dump-dom", url];
  const child = spawn(executablePath, [...args, ...dumping], {
    stdio: ["ignore", "pipe", "ignore"],
    detached: true,
  });
  t.after(() => stop(child));
  const out = text(child.stdout);
  await once(child, "close");
  return out;
};

/** A drawing that tries every way to run a script or to reach a server. */
const scriptedSvg = (beacon: string): string => `<svg xmlns="http://www.w3.org/2000/svg"
  xmlns:xlink="http://www.w3.org/1999/xlink" width="99" height="99"
  onload="document.documentElement.setAttribute('data-loaded', 'yes')">
  <style>@import url("${beacon}/style"); rect { fill: rgb(1, 2, 3) }</style>
  <rect id="drawn" width="9" height="9"/>
  <image xlink:href="${beacon}/picture" onerror="fetch('${beacon}/onerror')" width="9" height="9"/>
  <script xlink:href="${beacon}/script"/>
  <foreignObject width="50" height="50"><iframe xmlns="http://www.w3.org/1999/xhtml" src="${beacon}/frame"/></foreignObject>
  <script>
    document.documentElement.setAttribute("data-ran", "script");
    fetch("${beacon}/fetch");
    new Image().src = "${beacon}/image";
  </script>
</svg>`;

test(
  "IMG-18: in a browser, a script in an SVG that is opened does not run and reaches nobody",
  inBrowser,
  async (t) => {
    const beacon = await plainServer(t, () => "<svg xmlns='http://www.w3.org/2000/svg'/>");
    const svg = scriptedSvg(beacon.url);
    const control = await plainServer(t, () => svg);
    const free = await opened(t, `${control.url}/a.svg`);
    if (free === undefined) return;
    assert.match(
      free,
      /data-loaded="yes" data-ran="|data-ran="script" data-loaded="/,
      "without the policy the script does run",
    );
    assert(beacon.asked.includes("/fetch"), "and reaches a server");
    beacon.asked.length = 0;
    const service = await startTestService(t);
    const url = await upload(service, "0", Buffer.from(svg), "a.svg");
    const served = await opened(t, `${service.url}${url}`);
    assert.match(served ?? "", /id="drawn"/, "the drawing is there");
    assert.doesNotMatch(served ?? "", /data-(ran|loaded)="/);
    assert.deepEqual(beacon.asked, []);
  },
);
