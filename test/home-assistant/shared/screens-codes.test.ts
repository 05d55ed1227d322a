import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { auditFolder, type AuditLine, readAudit } from "../../../src/server/audit/audit-lines.ts";
import { CodeRateLimiter } from "../../../src/home-assistant/shared/call-service.ts";
import { bounded } from "../../support/timeouts.ts";
import type { Peer } from "../../support/peer.ts";
import { controlling, settled } from "../service-with-token.ts";

const alarm = "alarm_control_panel.house";
const code = "73918464";
const plan = {
  furniture: [{ entity: "light.hall" }, { entity: alarm }],
  openings: [{ lock: "lock.back" }],
};
const guess = (n: number): Readonly<Record<string, unknown>> => ({
  domain: "alarm_control_panel",
  service: "alarm_disarm",
  target: { entity_id: alarm },
  service_data: { code: `${code}${n}` },
});

/** The lines of the audit log of a service that has ended. */
const notedIn = async (data: string): Promise<readonly AuditLine[]> => {
  const lines: AuditLine[] = [];
  for await (const found of readAudit(auditFolder(data)))
    lines.push("line" in found ? found.line : assert.fail(found.problem));
  return lines.filter(({ what }) => what.startsWith("switch"));
};

/** How a guest's calls end, and how many reach Home Assistant. */
const guessed = async (guest: Peer, many: number): Promise<readonly string[]> => {
  const ends: string[] = [];
  for (let n = 0; n < many; n += 1) {
    const { error } = await guest.command("call_service", guess(n));
    ends.push(String(Object(error)["code"] ?? "done"));
  }
  return ends;
};

test(
  "SCREEN-35, AUDIT-1, AUDIT-2: codes are tried a few at once, on all connections of a user, and are written nowhere",
  bounded,
  async (t) => {
    const { service, home } = await settled(t, plan, { codeCalls: 3, viewerConnections: 4 });
    home.answer("call_service", ({ heard }) => ({
      error: {
        code: "home_assistant_error",
        message: `wrong: ${JSON.stringify(heard.message["service_data"])}`,
      },
    }));
    const guest = await controlling(t, service);
    const ends = await guessed(guest, 50);
    assert.deepEqual(ends, [
      ...Array(3).fill("home_assistant_error"),
      ...Array(47).fill("too_many_codes"),
    ]);
    assert.equal(home.count("call_service"), 3);
    const refused = await guest.error("call_service", guess(0));
    assert.match(refused.message, /than code-calls allows, 3: the next may come in 60 s/);
    // What has no code goes on.
    home.answer("call_service", () => ({ result: {} }));
    const lamp = { domain: "light", service: "turn_on", target: { entity_id: "light.hall" } };
    await guest.result("call_service", lamp);
    // What the plan lets nobody switch is no evidence, and has no room among it.
    const long = { domain: "lock", service: "x".repeat(5000), target: { entity_id: "lock.shed" } };
    await guest.error("call_service", long);
    await service.stop();
    const lines = await notedIn(service.data);
    const [first] = lines;
    assert.deepEqual(
      [first?.what, first?.user, first?.address, first?.command, first?.about, first?.reason],
      [
        "switch_failed",
        "tablet",
        "127.0.0.1",
        "alarm_control_panel.alarm_disarm",
        alarm,
        "home_assistant_error",
      ],
    );
    assert.equal(typeof first?.connection, "number");
    const done = lines.filter(({ what }) => what === "switched");
    assert.deepEqual(
      done.map(({ user, command, about }) => [user, command, about]),
      [["tablet", "light.turn_on", "light.hall"]],
    );
    for (const text of [JSON.stringify(service.log), JSON.stringify(lines)])
      assert(!text.includes(code));
    const raw = await readFile(join(auditFolder(service.data), "switched-00000001.jsonl"), "utf8");
    assert(!raw.includes(code) && !raw.includes("lock.shed"));
    const viewers = join(auditFolder(service.data), "viewers-00000001.jsonl");
    assert.match(
      await readFile(viewers, "utf8"),
      /"what":"refused","user":"tablet".*"about":"lock\.shed"/,
    );
  },
);

test("SCREEN-35: a code that stands in the plan is no guess", bounded, async (t) => {
  const target = { entity_id: alarm };
  const { service_data: data } = guess(0);
  const perform_action = "alarm_control_panel.alarm_disarm";
  const tap_action = { action: "perform-action", perform_action, target, data };
  const standing = { furniture: [{ entity: alarm, tap_action }] };
  const { service, home } = await settled(t, standing, { codeCalls: 1 });
  home.answer("call_service", () => ({ result: {} }));
  const guest = await controlling(t, service);
  for (let n = 0; n < 5; n += 1) await guest.result("call_service", guess(0));
});

test("AUDIT-5: a slider has some lines and a count, and hides no lock", bounded, async (t) => {
  const { service, home } = await settled(t, plan);
  home.answer("call_service", () => ({ result: {} }));
  const guest = await controlling(t, service);
  const dim = (brightness: number): Readonly<Record<string, unknown>> => ({
    domain: "light",
    service: "turn_on",
    target: { entity_id: "light.hall" },
    service_data: { brightness },
  });
  for (let step = 0; step < 200; step += 1) await guest.result("call_service", dim(step));
  const unlock = { domain: "lock", service: "unlock", target: { entity_id: "lock.back" } };
  await guest.result("call_service", unlock);
  await service.stop();
  const lines = await notedIn(service.data);
  const slid = lines.filter(({ command }) => command === "light.turn_on");
  assert(slid.length < 60, `${slid.length} lines of a slider`);
  assert.equal(
    slid.reduce((sum, { more = 0 }) => sum + 1 + more, 0) >= 200,
    true,
    "all are counted",
  );
  assert.deepEqual(
    lines.filter(({ command }) => command === "lock.unlock").map(({ about }) => about),
    ["lock.back"],
  );
});

const minute = 60_000;
const hour = 60 * minute;

test("SCREEN-35: each further call with a code comes later, up to an hour, and each quiet hour forgets one", () => {
  const guard = new CodeRateLimiter(2);
  let now = 0;
  const waits: number[] = [];
  for (let call = 0; call < 10; call += 1) {
    const wait = guard.waitMs("guest", now);
    waits.push(wait / minute);
    now += wait;
    if (wait > 0) assert.equal(guard.waitMs("guest", now), 0);
  }
  assert.deepEqual(waits, [0, 0, 1, 2, 4, 8, 16, 32, 60, 60]);
  assert.equal(guard.waitMs("other", now), 0);
  // Of nine, seven are forgotten: one is as good as at once, and the next waits as the third did.
  now += 7 * hour;
  assert.equal(guard.waitMs("guest", now), 0);
  assert.equal(guard.waitMs("guest", now), minute);
  now += 3 * hour;
  assert.deepEqual([guard.waitMs("guest", now), guard.waitMs("guest", now)], [0, 0]);
});

test("SCREEN-35: no rhythm lets more calls with a code through in 30 days than one an hour and the first few", () => {
  const days = 30 * 24 * hour;
  const atOnce = 5;
  for (const quietHours of [0, 1, 2, 3, 5, 8, 12, 24, 48]) {
    const guard = new CodeRateLimiter(atOnce);
    let through = 0;
    for (let now = 0; now < days;) {
      const wait = guard.waitMs("guest", now);
      if (wait === 0) through += 1;
      // As many as come within the first minutes, then a rest.
      else now += wait <= 4 * minute || quietHours === 0 ? wait : quietHours * hour;
    }
    assert(through <= 720 + atOnce + 7, `${through} with rests of ${quietHours} hours`);
    assert(through >= 100, `${through}: codes come through all the same`);
  }
});
