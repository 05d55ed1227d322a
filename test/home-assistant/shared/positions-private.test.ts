import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { Peer } from "../../support/peer.ts";
import { bounded, until } from "../../support/timeouts.ts";
import { newToken } from "../service-with-token.ts";
import { looking, move, radar, seeing, start, subscribe, told, whereIs } from "./positions-of.ts";

test(
  "POS-7: only a token with the right, and of Home Assistant's users only administrators, see positions",
  bounded,
  async (t) => {
    const { home, service, admin } = await start(t);
    move(home, "a", 0, 1000);
    await admin.save({ trackers: [radar("a")] });
    const bare = await newToken(service, "desk", { admin: true, control: true });
    for (const token of [service.viewer, service.admin, bare, home.user.longLivedToken]) {
      const peer = await Peer.login(t, service.port, token);
      const { code, message } = await peer.error(subscribe);
      assert.equal(code, "unauthorized");
      assert.equal(message, "positions: this token lacks the right to see them");
    }
    const owner = await Peer.login(t, service.port, home.owner.longLivedToken);
    await owner.result(subscribe);
    await told(owner, "a", "0 1");
  },
);

test(
  "POS-8: viewers who may not see positions get nothing of a tracker's entities by any command, and who may get their past",
  bounded,
  async (t) => {
    const { home, service, admin } = await start(t);
    home.core.setState("camera.robi", "idle", { x: 1, y: 2 });
    home.core.pictures.set("camera.robi", Buffer.from("picture"));
    move(home, "a", 0, 1000);
    const template = "{{ states('sensor.a_x') }}";
    const robi = { id: "robi", source: { entity: "camera.robi" }, matrix: [1, 0, 0, 1, 0, 0] };
    await admin.save({
      furniture: [{ id: "l", entity: "light.hall" }],
      trackers: [radar("a"), robi, { id: "odd", text: template, entity: "sensor.a_y" }],
    });
    await home.whenReceived("subscribe_entities", 1);
    const looker = await looking(t, service);
    await told(looker, "a", "0 1");
    await told(looker, "robi", "1 2");
    const tracked = ["sensor.a_x", "sensor.a_y", "camera.robi"];
    const past = "history/history_during_period";
    home.answer(past, (_asked, { entity_ids: ids }) => ({ result: { ids } }));
    const fields = { start_time: new Date().toISOString(), entity_ids: [...tracked, "light.hall"] };
    const plain = await Peer.login(t, service.port, service.viewer);
    const map = await seeing(t, service, "second");
    for (const screen of [plain, map]) {
      await screen.result("subscribe_entities");
      await screen.result("subscribe_entities", { entity_ids: tracked });
      await until(() => JSON.stringify(screen.received).includes("light.hall"));
      const listed = await screen.result("config/entity_registry/list_for_display");
      assert.deepEqual(
        tracked.filter((id) => JSON.stringify(listed).includes(id)),
        [],
      );
      const picture = await screen.error("floorplan/house/picture", { entity_id: "camera.robi" });
      assert.equal(picture.code, "unauthorized");
      assert.equal((await screen.error("render_template", { template })).code, "unauthorized");
      move(home, "a", 3000, 2000);
      await until(() => whereIs(looker, "a") === "-3 2");
      home.core.setState("light.hall", "off");
      await until(() => JSON.stringify(screen.received).includes('"s":"off"'));
      const events = screen.received.filter(({ type }) => type === "event");
      for (const id of tracked) assert(!JSON.stringify(events).includes(id), id);
      home.core.setState("light.hall", "on");
      move(home, "a", 0, 1000);
      await until(() => whereIs(looker, "a") === "0 1");
    }
    assert.deepEqual(await plain.result(past, fields), { ids: ["light.hall"] });
    assert.deepEqual(await map.result(past, fields), { ids: [...tracked, "light.hall"] });
    const desk = await newToken(service, "desk", { admin: true, control: true });
    const drawing = await Peer.login(t, service.port, desk);
    assert.deepEqual(await drawing.result(past, fields), { ids: ["light.hall"] });
  },
);

test(
  "POS-9: Home Assistant is asked once for all who look, and for nothing while nobody does",
  bounded,
  async (t) => {
    const { home, service, admin } = await start(t);
    move(home, "a", 0, 1000);
    await admin.save({ furniture: [{ entity: "light.hall" }], trackers: [radar("a")] });
    const [states] = await home.whenReceived("subscribe_entities", 1);
    assert.deepEqual(states?.message["entity_ids"], ["light.hall"]);
    const one = await seeing(t, service, "one");
    const id = one.newId();
    one.send({ id, type: subscribe });
    await told(one, "a", "0 1");
    const two = await looking(t, service, "two");
    await told(two, "a", "0 1");
    assert.deepEqual(
      home.of("subscribe_entities").map(({ message }) => message["entity_ids"]),
      [["light.hall"], ["sensor.a_x", "sensor.a_y"]],
    );
    await one.result("unsubscribe_events", { subscription: id });
    move(home, "a", 0, 2000);
    await told(two, "a", "0 2");
    assert.equal(whereIs(one, "a"), "0 1");
    assert.equal(home.count("unsubscribe_events"), 0);
    two.ws.terminate();
    const [ended] = await home.whenReceived("unsubscribe_events", 1);
    const [, asked] = home.of("subscribe_entities");
    assert.equal(ended?.message["subscription"], asked?.message["id"]);
    // Who looks again sees no place from before.
    move(home, "a", 0, 3000);
    const three = await looking(t, service, "three");
    await told(three, "a", "0 3");
    assert(!JSON.stringify(three.received).includes('"z":2'));
    assert.equal(home.count("subscribe_entities"), 3);
  },
);

test(
  "POS-9: a subscription whose first states come when nobody looks any more has ended by then",
  bounded,
  async (t) => {
    const { home, service, admin } = await start(t);
    await admin.save({ trackers: [radar("a")] });
    home.answer("subscribe_entities", ({ keep }) => {
      keep(() => undefined);
      return { result: null };
    });
    const gone = await looking(t, service, "gone");
    const [held] = await home.whenReceived("subscribe_entities", 1);
    gone.ws.terminate();
    const [ended] = await home.whenReceived("unsubscribe_events", 1);
    assert.equal(ended?.message["subscription"], held?.message["id"]);
    held?.emit({ a: { "sensor.a_x": { s: "0" }, "sensor.a_y": { s: "1000" } } });
    home.answer("subscribe_entities");
    move(home, "a", 0, 3000);
    const next = await looking(t, service, "next");
    await told(next, "a", "0 3");
    assert(!JSON.stringify(next.received).includes('"z":1'));
    next.ws.terminate();
    await home.whenReceived("unsubscribe_events", 2);
    assert.equal(home.count("subscribe_entities"), 2);
  },
);

test(
  "POS-10: a flood of reports is told in at most one event a period, and the last has the newest positions",
  bounded,
  async (t) => {
    const statesMs = 100;
    const { home, service, admin } = await start(t, { statesMs });
    const ids = Array.from({ length: 50 }, (_, index) => `t${index}`);
    for (const id of ids) move(home, id, 0, 1000);
    await admin.save({ trackers: ids.map((id) => radar(id)) });
    const screen = await looking(t, service);
    for (const id of ids) await told(screen, id, "0 1");
    const before = screen.received.length;
    const [asked] = home.of("subscribe_entities");
    const from = performance.now();
    const rounds = 40;
    for (let round = 1; round <= rounds; round += 1) {
      for (const id of ids)
        asked?.emit({
          c: {
            [`sensor.${id}_x`]: { "+": { s: String(10 * round) } },
            [`sensor.${id}_y`]: { "+": { s: String(20 * round) } },
          },
        });
      // Lets the flood come in pieces.
      await new Promise((resolve) => setImmediate(resolve));
    }
    for (const id of ids) await told(screen, id, `-${rounds / 100} ${rounds / 50}`);
    const events = screen.received.length - before;
    const most = Math.ceil((performance.now() - from) / statesMs) + 1;
    assert(events <= most, `${events} events, ${most} periods`);
    t.diagnostic(`${events} events of ${rounds * ids.length} reports`);
  },
);

/** The content of all files in a folder. */
const filesIn = async (folder: string): Promise<string> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = await Promise.all(
    files.map((file) => readFile(join(file.parentPath, file.name), "latin1")),
  );
  return texts.join("\n");
};

test(
  "POS-11: where somebody is stands in no log, audit line, metric or file",
  bounded,
  async (t) => {
    const { home, service, admin } = await start(t);
    const [x, y, odd] = ["31415.926", "27182.818", "secret-words"];
    move(home, "a", x, y);
    move(home, "b", odd, odd);
    home.core.setState("sensor.anna", "Hideaway");
    const anna = { id: "anna", source: { room: "sensor.anna" } };
    await admin.save({ trackers: [radar("a"), radar("b"), anna] });
    const plain = await Peer.login(t, service.port, service.viewer);
    await plain.error(subscribe);
    const screen = await looking(t, service);
    await told(screen, "a", "-31.416 27.183");
    await told(screen, "b", "problem");
    await told(screen, "anna", "room");
    const [asked] = home.of("subscribe_entities");
    // What cannot be read is named, without what it says.
    asked?.emit({ c: { "sensor.a_x": { "+": { s: 31415.926 } } } });
    await until(() => JSON.stringify(service.log).includes("cannot be read"));
    assert.match(JSON.stringify(service.log), /sensor\.a_x/);
    const scraped = await fetch(`${service.url}/metrics`, {
      headers: { authorization: `Bearer ${service.admin}` },
    });
    assert.equal(scraped.status, 200);
    const metrics = await scraped.text();
    await service.stop();
    const written = {
      log: JSON.stringify(service.log),
      metrics,
      data: await filesIn(service.data),
    };
    for (const read of ["sensor.a_x", "token_sha256", '"saved"'])
      assert(written.data.includes(read), `${read} was read`);
    for (const [where, text] of Object.entries(written))
      for (const word of [x, y, "31.416", "27.183", "31.415926", "27.182818", odd, "Hideaway"])
        assert(!text.includes(word), `${word} is in ${where}`);
  },
);
