import assert from "node:assert/strict";
import { test } from "node:test";
import { entitiesOf, type PlanData } from "../../../../src/model/elements/entities.ts";
import { RenameFollower } from "../../../../src/web/canvas/entities/entity-references.ts";
import {
  readRegistrySnapshot,
  type RegistrySnapshot,
} from "../../../../src/web/home-assistant/registry-snapshot.ts";
import { FakeService } from "../../store/fake-service.ts";
import { textsIn } from "../../i18n/texts-in.ts";

const plan: PlanData = {
  sensors: [
    { id: "a", entity: "sensor.a" },
    { id: "b", entity: "sensor.b" },
  ],
};

const snapshotOf = (...ids: readonly string[]): RegistrySnapshot =>
  readRegistrySnapshot({
    entities: { entities: ids.map((ei) => ({ ei })) },
    devices: [],
    areas: [],
    floors: [],
    states: [],
  });

const openFollower = () => {
  const service = new FakeService(plan);
  const line = service.open();
  const { session } = line;
  const ground = {
    session,
    registries: { now: snapshotOf("sensor.a2", "sensor.b") },
    say: () => undefined,
    texts: () => textsIn("en"),
    isHere: false,
    isSeen: () => ground.isHere,
  };
  return { service, session, ground, follower: new RenameFollower(ground) };
};

const shownIn = (shown: PlanData): readonly unknown[] =>
  entitiesOf(shown, "sensors").map(({ data }) => data["entity"]);

test("ENTITY-14: a rename waits for the plan, and for somebody who looks", async () => {
  const { service, session, ground, follower } = openFollower();
  ground.isHere = true;
  follower.take([{ from: "sensor.a", to: "sensor.a2" }]);
  assert.deepEqual(session.state.plan, {});
  ground.isHere = false;
  await service.settle();
  follower.follow();
  assert.deepEqual(shownIn(session.state.plan), ["sensor.a", "sensor.b"]);
  ground.isHere = true;
  follower.follow();
  assert.deepEqual(shownIn(session.state.plan), ["sensor.a2", "sensor.b"]);
  assert.equal(session.state.undo?.action, "renamed");
  await service.settle();
  assert.deepEqual(shownIn(service.stored), ["sensor.a2", "sensor.b"]);
});

test("ENTITY-14: who looks too late leaves an id alone that is another's again, or is gone", async () => {
  const { service, session, ground, follower } = openFollower();
  await service.settle();
  follower.take([
    { from: "sensor.a", to: "sensor.gone" },
    { from: "sensor.b", to: "sensor.a2" },
  ]);
  ground.isHere = true;
  follower.follow();
  assert.deepEqual(shownIn(session.state.plan), ["sensor.a", "sensor.b"]);
  assert.equal(session.state.undo, undefined);
});
