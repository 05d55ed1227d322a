import assert from "node:assert/strict";
import { test } from "node:test";
import type { Route } from "../../../src/server/http/routes.ts";
import { bounded, until } from "../../support/timeouts.ts";
import type { LogLine } from "../../support/service.ts";
import { linesAbout, timesIn } from "../log-lines.ts";
import { startSmallHost } from "../small-host.ts";

const faulty: Route = {
  path: "/faulty",
  methods: {
    GET: () => {
      throw new Error("a fault");
    },
  },
  about: {},
};

test(
  "OPS-14: of a request that fails again and again each is answered with 500, and the log has them at a bounded rate",
  bounded,
  async (t) => {
    const { port, log } = await startSmallHost(t, [], { routes: [faulty] });
    const attempts = 150;
    for (let count = 0; count < attempts; count += 1) {
      const answer = await fetch(`http://127.0.0.1:${port}/faulty`);
      assert.equal(answer.status, 500);
      assert.deepEqual(await answer.json(), { message: "an unexpected error" });
    }
    const lines = (): readonly LogLine[] => linesAbout(log, "a request failed unexpectedly");
    await until(() => timesIn(lines()) === attempts);
    assert(lines().length < attempts, `${lines().length} lines`);
    assert.match(JSON.stringify(lines()[0]?.["err"]), /a fault.*failing\.test\.ts:\d+/);
  },
);
