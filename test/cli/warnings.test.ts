import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { test } from "node:test";
import { pino } from "pino";
import { logsWarnings } from "../../src/cli/service-process.ts";

test("HOMES-171: the log has the name, message and code of a warning, and nothing of what is attached to it", async (t) => {
  const before = process.listeners("warning");
  t.after(() => {
    process.removeAllListeners("warning");
    for (const each of before) process.on("warning", each);
  });
  let log = "";
  logsWarnings(pino({ level: "debug" }, { write: (line) => void (log += line) }));

  const emitter = Object.assign(new EventEmitter(), {
    headers: { authorization: "Bearer secret-of-a-user" },
  });
  const warned = once(process, "warning");
  for (let count = 0; count <= EventEmitter.defaultMaxListeners; count += 1)
    emitter.on("close", () => undefined);
  const [warning] = await warned;
  assert.equal(warning.emitter, emitter, "the warning has what it must not bring into the log");
  assert.match(log, /MaxListenersExceededWarning/);
  assert.match(log, /11 close listeners added/);
  assert.doesNotMatch(log, /secret-of-a-user|authorization/);

  const next = once(process, "warning");
  process.emitWarning("use something else", { code: "DEP9999", type: "TestWarning" });
  await next;
  const line: unknown = JSON.parse(log.trimEnd().split("\n").at(-1) ?? "");
  assert(typeof line === "object" && line !== null && "warning" in line);
  assert.deepEqual(line.warning, {
    name: "TestWarning",
    message: "use something else",
    code: "DEP9999",
  });
});
