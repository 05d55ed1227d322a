import assert from "node:assert/strict";
import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, test, type TestContext } from "node:test";
import { temporaryFolder } from "../support/service.ts";
import { clearedLate } from "./shared-promises.ts";
import { root } from "../support/source-files.ts";
import { openSources, type TypedSources } from "./typed-sources.ts";
import { findUnguardedCallbacks } from "./unguarded-callbacks.ts";

const project = openSources({ after }, join(root, "."));

/** What a service runs; the rest is for browsers, or of commands, which end with what fails. */
const isOfService = (file: string): boolean =>
  /^(?:wal|src)\//.test(file) &&
  (!/^src\/(?:web|client|nodes|cli|demo)\b/.test(file) ||
    /^src\/cli\/(?:run-service|steady-output|systemd)\.ts$/.test(file));

const wakes = "the `resolve` of a promise, which waits in a list for its turn";
const ownEnd = "a process or a thread of its own, of whose end the service hears";
const byGrpc = "gRPC ends the call with what it throws";

/** What may throw in callbacks without a boundary all the same, by their files, and why that is well. */
const excused = [
  [
    "src/server/runtime/boundary.ts",
    "throw error;",
    "what passes every boundary, or has none, is to be thrown",
  ],
  ["src/cli/steady-output.ts", "this.#onLost()", "by this the log itself is written"],
  ["src/storage/etcd/client/member-channel.ts", "method.serialize()", byGrpc],
  ["src/storage/etcd/client/member-channel.ts", "method.deserialize()", byGrpc],
  ["src/storage/etcd/log/follow-revisions.ts", "this.#wake()", wakes],
  ["src/backup/backup-process.ts", "rmSync()", ownEnd],
  ["src/backup/backup-process.ts", 'throw new TypeError("these are no settings");', ownEnd],
  ["src/server/websocket/limits.ts", "this.#waiting.shift()()", wakes],
  ["src/server/runtime/event-loop-turns.ts", "group.shift()()", wakes],
  ["src/server/yaml/worker.ts", "parentPort?.postMessage()", ownEnd],
  [
    "wal/shortage.ts",
    "await this.#takeBack()",
    "it tells of an error by its answer, and so does what comes after it",
  ],
] as const;

/** A project of one module, `module.ts`. */
const moduleOf = async (t: TestContext, code: string): Promise<TypedSources> => {
  const folder = await temporaryFolder(t);
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  await symlink(join(root, "src"), join(folder, "src"));
  const config = { extends: join(root, "tsconfig.json"), include: ["module.ts"], exclude: [] };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
  await writeFile(join(folder, "module.ts"), code);
  return openSources(t, folder);
};

test("HOUSE-7, OPS-14: whatever Node.js, ws and gRPC call back has a boundary, or does nothing that may throw", () => {
  const { callbacks, unguarded } = findUnguardedCallbacks(project, isOfService);
  assert(callbacks > 100, `${callbacks} callbacks are found`);
  const isExcused = (file: string, trouble: string): boolean =>
    excused.some(([where, what]) => where === file && what === trouble);
  assert.deepEqual(
    unguarded.filter(({ file, trouble }) => !isExcused(file, trouble)).map(({ text }) => text),
    [],
  );
  const needless = excused.filter(
    ([where, what]) => !unguarded.some(({ file, trouble }) => where === file && what === trouble),
  );
  assert.deepEqual(needless, [], "nobody is excused who need not be");
});

const prologue = `
import { readFileSync } from "node:fs";
import { EventEmitter } from "node:events";
import { isLeft, tryCatch } from "fp-ts/lib/Either.js";
import { type Boundary, type Guarded } from "./src/server/runtime/boundary.ts";
import { coalescing } from "./src/server/runtime/coalescing.ts";
export declare const boundary: Boundary;
export declare const emitter: EventEmitter;
export declare const given: () => void;
export declare const guarded: Guarded;
export declare const timer: NodeJS.Timeout;
export declare const text: string;
export class Counter {
  count = 0;
  readonly waiting = new Map<string, number>();
  get ofFile(): string { return readFileSync(text, "utf8"); }
  up(by: number): void { this.count += by; if (this.count > 9) this.waiting.clear(); }
  fail(): void { this.up(1); if (this.count > 3) throw new Error("too many"); }
  round(left: number): void { if (left > 0) this.round(left - 1); }
  roundAndFail(left: number): void { if (left > 0) this.roundAndFail(left - 1); else this.fail(); }
}
export const counter = new Counter();
export const used = [readFileSync, isLeft, tryCatch, coalescing, given];
`;

/** What a timer may call, and what it may not. */
const neverThrowing = {
  "a guarded one": "guarded",
  "one that a boundary makes": 'boundary("it failed", () => counter.fail())',
  "one that counts": "() => counter.up(1)",
  "one that calls itself": "() => counter.round(3)",
  "one that ends a timer": "() => clearTimeout(timer)",
  "one that calls a guarded one": "() => { if (counter.count > 3) guarded(); }",
  "one that makes a boundary and calls it": '() => boundary("it failed", given)()',
  "one that catches": "() => { try { counter.fail(); } catch { counter.up(1); } }",
  "one that tries by fp-ts": "() => void tryCatch(() => counter.fail(), () => counter.up(1))",
};

const throwing = {
  "one that nobody knows": "given",
  "one that calls it": "() => given()",
  "one that throws": '() => { throw new Error("odd"); }',
  "one that throws further down": "() => counter.fail()",
  "one that throws behind itself": "() => counter.roundAndFail(3)",
  "one that reads a file": "() => void readFileSync(text)",
  "one that reads a file by a getter": "() => void counter.ofFile",
  "one that parses": "() => void JSON.parse(text)",
  "one that tells others": '() => void emitter.emit("now")',
  "one that waits": "async () => { await Promise.reject(new Error(text)); }",
  "one that throws when it has caught":
    "() => { try { counter.up(1); } catch { counter.fail(); } }",
  "one that calls it for each": "() => [1].forEach(() => given())",
};

test("HOUSE-7: of callbacks the compiler's types and code tell which may throw", async (t) => {
  const cases = { ...neverThrowing, ...throwing };
  const calls = Object.values(cases).flatMap((callback) => [
    `setTimeout(${callback}, 1);`,
    `emitter.on("now", ${callback});`,
  ]);
  const sources = await moduleOf(t, `${prologue}\n${calls.join("\n")}\n`);
  const { callbacks, unguarded } = findUnguardedCallbacks(sources, () => true);
  assert.equal(callbacks, calls.length);
  const first = prologue.split("\n").length + 1;
  const lines = unguarded.map(({ text }) => Number(/:(\d+):/.exec(text)?.[1]) - first);
  const found = Object.keys(cases).filter((_, at) => lines.includes(2 * at));
  assert.deepEqual(found, Object.keys(throwing));
  assert.deepEqual(
    lines.filter((line) => line % 2 === 0).map((line) => line + 1),
    lines.filter((line) => line % 2 === 1),
    "timers and events alike",
  );
});

test("HOUSE-8, OPS-15: no promise that others share is let go of by its own `finally`, but for answers that may be older than the question", () => {
  const found = clearedLate(project, (file) => /^src\/(?!web\/)/.test(file));
  assert.deepEqual(
    found.filter((place) => !place.startsWith("src/server/runtime/coalescing.ts:")),
    [],
  );
  assert.equal(found.length, 1, "the one in which it is well");
});

test("HOUSE-8: such a promise is found in a field, a variable and a map", async (t) => {
  const sources = await moduleOf(
    t,
    `export declare const work: () => Promise<void>;
export class Names {
  #work: Promise<void> | undefined;
  #isOn = false;
  readonly #all = new Map<string, Promise<void>>();
  follow(): Promise<void> {
    return (this.#work ??= work().finally(() => (this.#work = undefined)));
  }
  keyed(key: string): Promise<void> {
    const going = this.#all.get(key) ?? work().finally(() => this.#all.delete(key));
    this.#all.set(key, going);
    return going;
  }
  counted(): Promise<void> {
    this.#isOn = true;
    return work().finally(() => (this.#isOn = false));
  }
}
let going: Promise<void> | undefined;
export const once = (): Promise<void> =>
  (going ??= work().finally(() => {
    going = undefined;
  }));
`,
  );
  const places = clearedLate(sources, () => true).map((place) => place.replace(/^.*?: /, ""));
  assert.deepEqual(places, [
    "this.#work = undefined",
    "this.#all.delete(key)",
    "going = undefined",
  ]);
});
