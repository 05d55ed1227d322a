import assert from "node:assert/strict";
import { test } from "node:test";
import { solarPosition } from "../../../src/model/geometry/solar-position.ts";

test("SUN-1: the sun stands where the algorithm of NREL says, at every hour and season, to a fiftieth of a degree", () => {
  // The example of I. Reda and A. Andreas, "Solar Position Algorithm for Solar Radiation Applications" (NREL/TP-560-34302):
  // topocentric, so some thousandths lower than seen from the middle of the earth, and 0.01° higher by refraction.
  const golden = solarPosition(
    { latitude: 39.742476, longitude: -105.1786 },
    Date.UTC(2003, 9, 17, 19, 30, 30),
  );
  assert(Math.abs(golden.azimuth - 194.34024) < 0.02, `${golden.azimuth}`);
  assert(Math.abs(golden.elevation - 39.872) < 0.02, `${golden.elevation}`);
});

test("SUN-1: the sun is in the south at noon in the north, in the north in the south, and high as the season says", () => {
  // Solstices and equinoxes of 2026, by the US Naval Observatory: the sun is over a tropic or the equator then.
  const noonAt = (ms: number, latitude: number) => {
    const day = Date.UTC(
      new Date(ms).getUTCFullYear(),
      new Date(ms).getUTCMonth(),
      new Date(ms).getUTCDate(),
    );
    const minutes = Array.from({ length: 1440 }, (_, at) => day + at * 60_000);
    const all = minutes.map((at) => solarPosition({ latitude, longitude: 0 }, at));
    return all.reduce((best, each) => (each.elevation > best.elevation ? each : best));
  };
  const [june, december, march] = [
    Date.UTC(2026, 5, 21, 8, 24),
    Date.UTC(2026, 11, 21, 20, 50),
    Date.UTC(2026, 2, 20, 14, 46),
  ];
  const about = (value: number, wanted: number, within: number): void =>
    assert(Math.abs(value - wanted) < within, `${value}, not ${wanted}`);
  about(noonAt(june, 51.5).elevation, 90 - 51.5 + 23.44, 0.02);
  about(noonAt(december, 51.5).elevation, 90 - 51.5 - 23.44, 0.02);
  about(noonAt(march, 51.5).elevation, 90 - 51.5, 0.2);
  about(noonAt(june, 51.5).azimuth, 180, 1);
  about(
    noonAt(june, -33.9).azimuth % 360 > 180
      ? noonAt(june, -33.9).azimuth - 360
      : noonAt(june, -33.9).azimuth,
    0,
    1,
  );
  const morning = solarPosition({ latitude: 51.5, longitude: 0 }, Date.UTC(2026, 2, 20, 6, 10));
  about(morning.azimuth, 90, 2);
  about(morning.elevation, 0, 1.5);
});
