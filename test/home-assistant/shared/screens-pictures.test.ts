import assert from "node:assert/strict";
import { test } from "node:test";
import { pictureBytes } from "../../../src/home-assistant/upstream/picture.ts";
import { bounded } from "../../support/timeouts.ts";
import { Peer } from "../../support/peer.ts";
import { settled } from "../service-with-token.ts";

const picture = "floorplan/house/picture";
const ofPlan = {
  devices: [
    { id: "c", kind: "camera", x: 1, z: 1, entity: "camera.door" },
    { id: "i", kind: "camera", x: 2, z: 1, entity: "image.visitor" },
    { id: "d", kind: "camera", x: 3, z: 1, entity: "camera.dark" },
    { id: "l", kind: "generic", x: 4, z: 1, entity: "light.hall" },
  ],
};

test(
  "SCREEN-37: a screen gets the newest picture of a camera or an image that the plan names, and no other",
  bounded,
  async (t) => {
    const { home, service } = await settled(t, ofPlan);
    for (const [entity, bytes] of [
      ["camera.door", "door"],
      ["image.visitor", "visitor"],
      ["camera.garden", "garden"],
    ] as const)
      home.core.pictures.set(entity, Buffer.from(bytes));
    const screen = await Peer.login(t, service.port, service.viewer);
    for (const [entity_id, text] of [
      ["camera.door", "door"],
      ["image.visitor", "visitor"],
    ])
      assert.deepEqual(await screen.result(picture, { entity_id }), {
        type: "image/jpeg",
        content: Buffer.from(text ?? "").toString("base64"),
      });
    home.core.pictures.set("camera.door", Buffer.from("newer"));
    const newer = await screen.result(picture, { entity_id: "camera.door" });
    assert.deepEqual(newer, {
      type: "image/jpeg",
      content: Buffer.from("newer").toString("base64"),
    });
    for (const entity_id of ["camera.garden", "light.hall"])
      assert.equal((await screen.error(picture, { entity_id })).code, "unauthorized");
  },
);

test(
  "SCREEN-37: no picture, a larger one than the limit and a Home Assistant that is away are errors that say so",
  bounded,
  async (t) => {
    const { home, service } = await settled(t, ofPlan);
    home.core.pictures.set("camera.door", Buffer.alloc(pictureBytes + 1));
    const screen = await Peer.login(t, service.port, service.viewer);
    const large = await screen.error(picture, { entity_id: "camera.door" });
    assert.equal(large.code, "no_picture");
    assert.match(large.message, /picture-bytes, \d+ bytes/);
    const none = await screen.error(picture, { entity_id: "camera.dark" });
    assert.deepEqual(none, {
      code: "no_picture",
      message: "Home Assistant has no picture of this entity now",
    });
    const heard = await Peer.login(t, service.port, service.viewer);
    await heard.result("floorplan/house/subscribe");
    await home.stop();
    await heard.nextEvent();
    await heard.nextEvent();
    const away = await screen.error(picture, { entity_id: "camera.door" });
    assert.equal(away.code, "home_assistant_unavailable");
  },
);
