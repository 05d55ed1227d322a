import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, request } from "node:http";
import { connect } from "node:net";
import { test, type TestContext } from "node:test";
import { errors } from "../../../src/web/i18n/en/errors.ts";
import { startBeside } from "../../home-assistant/service-beside.ts";
import { linesAbout } from "../../server/log-lines.ts";
import { startDouble } from "../../support/double-home-assistant.ts";
import type { TestService } from "../../support/service.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { useBrowser } from "../browser.ts";

const open = useBrowser();
const refused = /WebSocket connection to|Failed to load resource/;
const { origin_refused: words } = errors.problems;

/** A proxy that passes everything on to a service, under the name by which it reaches that. */
const proxyTo = async (t: TestContext, { port }: TestService): Promise<string> => {
  const at = { host: "127.0.0.1", port };
  const host = `127.0.0.1:${port}`;
  const proxy = createServer((incoming, response) => {
    const { method, url, headers } = incoming;
    const passed = request(
      { ...at, method, path: url, headers: { ...headers, host } },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    incoming.pipe(passed);
  });
  proxy.on("upgrade", ({ url, headers }, socket) => {
    const head = Object.entries({ ...headers, host }).map(
      ([name, value]) => `${name}: ${String(value)}`,
    );
    const onward = connect(port, at.host, () =>
      onward.write(`GET ${String(url)} HTTP/1.1\r\n${head.join("\r\n")}\r\n\r\n`),
    );
    onward.on("error", () => socket.destroy());
    socket.on("error", () => onward.destroy());
    socket.pipe(onward).pipe(socket);
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  t.after(() => {
    proxy.close();
    proxy.closeAllConnections();
  });
  const address = proxy.address();
  assert(typeof address === "object" && address !== null);
  return `http://127.0.0.1:${address.port}`;
};

test(
  "SIGN-14: behind a proxy with a `Host` of its own the page names the cause, by token and by sign-in, and the log too",
  inBrowser,
  async (t) => {
    const service = await startBeside(t, await startDouble(t));
    const url = await proxyTo(t, service);
    const behind = { ...service, url };
    const page = await open(t, behind, { token: service.admin, expects: refused });
    if (page === undefined) return;
    await page.getByText(words.what).waitFor();
    await page.getByText(`--origins ${url}`).waitFor();
    const prepare = (each: typeof page): Promise<unknown> =>
      each.addInitScript(() => sessionStorage.setItem("floorplan-sign-in:/", "begun here"));
    const path = "/?code=any&state=begun+here";
    const signIn = await open(t, behind, { path, prepare, expects: refused });
    assert(signIn !== undefined);
    await signIn.getByText(words.what).waitFor();
    await signIn.getByText(`--origins ${url}`).waitFor();
    const [line] = linesAbout(service.log, "a page is refused for its origin");
    assert.match(String(line?.["problem"]), /let the proxy between them forward Host/);
  },
);
