import assert from "node:assert/strict";
import { test } from "node:test";
import {
  connect,
  type FloorplanClient,
  FloorplanError,
  type Operation,
} from "../../src/client/index.ts";
import { startDouble } from "../support/double-home-assistant.ts";
import { installFnsFloorplan } from "../support/fns-floorplan.ts";
import { startTestService, type TestScope } from "../support/service.ts";
import { bounded } from "../support/timeouts.ts";

const connecting = async (t: TestScope, url: string, token: string): Promise<FloorplanClient> => {
  const client = await connect(url, token);
  t.after(() => client.close());
  return client;
};

const addRooms: Operation = { op: "add", path: "/rooms", value: [] };
const addHall: Operation = { op: "add", path: "/rooms/-", value: { id: "hall" } };
const removeHall: Operation = { op: "remove", path: "/rooms/0" };

/** The same whether the service changes the plan, or the client saves the plan that results. */
const changes = async (client: FloorplanClient): Promise<void> => {
  const isRefused = (code: string, message: RegExp) => (error: unknown) => {
    assert(error instanceof FloorplanError);
    assert.equal(error.code, code);
    assert.match(error.message, message);
    return true;
  };
  assert.equal(await client.change(0, [addRooms, addHall]), 1);
  assert.deepEqual(await client.getPlan(), { rev: 1, rooms: [{ id: "hall" }] });
  await assert.rejects(client.change(0, [addRooms]), isRefused("conflict", /\b1\b/));
  await assert.rejects(client.change(2, [addRooms]), isRefused("conflict", /\b1\b/));
  await assert.rejects(
    client.change(1, [removeHall, removeHall]),
    isRefused("invalid_format", /^changes\.1: there is no such place/),
  );
  const isAttic = { op: "test", path: "/rooms/0/id", value: "attic" } as const;
  await assert.rejects(
    client.change(1, [isAttic, removeHall]),
    isRefused("invalid_format", /^changes\.0: the value there is another one/),
  );
  assert.deepEqual(await client.getPlan(), { rev: 1, rooms: [{ id: "hall" }] }, "nothing was made");
  assert.equal(await client.change(1, [{ ...isAttic, value: "hall" }, removeHall]), 2);
  assert.deepEqual(await client.getPlan(), { rev: 2, rooms: [] });
};

test(
  "API-14: a change is made of the revision that it names or not at all, and answered with the new one",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    await changes(await connecting(t, service.url, service.admin));
    const viewer = await connecting(t, service.url, service.viewer);
    await assert.rejects(viewer.change(2, [addHall]), { code: "unauthorized" });
  },
);

test(
  "API-15: where the plan cannot be changed, the client saves what results, also only of the revision that it names",
  bounded,
  async (t) => {
    const home = await startDouble(t);
    const original = installFnsFloorplan(home);
    const client = await connecting(t, home.url, home.owner.accessToken);
    await changes(client);
    const saved = home.of("floorplan/plan/save");
    assert.deepEqual(
      saved.map(({ message }) => message["rev"]),
      [0, 1],
      "each save is guarded",
    );
    // Somebody saves between the reading and the saving.
    home.answer("floorplan/plan/get", () => {
      const result = original.plan();
      original.save({ rooms: [{ id: "attic" }] });
      return { result };
    });
    await assert.rejects(client.change(2, [addHall]), { code: "conflict" });
    assert.deepEqual(original.plan(), { rev: 3, rooms: [{ id: "attic" }] });
  },
);

test(
  "API-15: a change whose answer is lost, or that is refused, is not tried as a save",
  bounded,
  async (t) => {
    const home = await startDouble(t);
    installFnsFloorplan(home);
    const client = await connecting(t, home.url, home.owner.accessToken);
    home.answer("floorplan/plan/change", () => ({
      error: { code: "outcome_unknown", message: "it may be stored" },
    }));
    await assert.rejects(client.change(0, [addRooms]), { code: "outcome_unknown" });
    home.answer("floorplan/plan/change", ({ heard }) => {
      heard.ws.terminate();
      return undefined;
    });
    await assert.rejects(client.change(0, [addRooms]), { code: "connection_lost" });
    assert.deepEqual(home.of("floorplan/plan/save"), []);
  },
);
