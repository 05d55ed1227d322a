import assert from "node:assert/strict";
import { test } from "node:test";
import { Disposer } from "../../src/server/runtime/disposer.ts";

test("OPS-16: what cannot be closed keeps nothing else from being closed, and is told in the end", async () => {
  const closed: string[] = [];
  const closing = new Disposer();
  closing.add(() => void closed.push("the lock"));
  closing.add(() => {
    throw new Error("the audit");
  });
  closing.add(async () => void closed.push("the log"));
  closing.add(() => Promise.reject(new Error("the backups")));
  closing.add(() => void closed.push("the door"));
  await assert.rejects(closing.close(), (error: unknown) => {
    assert(error instanceof AggregateError);
    assert.match(error.message, /: the backups; the audit$/);
    return error.errors.length === 2;
  });
  assert.deepEqual(closed, ["the door", "the log", "the lock"]);
  await closing.close();
});

test("OPS-16: where a start is refused its reason is told, whatever cannot be closed then, which is logged", async () => {
  const logged: string[] = [];
  const error = ({ err }: { readonly err: unknown }, message: string): void =>
    void logged.push(`${message}: ${String(err)}`);
  const closing = new Disposer();
  closing.add(() => {
    throw new Error("the audit");
  });
  assert.equal(await closing.refuse("the port is taken", { error }), "the port is taken");
  assert.equal(logged.length, 1);
  assert.match(logged[0] ?? "", /could not be closed: .*not closed as it should be: the audit$/);
});
