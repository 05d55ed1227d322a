import assert from "node:assert/strict";
import { test } from "node:test";
import { calmPace, Film, usualPace } from "../../../../src/web/home-assistant/replay/film.ts";

/** A film whose pictures take a time to draw, on a clock that only these and waiting move on. */
const filmOf = (minutes: number, { lastMinute = 1439, drawingMs = 0, failsAt = Infinity } = {}) => {
  const seen: number[] = [];
  let [ms, drawing] = [0, 0];
  let shown = minutes;
  const onShown: ((minutes: number) => void)[] = [];
  const film = new Film(
    {
      minutes: () => shown,
      lastMinute: () => lastMinute,
      show: async (next) => {
        drawing += 1;
        assert.equal(drawing, 1, "one picture is drawn at a time");
        await new Promise(setImmediate);
        drawing -= 1;
        ms += drawingMs;
        shown = next;
        seen.push(next);
        for (const tell of onShown) tell(next);
        return next < failsAt;
      },
      changed: () => undefined,
    },
    {
      now: () => ms,
      wait: (some) => {
        ms += some;
        return Promise.resolve();
      },
    },
  );
  return { film, seen, onShown, passed: () => ms };
};

test("REPLAY-8: a day takes some 20 s, also if each picture takes longer to draw, and calm films have a picture a second", async () => {
  for (const drawingMs of [0, 60, 150, 300]) {
    const { film, seen, passed } = filmOf(0, { drawingMs });
    await film.play(usualPace);
    assert(!film.isPlaying, "it has ended");
    assert.equal(seen.at(-1), 1439);
    assert(passed() > 17_000 && passed() < 23_000, `${passed()} ms with ${drawingMs} ms each`);
    const steps = seen.slice(1).map((minute, at) => minute - (seen[at] ?? 0));
    assert(Math.max(...steps) <= 30, `the largest step has ${Math.max(...steps)} minutes`);
  }
  const { film, seen, passed } = filmOf(0, { drawingMs: 4000 });
  await film.play(usualPace);
  assert.equal(seen.length, 49, "no picture is left out for longer than half an hour");
  assert(passed() > 60_000, "so it takes longer");
  const calm = filmOf(60);
  await calm.film.play(calmPace);
  assert.deepEqual(calm.seen.slice(0, 3), [60, 90, 120]);
  assert.equal(calm.passed(), calm.seen.length * 1000);
});

test("REPLAY-8: a film begins where the slider is, at the end from the beginning, and stops when it is told to or nothing is loaded", async () => {
  const [middle, end, early] = [
    filmOf(1400),
    filmOf(1438, { failsAt: 20 }),
    filmOf(1, { lastMinute: 3 }),
  ];
  await Promise.all([middle, end, early].map(({ film }) => film.play(usualPace)));
  assert.deepEqual(middle.seen, [1400, 1405, 1410, 1415, 1420, 1425, 1430, 1435, 1439]);
  assert.deepEqual(end.seen, [0, 5, 10, 15, 20], "the fifth could not be shown");
  assert.deepEqual(early.seen, [0, 3]);

  const { film, seen, onShown } = filmOf(600);
  onShown.push((minute) => {
    if (minute === 620) film.stop();
  });
  await film.play(usualPace);
  assert.equal(seen.at(-1), 620);
  // Stopped and begun again while a picture is drawn, it goes on alone.
  onShown.length = 0;
  const first = film.play(usualPace);
  film.stop();
  assert(!film.isPlaying, "it has stopped");
  await first;
  await film.play(usualPace);
  assert.equal(seen.at(-1), 1439);
});
