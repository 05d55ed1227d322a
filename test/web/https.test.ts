import assert from "node:assert/strict";
import { test } from "node:test";
import { inBrowser } from "../support/timeouts.ts";
import { makeCertificate } from "../support/certificates.ts";
import { Peer } from "../support/peer.ts";
import { mayUse } from "../support/programs.ts";
import { startTestService, temporaryFolder } from "../support/service.ts";
import { demoPlan } from "../samples/index.ts";
import { useBrowser } from "./browser.ts";

const open = useBrowser();

test(
  "TLS-1: the page and the wall follow the plan over https, where the screen can be kept awake",
  inBrowser,
  async (t) => {
    if (!mayUse(t, "openssl")) return;
    const { cert, key, ca } = makeCertificate(await temporaryFolder(t), "home");
    const service = await startTestService(t, { config: { tlsCert: cert, tlsKey: key } });
    const url = `wss://127.0.0.1:${service.port}/api/websocket`;
    const admin = await Peer.login(t, service.port, service.admin, { url, ca });
    await admin.save(demoPlan("flat"));
    for (const name of ["/", "/wall"]) {
      const path = `${name}#token=${service.viewer}`;
      const page = await open(t, service, { path, ignoreHTTPSErrors: true });
      if (page === undefined) return;
      await page.getByText("Bedroom").first().waitFor();
      assert.equal(page.url(), `${service.url}${name}`);
      assert(await page.evaluate(() => isSecureContext && "wakeLock" in navigator));
    }
  },
);
