import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, test, type TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { bounded, until } from "./support/timeouts.ts";
import { bundle } from "./support/bundle.ts";
import { temporaryFolder } from "./support/service.ts";
import { stopProcess } from "./support/stop-process.ts";

const absolute = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The runner, bundled once for all that it is started for here. */
const runner = bundle([absolute("run.ts")]);
after(async () => (await runner).remove());

/** Runs files of these texts, all in one folder, as `npm test` runs its files. */
const runFiles = async (
  t: TestContext,
  files: Readonly<Record<string, string>>,
  settings: Readonly<Record<string, string>> = {},
  meanwhile?: (child: ChildProcess, folder: string) => Promise<void>,
) => {
  const folder = await temporaryFolder(t);
  const path = (name: string): string => join(folder, `${name}.test.ts`);
  for (const part of ["wal", "web"]) await mkdir(join(folder, part));
  for (const [name, code] of Object.entries(files))
    await writeFile(
      path(name),
      `import { after, test } from "node:test";\nimport { existsSync, writeFileSync } from "node:fs";\n${code}`,
    );
  const paths = Object.keys(files).map(path);
  // Node.js would take the inner run for a part of this one.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { entries } = await runner;
  const program = entries.map((entry) => entry.replace(/\.ts$/, ".mjs"));
  const child = spawn(process.execPath, [...program, ...paths], {
    cwd: absolute(".."),
    env: { ...env, ...settings },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const closed = once(child, "close");
  const [out] = await Promise.all([text(child.stdout), meanwhile?.(child, folder)]);
  const [code]: unknown[] = await closed;
  return { code, out, lines: out.trimEnd().split("\n"), path };
};

/** A file with a test that needs nothing, and two that need programs. */
const needing = `
import { mayUse } from ${JSON.stringify(new URL("support/programs.ts", import.meta.url).href)};
test("a test that needs nothing", () => {});
for (const program of ["chromium", "PyYAML"])
  test("a test that needs " + program, (t) => {
    if (mayUse(t, program)) console.log("it ran with " + program);
  });
`;

/** A folder for `PATH` with these programs alone. */
const folderOf = async (t: TestContext, programs: readonly string[]): Promise<string> => {
  const folder = await temporaryFolder(t);
  for (const program of programs) {
    await writeFile(join(folder, program), "#!/bin/sh\n");
    await chmod(join(folder, program), 0o755);
  }
  return folder;
};

test(
  "PROOF-12: tests whose programs are missing are skipped, and the run closes with how many and what they need",
  bounded,
  async (t) => {
    const { code, out, lines } = await runFiles(
      t,
      { needing },
      { PATH: await folderOf(t, []), CI: "" },
    );
    assert.equal(code, 0, out);
    assert.match(
      out,
      /﹣ a test that needs chromium .*# needs chromium: apt-get install chromium-headless-shell\n/,
    );
    assert.match(out, /ℹ pass 1\n.*\n.*\nℹ skipped 2\n/);
    assert.equal(
      lines.at(-1),
      "2 skipped; needs PyYAML: apt-get install python3-yaml; needs chromium: apt-get install chromium-headless-shell",
    );
  },
);

test(
  "PROOF-12: with CI=true a missing program fails its tests, and is named",
  bounded,
  async (t) => {
    const PATH = await folderOf(t, ["chromium"]);
    const { code, out, lines, path } = await runFiles(t, { needing }, { PATH, CI: "true" });
    assert.equal(code, 1, out);
    assert.match(
      out,
      /✖ a test that needs PyYAML [^]*needs PyYAML: apt-get install python3-yaml\n/,
    );
    assert.match(out, /it ran with chromium\n/);
    assert.deepEqual(lines.slice(-2), [`failed: ${path("needing")}`, "0 skipped"]);
  },
);

test("PROOF-12: a test whose program is there runs", bounded, async (t) => {
  const PATH = await folderOf(t, ["chromium", "python3"]);
  const { code, out, lines } = await runFiles(t, { needing }, { PATH, CI: "true" });
  assert.equal(code, 0, out);
  assert.match(out, /it ran with chromium\n[^]*it ran with PyYAML\n/);
  assert.equal(lines.at(-1), "0 skipped");
});

test(
  "PROOF-13: the run closes with each file that failed or did not load, and the others run beside it",
  bounded,
  async (t) => {
    const { code, out, lines, path } = await runFiles(t, {
      broken: `throw new Error("it does not load");`,
      failing: `test("fails", () => { throw new Error("it fails"); });`,
      good: `
        let isOver = false;
        after(() => { isOver = true; });
        test("takes a while", () => new Promise((resolve) => setTimeout(resolve, 20)));
        test("comes before the end of its file", () => { if (isOver) throw new Error("over"); });`,
    });
    assert.equal(code, 1, out);
    assert.match(out, /Error: it does not load\n[^]*Error: it fails\n/);
    assert.match(out, /✔ comes before the end of its file/);
    assert.deepEqual(lines.slice(-3), [
      `failed: ${path("broken")}`,
      `failed: ${path("failing")}`,
      "0 skipped",
    ]);
  },
);

test(
  "PROOF-13: a process that ends before its tests fails the run, also when it ends well",
  bounded,
  async (t) => {
    const { code, out, lines, path } = await runFiles(t, {
      good: `test("runs", () => {});`,
      leaving: `test("leaves", () => process.exit(0));`,
      unreached: `test("never runs", () => {});`,
    });
    assert.equal(code, 1, out);
    assert.deepEqual(lines.slice(-3), [
      `not finished: ${path("leaving")}, whose process ended before`,
      `not finished: ${path("unreached")}, whose process ended before`,
      "0 skipped",
    ]);
  },
);

test(
  "PROOF-13: an error that comes after its test fails the run, which closes with where it comes from",
  bounded,
  async (t) => {
    const { code, out } = await runFiles(t, {
      late: `
        let isOver = false;
        test("is over soon", () => void setImmediate(() => { isOver = true; throw new Error("it came late"); }));
        test("runs meanwhile", async () => { while (!isOver) await new Promise(setImmediate); });`,
    });
    assert.equal(code, 1, out);
    assert.match(out, /✔ is over soon[^]*✔ runs meanwhile/);
    assert.match(
      out,
      /\nfailed: \S+\.mjs(?:, which ended with \w+)?\nuncaught by any test: Error: it came late at .*late\.test\.ts.*\n0 skipped\n$/,
    );
  },
);

test(
  "PROOF-13: a file that nobody closes fails the run, which closes with that",
  bounded,
  async (t) => {
    const { code, out } = await runFiles(t, {
      leaking: `
        import { open } from "node:fs/promises";
        import { setFlagsFromString } from "node:v8";
        import { runInNewContext } from "node:vm";
        setFlagsFromString("--expose-gc");
        const collect = runInNewContext("gc");
        test("forgets a file", async () => {
          await (async () => void (await open("/dev/null")))();
          let isFound = false;
          process.once("uncaughtException", () => { isFound = true; });
          while (!isFound) { collect(); await new Promise(setImmediate); }
        });`,
    });
    assert.equal(code, 1, out);
    assert.match(out, /uncaught by any test: .* garbage collection.*\n/);
  },
);

/** A test that fails the first time that it is run, since something that it leaves is not there. */
const failsOnce = `
  const mark = new URL(import.meta.url + ".mark");
  test("fails once", () => {
    if (existsSync(mark)) return;
    writeFileSync(mark, "");
    throw new Error("the first time");
  });`;

test(
  "PROOF-14: a file that waits for other programs is tried once more, alone, where it failed beside others, and the run tells so",
  bounded,
  async (t) => {
    const late = { "web/late": failsOnce, "web/good": `test("runs", () => {});` };
    const { code, out, lines, path } = await runFiles(t, late);
    assert.equal(code, 0, out);
    assert.match(out, /Error: the first time\n/);
    assert.deepEqual(lines.slice(-2), [
      `failed beside others and passed alone: ${path("web/late")}`,
      "0 skipped",
    ]);
  },
);

test(
  "PROOF-14: one that fails twice, one that proves that nothing is lost, more than two that passed alone, or more than eight, which are not tried again, fail the run",
  bounded,
  async (t) => {
    const broken = `test("fails", () => { throw new Error("it fails"); });`;
    const twice = await runFiles(t, { "web/broken": broken, "wal/late": failsOnce });
    assert.equal(twice.code, 1, twice.out);
    assert.deepEqual(twice.lines.slice(-3), [
      `failed: ${twice.path("wal/late")}`,
      `failed: ${twice.path("web/broken")}`,
      "0 skipped",
    ]);
    const names = ["web/a", "web/b", "web/c"];
    const many = await runFiles(t, Object.fromEntries(names.map((name) => [name, failsOnce])));
    assert.equal(many.code, 1, many.out);
    assert.deepEqual(many.lines.slice(-5), [
      "failed: 3 files passed only alone; at most 2 may",
      ...names.map((name) => `failed beside others and passed alone: ${many.path(name)}`),
      "0 skipped",
    ]);
    const nine = "abcdefghi".split("").map((letter) => `web/${letter}`);
    const all = await runFiles(t, Object.fromEntries(nine.map((name) => [name, failsOnce])));
    assert.equal(all.code, 1, all.out);
    assert.deepEqual(all.lines.slice(-10), [
      ...nine.map((name) => `failed: ${all.path(name)}`),
      "0 skipped",
    ]);
  },
);

test(
  "PROOF-14: files whose process something outside has killed are run once more, and the run tells so, or by which signal it ended",
  bounded,
  async (t) => {
    const killed = (signal: string): string => `
      const mark = new URL(import.meta.url + ".mark");
      test("is killed once", async () => {
        if (existsSync(mark)) return;
        writeFileSync(mark, "");
        process.kill(process.pid, "${signal}");
        await new Promise(() => setInterval(() => undefined, 1000));
      });`;
    const others = { good: `test("runs", () => {});`, unreached: `test("runs late", () => {});` };
    const outside = await runFiles(t, { killed: killed("SIGKILL"), ...others });
    assert.equal(outside.code, 0, outside.out);
    assert.match(
      outside.out,
      /\nkilled from outside: \S+\.mjs\nfailed beside others and passed alone: /,
    );
    const crashed = await runFiles(t, { killed: killed("SIGSEGV"), ...others });
    assert.equal(crashed.code, 1, crashed.out);
    assert.match(crashed.out, /\nfailed: \S+\.mjs, which ended with SIGSEGV\n/);
    assert.match(crashed.out, /\nnot finished: \S+killed\.test\.ts, whose process ended before\n/);
  },
);

test(
  "PROOF-14: a test whose time was over while the machine stood still is run once more, and no other",
  bounded,
  async (t) => {
    const waits = (more: string): string => `
      const mark = new URL(import.meta.url + ".mark");
      test("waits in vain once", { timeout: 200 }, async () => {
        if (existsSync(mark)) return;
        writeFileSync(mark, "");
        await new Promise((resolve) => setTimeout(resolve, 1000));
      });${more}`;
    /** The run itself is stopped, as all of the machine would be, for as long as its files take. */
    const meanwhile = async (child: ChildProcess, folder: string): Promise<void> => {
      await until(() => existsSync(join(folder, "wal", "late.test.ts.mark")));
      assert(child.pid !== undefined);
      await stopProcess(child.pid);
      setTimeout(() => child.kill("SIGCONT"), 4000);
    };
    const late = { "wal/late": waits("") };
    const still = await runFiles(t, late, {}, meanwhile);
    assert.equal(still.code, 0, still.out);
    assert.match(
      still.out,
      /\nthe machine stood still for \d+ ms\nfailed beside others and passed alone: /,
    );
    const quick = await runFiles(t, late);
    assert.equal(quick.code, 1, quick.out);
    const wrong = { "wal/late": waits(`test("fails", () => { throw new Error("it fails"); });`) };
    assert.equal((await runFiles(t, wrong, {}, meanwhile)).code, 1);
  },
);
