import assert from "node:assert/strict";
import { test } from "node:test";
import { bounded } from "../support/timeouts.ts";
import { startDouble } from "../support/double-home-assistant.ts";
import { Peer } from "../support/peer.ts";
import { objectOf, startBeside } from "../home-assistant/service-beside.ts";

test(
  "GUEST-7: an administrator of Home Assistant makes, lists and revokes tokens, of which Home Assistant hears nothing; its other users may not",
  bounded,
  async (t) => {
    const home = await startDouble(t);
    const service = await startBeside(t, home);
    const owner = await Peer.login(t, service.port, home.owner.accessToken);
    const made = objectOf(
      await owner.result("floorplan/tokens/create", { name: "Guests", expires: "7d" }),
    );
    const guest = await Peer.login(t, service.port, String(made["token"]));
    const tokens = await owner.result("floorplan/tokens/list");
    assert(Array.isArray(tokens));
    assert.deepEqual(
      tokens.map(({ name, connections, is_own }) => [name, connections, is_own]),
      [
        ["admin", 0, false],
        ["wall", 0, false],
        ["Guests", 1, false],
      ],
    );
    assert.deepEqual(await owner.result("floorplan/bans/list"), []);
    const user = await Peer.login(t, service.port, home.user.accessToken);
    for (const [type, fields] of [
      ["tokens/list", {}],
      ["tokens/create", { name: "mine" }],
      ["tokens/revoke", { name: "Guests" }],
      ["bans/list", {}],
      ["bans/lift", { address: "192.0.2.7" }],
    ] as const)
      assert.equal((await user.error(`floorplan/${type}`, fields)).code, "unauthorized", type);
    await owner.result("floorplan/tokens/revoke", { name: "Guests" });
    assert.equal((await guest.closed).reason, "the access token was revoked");
    for (const type of ["tokens/list", "tokens/create", "tokens/revoke", "bans/list", "bans/lift"])
      assert.equal(home.count(`floorplan/${type}`), 0, type);
  },
);
