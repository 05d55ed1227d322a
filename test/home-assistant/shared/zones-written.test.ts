import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "../../support/polling.ts";
import { held } from "../../support/home-assistant/double-commands.ts";
import { Peer } from "../../support/peer.ts";
import { runInProcess } from "../../support/run-command.ts";
import { startTestService } from "../../support/service.ts";
import { bounded, until } from "../../support/timeouts.ts";
import { polygonSensor, radarAt, rectangleSensor } from "../../model/zones/sensors.ts";
import { patienceMs } from "../service-beside.ts";
import { newToken } from "../service-with-token.ts";
import {
  instead,
  square,
  startSensor,
  statesIn,
  writing,
  zoneAnswer,
  zoneLines,
  zonePlan,
} from "./sensor-home.ts";

const wanted = ["-500", "1000", "500", "2000"];

test(
  "ZONE-26: a zone of the stored plan is told first, then written value by value and read back",
  bounded,
  async (t) => {
    const { home, editor, rev } = await startSensor(t);
    const planned = await zoneAnswer(editor, "write", { zone: "sofa", rev, dry: true });
    assert.equal(planned.outcome, "planned");
    assert.deepEqual(
      planned.values.map((each) => [each.entity, each.before, each.wanted, each.unit]),
      wanted.map((value, at) => [
        [rectangleSensor.x1, rectangleSensor.y1, rectangleSensor.x2, rectangleSensor.y2][at],
        "0",
        value,
        "mm",
      ]),
    );
    assert.equal(planned.excess?.square_metres.toFixed(6), "0.000000");
    assert.equal(home.count("call_service"), 0, "nothing was written yet");
    const answer = await zoneAnswer(editor, "write", { zone: "sofa", rev });
    assert.deepEqual(
      [answer.outcome, answer.values.map(({ after }) => after), typeof answer.undo],
      ["written", wanted, "string"],
    );
    assert.deepEqual(statesIn(home), wanted);
    const calls = home.of("call_service").map(({ message }) => message);
    assert.deepEqual(calls[0], {
      id: calls[0]?.["id"],
      type: "call_service",
      domain: "number",
      service: "set_value",
      service_data: { value: -500 },
      target: { entity_id: rectangleSensor.x1 },
    });
    const again = await zoneAnswer(editor, "write", { zone: "sofa", rev });
    assert.deepEqual([again.outcome, again.undo], ["written", undefined]);
    assert.equal(home.count("call_service"), 4, "what the sensor has already is not written again");
    assert.equal(again.present?.length, 4, "and is told as a shape on the plan");
    await until(() => home.subscriptions() === home.count("subscribe_entities") - 3);
  },
);

test(
  "ZONE-26: a polygon, a type and a switch are written by their own actions",
  bounded,
  async (t) => {
    const sensor = {
      ...polygonSensor,
      type: "select.radar_zone_type",
      switch: "switch.radar_polygon_zones",
    };
    const { home, editor, rev } = await startSensor(t, zonePlan(sensor));
    const answer = await zoneAnswer(editor, "write", { zone: "sofa", rev });
    assert.equal(answer.outcome, "written", JSON.stringify(answer));
    const text = "500:1000;-500:1000;-500:2000;500:2000";
    const calls = home.of("call_service").map(({ message }) => message);
    assert.deepEqual(
      calls.map((each) => [
        `${String(each["domain"])}.${String(each["service"])}`,
        each["service_data"],
      ]),
      [
        ["text.set_value", { value: text }],
        ["select.select_option", { option: "Detection" }],
        ["switch.turn_on", {}],
      ],
    );
    assert.equal(home.core.states.get(polygonSensor.text)?.s, text);
  },
);

test(
  "ZONE-27: only who may save plans and control things writes to a sensor, and others are refused on record",
  bounded,
  async (t) => {
    const { home, service, rev } = await startSensor(t);
    const rights = {
      guest: { admin: false, control: true },
      desk: { admin: true, control: false },
    };
    for (const [name, each] of Object.entries(rights)) {
      const peer = await Peer.login(t, service.port, await newToken(service, name, each));
      for (const [type, fields] of Object.entries({
        write: { zone: "sofa", rev, dry: true },
        restore: { undo: "x" },
      })) {
        const { code, message } = await peer.error(`floorplan/zones/${type}`, fields);
        assert.equal(code, "unauthorized", `${name}: ${message}`);
      }
    }
    assert.equal(home.count("call_service"), 0);
    await eventually(async () => {
      const refused = (await zoneLines(service)).filter(({ what }) => what === "refused");
      return refused.length === 4 ? { seen: true } : { not: `${refused.length} lines` };
    }, patienceMs);
  },
);

test(
  "ZONE-31: while Home Assistant is away, and without one, nothing is written, and it is said so",
  bounded,
  async (t) => {
    const { home, editor, rev } = await startSensor(t);
    await home.stop();
    const away = await eventually(async () => {
      const { error } = await editor.command("floorplan/zones/write", { zone: "sofa", rev });
      return error === undefined ? { not: "still there" } : { seen: error };
    }, patienceMs);
    assert.equal(Object(away)["code"], "home_assistant_unavailable");
    const service = await startTestService(t);
    const alone = await Peer.login(t, service.port, await newToken(service, "alone", writing));
    const none = await alone.error("floorplan/zones/write", { zone: "sofa", rev: 0 });
    assert.equal(none.code, "home_assistant_unavailable");
  },
);

test(
  "ZONE-28: what is written has a line in the audit log with the state before and after",
  bounded,
  async (t) => {
    const { service, editor, rev } = await startSensor(t);
    const { undo = "" } = await zoneAnswer(editor, "write", { zone: "sofa", rev });
    await zoneAnswer(editor, "restore", { undo });
    const lines = await eventually(async () => {
      const found = await zoneLines(service);
      return found.length === 8 ? { seen: found } : { not: `${found.length} lines` };
    }, patienceMs);
    assert.deepEqual(
      lines.map(({ what, command, about, before, after, user }) => [
        what,
        command,
        about?.at(-2),
        before,
        after,
        user,
      ]),
      [
        ["zone_written", "x", "0", "-500"],
        ["zone_written", "y", "0", "1000"],
        ["zone_written", "x", "0", "500"],
        ["zone_written", "y", "0", "2000"],
        ["zone_restored", "x", "-500", "0"],
        ["zone_restored", "y", "1000", "0"],
        ["zone_restored", "x", "500", "0"],
        ["zone_restored", "y", "2000", "0"],
      ].map(([what, axis, before, after]) => [
        what,
        "number.set_value",
        axis,
        before,
        after,
        "editor",
      ]),
    );
    const { out } = await runInProcess([
      "audit",
      "--data",
      service.data,
      "--what",
      "zone_restored",
    ]);
    assert.match(out, /number\.radar_zone_1_y2  number\.set_value  2000 → 0\n/);
  },
);

test(
  "ZONE-29: if Home Assistant refuses a value, those before it are put back, and it is said why",
  bounded,
  async (t) => {
    const { home, service, editor, rev } = await startSensor(t);
    const error = { code: "service_validation_error", message: "500 is out of the range" };
    instead(home, rectangleSensor.x2, () => ({ error }));
    const answer = await zoneAnswer(editor, "write", { zone: "sofa", rev });
    assert.equal(answer.outcome, "failed");
    assert.deepEqual(answer.values[2]?.failure, { code: "refused", message: error.message });
    assert.deepEqual(statesIn(home), ["0", "0", "0", "0"]);
    assert.equal(answer.undo, undefined, "there is nothing to take back");
    const lines = await eventually(async () => {
      const found = await zoneLines(service);
      return found.length === 5 ? { seen: found } : { not: `${found.length} lines` };
    }, patienceMs);
    assert.deepEqual(
      lines.map(({ what }) => what),
      ["zone_written", "zone_written", "switch_failed", "zone_restored", "zone_restored"],
    );
    assert.equal(lines[2]?.reason, error.message);
  },
);

test(
  "ZONE-29: a value that the sensor does not tell, or tells otherwise, fails within the limit",
  bounded,
  async (t) => {
    const { home, editor, rev } = await startSensor(t, zonePlan(), { zoneReadMs: 100 });
    instead(home, rectangleSensor.y1, () => ({ result: { context: { id: "c" } } }));
    const silent = await zoneAnswer(editor, "write", { zone: "sofa", rev });
    assert.equal(silent.outcome, "failed");
    assert.deepEqual(silent.values[1]?.failure, { code: "not_confirmed" });
    instead(home, rectangleSensor.y1, ({ core }, message) => {
      const { value } = Object(message["service_data"]);
      core.setState(rectangleSensor.y1, value === 1000 ? "1234" : String(value));
      return { result: { context: { id: "c" } } };
    });
    const odd = await zoneAnswer(editor, "write", { zone: "sofa", rev });
    assert.equal(odd.outcome, "failed");
    assert.deepEqual(odd.values[1]?.failure, { code: "differs" });
    assert.deepEqual(statesIn(home), ["0", "0", "0", "0"], "what it told is put back too");
  },
);

test(
  "ZONE-29: a sensor that first tells what it was sent, and then what it has, is not believed too soon",
  bounded,
  async (t) => {
    const { home, editor, rev } = await startSensor(t, zonePlan(), {
      zoneReadMs: 1500,
      zoneSettleMs: 1000,
    });
    instead(home, rectangleSensor.x1, ({ usual, core }) => {
      const outcome = usual();
      // As a radar does that is slower than what speaks for it.
      setTimeout(() => core.setState(rectangleSensor.x1, "0"), 20);
      return outcome;
    });
    const answer = await zoneAnswer(editor, "write", { zone: "sofa", rev });
    assert.equal(answer.outcome, "failed");
    assert.equal(answer.values[0]?.failure?.code, "not_confirmed");
    assert.equal(home.count("call_service"), 1, "nothing more was written");
  },
);

test("ZONE-29: a value that comes late, but in time, counts", bounded, async (t) => {
  const { home, editor, rev } = await startSensor(t);
  instead(home, rectangleSensor.x1, ({ core }) => {
    setImmediate(() => core.setState(rectangleSensor.x1, "-500.0"));
    return { result: { context: { id: "c" } } };
  });
  const answer = await zoneAnswer(editor, "write", { zone: "sofa", rev });
  assert.equal(answer.outcome, "written");
  assert.equal(answer.values[0]?.after, "-500.0", "as the sensor writes it");
});

test(
  "ZONE-29: if Home Assistant goes away halfway, it is said what the sensor has got, and it can be taken back later",
  bounded,
  async (t) => {
    const { home, editor, rev } = await startSensor(t);
    instead(home, rectangleSensor.x2, held);
    const asked = zoneAnswer(editor, "write", { zone: "sofa", rev });
    await home.whenReceived("call_service", 3);
    await home.restart();
    const answer = await asked;
    assert.equal(answer.outcome, "partly");
    assert.deepEqual(
      answer.values.map(({ failure }) => failure?.code),
      [undefined, undefined, "away", undefined],
    );
    assert.deepEqual(statesIn(home), ["-500", "1000", "0", "0"]);
    const { undo = "" } = answer;
    home.answer("call_service");
    const restored = await eventually(async () => {
      const { result } = await editor.command("floorplan/zones/restore", { undo });
      return result === undefined ? { not: "Home Assistant is away" } : { seen: result };
    }, patienceMs);
    assert.equal(Object(restored)["outcome"], "written");
    assert.deepEqual(statesIn(home), ["0", "0", "0", "0"]);
  },
);

test("ZONE-29: if who writes leaves halfway, what was written is put back", bounded, async (t) => {
  const { home, service, rev } = await startSensor(t);
  const token = await newToken(service, "leaver", writing);
  const leaver = await Peer.login(t, service.port, token);
  instead(home, rectangleSensor.y1, held);
  leaver.send({ id: leaver.newId(), type: "floorplan/zones/write", zone: "sofa", rev });
  const [, second] = await home.whenReceived("call_service", 2);
  leaver.ws.close();
  await leaver.closed;
  home.answer("call_service");
  home.core.setState(rectangleSensor.y1, "1000");
  second?.succeed({ context: { id: "c" } });
  await until(() => statesIn(home).every((each) => each === "0"));
  const lines = await eventually(async () => {
    const found = await zoneLines(service);
    return found.length === 5 ? { seen: found } : { not: `${found.length} lines` };
  }, patienceMs);
  assert.equal(lines[2]?.reason, "left");
});

test(
  "ZONE-30: a write is taken back once, unless somebody changed the sensor since, which needs a second word",
  bounded,
  async (t) => {
    const { home, editor, rev } = await startSensor(t);
    const { undo = "" } = await zoneAnswer(editor, "write", { zone: "sofa", rev });
    home.core.setState(rectangleSensor.y2, "3000");
    const changed = await zoneAnswer(editor, "restore", { undo });
    assert.equal(changed.outcome, "changed");
    assert.deepEqual(
      changed.values.map(({ before, wanted: back }) => [before, back]),
      [
        ["-500", "0"],
        ["1000", "0"],
        ["500", "0"],
        ["3000", "0"],
      ],
    );
    assert.deepEqual(statesIn(home), ["-500", "1000", "500", "3000"], "nothing was changed");
    const restored = await zoneAnswer(editor, "restore", { undo, force: true });
    assert.equal(restored.outcome, "written");
    assert.deepEqual(statesIn(home), ["0", "0", "0", "0"]);
    assert.equal((await editor.error("floorplan/zones/restore", { undo })).code, "not_found");
    const redone = await zoneAnswer(editor, "restore", { undo: restored.undo ?? "" });
    assert.equal(redone.outcome, "written");
    assert.deepEqual(statesIn(home), ["-500", "1000", "500", "3000"], "and that, too, once");
  },
);

test(
  "ZONE-31: one write at a time goes to a sensor, of the newest stored plan alone",
  bounded,
  async (t) => {
    const { home, service, editor, rev } = await startSensor(t);
    const stale = await editor.error("floorplan/zones/write", { zone: "sofa", rev: rev - 1 });
    assert.equal(stale.code, "conflict");
    const unknown = await editor.error("floorplan/zones/write", { zone: "attic", rev });
    assert.equal(unknown.code, "not_found");
    instead(home, rectangleSensor.x1, held);
    const id = editor.newId();
    editor.send({ id, type: "floorplan/zones/write", zone: "sofa", rev });
    const [first] = await home.whenReceived("call_service", 1);
    const other = await Peer.login(t, service.port, await newToken(service, "other", writing));
    const busy = await other.error("floorplan/zones/write", { zone: "sofa", rev });
    assert.equal(busy.code, "overloaded");
    const looked = await zoneAnswer(other, "write", { zone: "sofa", rev, dry: true });
    assert.equal(looked.outcome, "planned", "looking is free");
    home.answer("call_service");
    home.core.setState(rectangleSensor.x1, "-500");
    first?.succeed({ context: { id: "c" } });
    await editor.replyTo(id);
    assert.equal((await zoneAnswer(other, "write", { zone: "sofa", rev })).outcome, "written");
  },
);

test(
  "ZONE-31: a zone that cannot be written says why, in a form for every language",
  bounded,
  async (t) => {
    const { home, editor } = await startSensor(t);
    const problemsOf = async (plan: object): Promise<unknown> => {
      const rev = await editor.save(plan);
      const { outcome, problems } = await zoneAnswer(editor, "write", { zone: "sofa", rev });
      assert.equal(outcome, "impossible");
      return problems;
    };
    assert.deepEqual(await problemsOf({ ...zonePlan(undefined), trackers: [] }), [
      { problem: "no-tracker", value: "radar" },
    ]);
    assert.deepEqual(await problemsOf({ zones: [{ id: "sofa", points: [] }] }), [
      { problem: "bad-sensor", value: "points: expected at least 3" },
    ]);
    assert.deepEqual(await problemsOf(zonePlan({ tracker: "radar" })), [
      { problem: "bad-sensor", value: "sensor: expected either x1, y1, x2, y2 or text" },
    ]);
    const plain = {
      id: "sofa",
      points: [
        [0, 0],
        [1, 0],
        [1, 1],
      ],
    };
    assert.deepEqual(await problemsOf({ zones: [plain] }), [{ problem: "no-sensor" }]);
    const upstairs = { ...plain, level: "up", sensor: rectangleSensor };
    const levels = [{ id: "ground" }, { id: "up" }];
    assert.deepEqual(await problemsOf({ ...zonePlan(), levels, zones: [upstairs] }), [
      { problem: "other-floor", value: "ground" },
    ]);
    home.core.removeState(rectangleSensor.x1);
    assert.deepEqual(await problemsOf(zonePlan()), [
      { problem: "no-entity", entity: rectangleSensor.x1 },
    ]);
    assert.equal(home.count("call_service"), 0);
  },
);

test(
  "ZONE-31: two zones that share an entity are written one after the other, whichever trackers they name",
  bounded,
  async (t) => {
    const type = "select.radar_zone_type";
    const plan = {
      ...zonePlan(),
      trackers: [radarAt(), { ...radarAt(), id: "second" }],
      zones: [
        { id: "sofa", points: square, sensor: { ...rectangleSensor, type } },
        { id: "bed", points: square, sensor: { ...polygonSensor, tracker: "second", type } },
      ],
    };
    const { home, editor, rev, service } = await startSensor(t, plan);
    instead(home, rectangleSensor.x1, held);
    const id = editor.newId();
    editor.send({ id, type: "floorplan/zones/write", zone: "sofa", rev });
    const [first] = await home.whenReceived("call_service", 1);
    const other = await Peer.login(t, service.port, await newToken(service, "other", writing));
    const busy = await other.error("floorplan/zones/write", { zone: "bed", rev });
    assert.equal(busy.code, "overloaded");
    home.answer("call_service");
    home.core.setState(rectangleSensor.x1, "-500");
    first?.succeed({ context: { id: "c" } });
    await editor.replyTo(id);
    assert.equal((await zoneAnswer(other, "write", { zone: "bed", rev })).outcome, "written");
  },
);
