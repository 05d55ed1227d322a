import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import * as t from "io-ts";
import { readAudit } from "../../../src/server/audit/audit-lines.ts";
import { bounded } from "../../support/timeouts.ts";
import { startDouble } from "../../support/double-home-assistant.ts";
import { ingressHeaders, startBehindIngress } from "../../support/ingress.ts";
import { Peer } from "../../support/peer.ts";
import { runInProcess } from "../../support/run-command.ts";

const tokenCodec = t.type({ token: t.string });

test(
  "AUDIT-1: a sign-in tells by what it was: a token, Home Assistant's, or its ingress",
  bounded,
  async (tc) => {
    const home = await startDouble(tc);
    const { id, name, username } = home.user;
    const other = { local_only: false, system_generated: false, credentials: [] };
    const listed = {
      id,
      name,
      username,
      is_owner: false,
      is_active: true,
      group_ids: [],
      ...other,
    };
    home.answer("config/auth/list", () => ({ result: [listed] }));
    const service = await startBehindIngress(tc, home);
    const asked = await fetch(`${service.url}/auth/ingress`, {
      method: "POST",
      headers: ingressHeaders(home.user),
    });
    const given: unknown = await asked.json();
    assert(tokenCodec.is(given), JSON.stringify(given));
    for (const token of [given.token, home.user.accessToken, service.viewer])
      await Peer.login(tc, service.port, token);
    await service.stop();
    const ways: (string | undefined)[] = [];
    for await (const found of readAudit(join(service.data, "audit")))
      if ("line" in found && found.line.what === "signed_in") ways.push(found.line.by);
    assert.deepEqual(ways, ["ingress", "home_assistant", "token"]);
    const { out } = await runInProcess(["audit", "--data", service.data, "--what", "signed_in"]);
    assert.match(out, /by ingress\n.*by Home Assistant\n.*by a token\n/);
  },
);
