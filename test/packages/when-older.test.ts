import assert from "node:assert/strict";
import {
  copyFile,
  mkdir,
  readdir,
  readFile,
  rm,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import * as codecs from "io-ts";
import { startCommand } from "../support/program.ts";
import { temporaryFolder } from "../support/service.ts";
import { project } from "./packed.ts";

/** What stands in for the real build here: it makes a program and a page, and says so. Somebody may edit a source meanwhile. */
const build = `
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { noteBuilt } from "./build/built.mjs";
mkdirSync("dist/web", { recursive: true });
writeFileSync("dist/cli.cjs", 'console.log("serves", process.argv.slice(2).join(" "))');
writeFileSync("dist/web/index.html", "");
if (existsSync("edits")) {
  rmSync("edits");
  writeFileSync("src/inner/one.ts", "edited while it was built");
}
noteBuilt("dist", [join("dist", "cli.cjs"), join("dist", "web/index.html")]);
console.log("built");
`;

/** One of each source; of a folder a file in it. */
const sources = [
  "src/inner/one.ts",
  "wal/one.ts",
  "build/one.mjs",
  "esbuild.config.mjs",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "packaging/home-assistant/custom_components/floorplan/www/loader.js",
] as const;

/** A project with the real one's start, and how that is started once more. */
const smallProject = async (t: TestContext, config = build) => {
  const root = await temporaryFolder(t);
  for (const name of sources) await mkdir(dirname(join(root, name)), { recursive: true });
  for (const name of sources) await writeFile(join(root, name), "\n");
  const scripts = ["when-older", "bundle", "built", "installed"].map((name) => `build/${name}.mjs`);
  for (const name of ["package.json", ...scripts])
    await copyFile(join(project, name), join(root, name));
  await symlink(join(project, "node_modules"), join(root, "node_modules"));
  await writeFile(join(root, "esbuild.config.mjs"), config);
  const manifest: unknown = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  assert(codecs.type({ scripts: codecs.type({ start: codecs.string }) }).is(manifest));
  /** As npm does it, without npm. */
  const words = ["sh", "-c", `${manifest.scripts.start} --port 1`];
  const start = async () => {
    const running = startCommand(t, words, { env: process.env, cwd: root });
    const ended = await running.ended;
    return { ...ended, out: running.out(), err: running.err() };
  };
  const starts = async (built: boolean, why: string): Promise<void> => {
    const { code, out, err } = await start();
    assert.equal(code, 0, err);
    assert.equal(out, `${built ? "built\n" : ""}serves serve --port 1\n`, why);
  };
  return { start, starts, at: (name: string): string => join(root, name) };
};

test("PACK-13: `npm start` builds where nothing is built or a part of it is gone, and else starts what is there", async (t) => {
  const { starts, at } = await smallProject(t);
  await starts(true, "nothing is built");
  await starts(false, "all of it is there");
  for (const part of ["dist/web", "dist/cli.cjs", "dist/built.json"]) {
    await rm(at(part), { recursive: true });
    await starts(true, `${part} is gone`);
  }
  await writeFile(at("dist/built.json"), '{"began":');
  await starts(true, "a build was cut off by a power cut");
  await starts(false, "all of it is there again");
});

test("PACK-13: `npm start` builds where a source was changed, came or went, whatever time it bears", async (t) => {
  const { starts, at } = await smallProject(t);
  await starts(true, "nothing is built");
  for (const source of sources) {
    await writeFile(at(source), `${await readFile(at(source), "utf8")}\n`);
    await starts(true, `${source} was changed`);
  }
  await starts(false, "none was changed since then");
  const longAgo = new Date(Date.now() - 3_600_000);
  await writeFile(at("src/inner/two.ts"), "");
  for (const name of ["src/inner/two.ts", "src/inner"]) await utimes(at(name), longAgo, longAgo);
  await starts(true, "a source came out of an archive, with its time");
  await rm(at("src/inner/two.ts"));
  await starts(true, "a source went");
  await starts(false, "none came or went since then");
});

test("PACK-13: a source that is edited while a build runs is built by the next start", async (t) => {
  const { starts, at } = await smallProject(t);
  await writeFile(at("edits"), "");
  await starts(true, "nothing is built");
  await starts(true, "the source is newer than the beginning of that build");
  await starts(false, "nobody edited anything this time");
});

/** A build amid which its esbuild is ended, as the system does for lack of memory. */
const endsEsbuild = `
import { readFileSync } from "node:fs";
import { build } from "${join(project, "node_modules/esbuild/lib/main.js")}";
await build({
  entryPoints: ["src/inner/one.ts"],
  write: false,
  plugins: [
    {
      name: "ends it",
      setup: ({ onLoad }) =>
        onLoad({ filter: /one/ }, () => {
          const [pid] = readFileSync(\`/proc/self/task/\${process.pid}/children\`, "utf8").split(" ");
          process.kill(Number(pid), "SIGKILL");
          return new Promise(() => {});
        }),
    },
  ],
});
`;

test("PACK-16: a build that ends for lack of memory says so in a sentence, and what to do", async (t) => {
  const endsItself = 'process.kill(process.pid, "SIGKILL");';
  const outOfHeap = `console.error("FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory"); process.abort();`;
  for (const config of [endsEsbuild, endsItself, outOfHeap]) {
    const { start } = await smallProject(t, config);
    const { code, out, err } = await start();
    assert.deepEqual([code, out], [1, ""]);
    assert.match(
      err,
      /^floorplan: nothing is built.*\nfloorplan: there was not enough memory to build, which takes 650 MB: [^\n]+\n$/,
    );
  }
  for (const page of ["getting-started", "install"])
    assert.match(await readFile(join(project, "docs", `${page}.md`), "utf8"), /650 MB of memory/);
});

test("PACK-16: a build that ends for any other reason says that", async (t) => {
  const { start } = await smallProject(t, 'throw new Error("there is an odd source");');
  const { code, out, err } = await start();
  assert.deepEqual([code, out], [1, ""]);
  assert.match(err, /Error: there is an odd source\n/);
  assert.doesNotMatch(err, /memory/);
});

test("PACK-13: a build notes every file that it makes", async () => {
  const noted: unknown = JSON.parse(await readFile(join(project, "dist/built.json"), "utf8"));
  assert(codecs.type({ files: codecs.array(codecs.string) }).is(noted));
  const made = (await readdir(join(project, "dist"), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(join(project, "dist/").length))
    .filter((path) => path !== "built.json" && !/^(?:types|hacs)\//.test(path));
  assert.deepEqual(noted.files.toSorted(), made.toSorted());
});
