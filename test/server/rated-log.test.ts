import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { pino } from "pino";
import { RatedLog } from "../../src/server/runtime/rated-log.ts";

test("OPS-13: 20 lines of a kind are written at once, then one a second that counts the rest", () => {
  mock.timers.enable({ apis: ["setInterval"] });
  try {
    const lines: { readonly msg: string; readonly more?: number; readonly peer?: number }[] = [];
    const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
    const rated = new RatedLog(pino({}, stream));
    for (let peer = 1; peer <= 1000; peer += 1) rated.warn({ peer }, "refused");
    rated.warn({ peer: 1 }, "of another kind");
    assert.deepEqual(
      lines.map(({ msg }) => msg),
      [...Array<string>(20).fill("refused"), "of another kind"],
    );
    mock.timers.tick(1000);
    assert.deepEqual(
      lines.slice(21).map(({ more, peer }) => [more, peer]),
      [[980, 1000]],
    );
    for (let peer = 1; peer <= 5; peer += 1) rated.warn({ peer }, "refused");
    mock.timers.tick(1000);
    assert.deepEqual(
      lines.slice(22).map(({ more }) => more),
      [5],
    );
    mock.timers.tick(60_000);
    assert.equal(lines.length, 23);
    for (let peer = 1; peer <= 21; peer += 1) rated.warn({ peer }, "refused");
    assert.equal(lines.length, 43);
    rated.close();
    assert.equal(lines.at(-1)?.more, 1);
  } finally {
    mock.timers.reset();
  }
});
