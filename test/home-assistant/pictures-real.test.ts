import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedHomeAssistant } from "../support/home-assistant.ts";
import { eventually } from "../support/polling.ts";
import { Peer } from "../support/peer.ts";
import { mayUse } from "../support/programs.ts";
import { patienceMs } from "./service-beside.ts";
import { serviceOf } from "./service-with-token.ts";

const camera = "camera.demo_camera";

test("SCREEN-37: a real Home Assistant gives the picture of a camera", async (t) => {
  if (!mayUse(t, "Home Assistant")) return;
  const home = await sharedHomeAssistant();
  const service = await serviceOf(t, home);
  const admin = await Peer.login(t, service.port, service.admin);
  await admin.save({ devices: [{ kind: "camera", x: 1, z: 1, entity: camera }] });
  const screen = await Peer.login(t, service.port, service.viewer);
  const picture = await eventually(async () => {
    const id = screen.newId();
    screen.send({ id, type: "floorplan/house/picture", entity_id: camera });
    const { result, error } = await screen.replyTo(id);
    return result === undefined ? { not: JSON.stringify(error) } : { seen: result };
  }, patienceMs);
  assert(typeof picture === "object" && picture !== null && "type" in picture);
  assert.match(String(picture.type), /^image\/jpe?g$/);
  assert("content" in picture);
  const bytes = Buffer.from(String(picture.content), "base64");
  assert.deepEqual([...bytes.subarray(0, 2)], [0xff, 0xd8], "it is a JPEG");
});
