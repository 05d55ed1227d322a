import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { isNight, readNight } from "../../../src/web/kiosk/dimmer.ts";
import { root } from "../../support/source-files.ts";

const at = (hours: number, minutes: number): Date => new Date(2026, 5, 15, hours, minutes);

test("TABLET-5: a night has a beginning and an end by the clock", () => {
  assert.deepEqual(readNight("22:00-06:30"), { from: 1320, to: 390 });
  assert.deepEqual(readNight(" 1:05 - 6:00"), { from: 65, to: 360 });
  for (const odd of [
    "",
    "22:00",
    "22:00-22:00",
    "24:00-06:00",
    "22:60-06:00",
    "22-6",
    "a-b",
    "1:00-2:00-3:00",
  ])
    assert.equal(readNight(odd), undefined, odd);
});

test("TABLET-5: it is night from the first minute on and no more in the last, also across midnight", () => {
  const across = { from: 1320, to: 390 };
  const times = [
    [21, 59],
    [22, 0],
    [23, 59],
    [0, 0],
    [6, 29],
    [6, 30],
    [12, 0],
  ] as const;
  assert.deepEqual(
    times.map(([hours, minutes]) => isNight(across, at(hours, minutes))),
    [false, true, true, true, true, false, false],
  );
  const noon = { from: 720, to: 780 };
  assert.deepEqual(
    [at(11, 59), at(12, 0), at(12, 59), at(13, 0)].map((moment) => isNight(noon, moment)),
    [false, true, true, false],
  );
});

test("TABLET-5: where the clock is put forward or back, the night ends when the clock says so", () => {
  // Central Europe in 2026: forward on 29 March at 01:00 UTC, back on 25 October at 01:00 UTC.
  const moments = [
    "2026-03-29T00:59:00Z", // 01:59
    "2026-03-29T01:00:00Z", // 03:00
    "2026-10-24T23:59:00Z", // 01:59
    "2026-10-25T00:30:00Z", // 02:30
    "2026-10-25T01:30:00Z", // 02:30 again
    "2026-10-25T02:00:00Z", // 03:00
  ];
  const script = `import { isNight } from "./src/web/kiosk/dimmer.ts";
    console.log(JSON.stringify(${JSON.stringify(moments)}.map((each) => isNight({ from: 1380, to: 150 + 30 }, new Date(each)))))`;
  // A process has the time zone that it was started in.
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", "tsx", "--input-type=module", "--eval", script],
    { cwd: root, encoding: "utf8", env: { ...process.env, TZ: "Europe/Vienna" } },
  );
  assert.deepEqual(stdout && JSON.parse(stdout), [true, false, true, true, true, false], stderr);
});
