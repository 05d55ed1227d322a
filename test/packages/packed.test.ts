import assert from "node:assert/strict";
import { lstat, readdir, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { test } from "node:test";
import * as codecs from "io-ts";
import { firstTokenOf, startCommand } from "../support/program.ts";
import { Peer } from "../support/peer.ts";
import { numberedPlan } from "../support/plans.ts";
import { temporaryFolder } from "../support/service.ts";
import { bareEnvironment, installInto, packInto, project } from "./packed.ts";

const manifest = codecs.type({
  version: codecs.string,
  bin: codecs.record(codecs.string, codecs.string),
  dependencies: codecs.record(codecs.string, codecs.string),
  exports: codecs.record(codecs.string, codecs.record(codecs.string, codecs.string)),
});

const readManifest = async (): Promise<codecs.TypeOf<typeof manifest>> => {
  const read: unknown = JSON.parse(await readFile(join(project, "package.json"), "utf8"));
  assert(manifest.is(read));
  return read;
};

/** What no one who runs the service reads: the maps of what browsers load, and those of what other programs import; what a build leaves for the next. */
const isLeftOut = (path: string): boolean =>
  path.startsWith("dist/demo/") ||
  path.startsWith("dist/hacs/") ||
  path === "dist/built.json" ||
  /^dist\/web\/.*\.map$/.test(path) ||
  /^dist\/[^/]+\.js\.map$/.test(path);

/** A page of the project. */
const readPage = (path: string): Promise<string> => readFile(join(project, path), "utf8");

/** What an operator reads beside two folders. Older versions of npm add the README.md of each folder of which they pack something. */
const operatorsFiles = [
  "package.json",
  "README.md",
  "LICENSE",
  "CHANGELOG.md",
  "SPEC.md",
  "wal/FORMAT.md",
  "packaging/home-assistant/DOCS.md",
  "packaging/home-assistant/README.md",
];

/** What the pages among some files link to beside them, each with its page, and is not among them. */
const linkedElsewhere = async (held: readonly string[]) => {
  const pages = held.filter((path) => path.endsWith(".md"));
  const links = await Promise.all(
    pages.map(async (name) => {
      const text = await readPage(name);
      return [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)\s]*)?\)/g)]
        .map(([, target = ""]) => target)
        .filter((target) => !/^[a-z]+:/.test(target))
        .map((target) => [name, join(dirname(name), target)] as const);
    }),
  );
  assert(links.flat().length > 30, "links are found");
  return links.flat().filter(([, target]) => !held.includes(target));
};

test("PACK-1, PACK-15: the package holds all that was built but the maps that nobody reads, and of the rest only what an operator reads, with all that those pages link to", async (t) => {
  const packed = await packInto(await temporaryFolder(t));
  const held = packed.files.map(({ path }) => path);
  const built = (await readdir(join(project, "dist"), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(project.length));
  assert.deepEqual(
    held.filter((path) => path.startsWith("dist/")).toSorted(),
    built.filter((path) => !isLeftOut(path)).toSorted(),
  );
  assert(held.includes("dist/cli.cjs.map"), "stacks name the sources by it");
  const folders = ["docs", "packaging/systemd"].map(async (folder) =>
    (await readdir(join(project, folder))).map((name) => join(folder, name)),
  );
  assert.deepEqual(
    held.filter((path) => !path.startsWith("dist/")).toSorted(),
    [...operatorsFiles, ...(await Promise.all(folders)).flat()].toSorted(),
  );
  assert.deepEqual(await linkedElsewhere(held), []);
  const { bin, exports } = await readManifest();
  const named = [...Object.values(bin), ...Object.values(exports).flatMap(Object.values)];
  assert(named.length > 2);
  for (const path of named) assert(held.includes(path.replace(/^\.\//, "")), path);
  t.diagnostic(
    `${held.length} files, ${packed.size} bytes packed, ${packed.unpackedSize} unpacked`,
  );
  const made = `npm run pack        # ${basename(packed.filename)}, `;
  const told = (await readPage("docs/install.md")).split(made)[1]?.match(/^\d+(?= MB\n)/)?.[0];
  const near = told !== undefined && Math.abs(Number(told) - packed.size / 1e6) < 1;
  assert(near, `docs/install.md says ${told} MB`);
});

test("PACK-2: nothing that the package needs runs a script while it is installed", async () => {
  const lock: unknown = JSON.parse(await readFile(join(project, "package-lock.json"), "utf8"));
  const entry = codecs.partial({
    dev: codecs.boolean,
    devOptional: codecs.boolean,
    hasInstallScript: codecs.boolean,
  });
  const locked = codecs.type({ packages: codecs.record(codecs.string, entry) });
  assert(locked.is(lock));
  const needed = Object.entries(lock.packages).filter(
    ([path, { dev, devOptional }]) => path !== "" && dev !== true && devOptional !== true,
  );
  const { dependencies } = await readManifest();
  for (const name of Object.keys(dependencies))
    assert(
      needed.some(([path]) => path === `node_modules/${name}`),
      name,
    );
  assert.deepEqual(
    needed.filter(([, { hasInstallScript }]) => hasInstallScript === true),
    [],
  );
  const told = `Besides the package, npm installs ${needed.length} others:`;
  assert((await readPage("docs/install.md")).includes(told), told);
});

test("PACK-12: nothing that `npm ci` installs asks for a version of npm, and README.md names the Node.js that package.json does", async () => {
  const lock: unknown = JSON.parse(await readFile(join(project, "package-lock.json"), "utf8"));
  const locked = codecs.type({
    packages: codecs.record(codecs.string, codecs.partial({ engines: codecs.UnknownRecord })),
  });
  assert(locked.is(lock));
  const asking = Object.entries(lock.packages).filter(
    ([, { engines }]) => engines?.["npm"] !== undefined,
  );
  assert.deepEqual(asking, []);
  const node = String(lock.packages[""]?.engines?.["node"]);
  const [, old = "", recent = ""] = /^\^(20\.\d+)\.0 \|\| >=(\d+\.\d+)\.0$/.exec(node) ?? [];
  assert(old !== "" && recent !== "", node);
  const readme = await readPage("README.md");
  assert(readme.includes(`It needs Node.js ${old} or a later 20, or ${recent} or later,`), node);
});

/** What all that lies in a folder takes on the disk. */
const bytesOnDisk = async (folder: string): Promise<number> => {
  const names = await readdir(folder, { recursive: true });
  const found = await Promise.all(names.map((name) => lstat(join(folder, name))));
  return found.reduce((bytes, { blocks }) => bytes + blocks * 512, 0);
};

test("PACK-3: what npm installs from the package serves, keeps a plan and stops, with nothing there but Node.js", async (t) => {
  const folder = await temporaryFolder(t);
  const floorplan = await installInto(t, folder);
  if (floorplan === undefined) return;
  const [, most = ""] =
    /on less\s+than (\d+) MB of disk/.exec(await readPage("docs/install.md")) ?? [];
  const installed = await bytesOnDisk(folder);
  assert(installed < Number(most) * 1e6, `${installed} bytes are more than ${most} MB`);
  const env = await bareEnvironment(t);
  const cwd = await temporaryFolder(t);
  const asked = async (...args: string[]): Promise<string> => {
    const running = startCommand(t, [floorplan, ...args], { env, cwd });
    assert.deepEqual(await running.ended, { code: 0, signal: null }, running.err());
    return running.out();
  };
  const { version } = await readManifest();
  assert.equal((await asked("--version")).trim(), version);

  const served = startCommand(t, [floorplan, "serve", "--port", "0"], { env, cwd });
  const token = await firstTokenOf(served);
  const [, url = "", port = ""] = /(http:\/\/127\.0\.0\.1:(\d+))\n/.exec(served.out()) ?? [];
  const peer = await Peer.login(t, Number(port), token);
  await peer.save(numberedPlan(1));
  assert.equal(await asked("status", "--url", url), "ready, revision 1\n");
  const page = await (await fetch(`${url}/`)).text();
  const [, script = ""] = /<script[^>]*src="([^"]+)"/.exec(page) ?? [];
  for (const path of ["floorplan-card.js", "floorplan-panel.js", "floorplan-loader.js", script]) {
    const response = await fetch(`${url}/${path}`);
    assert.equal(response.status, 200, path);
    assert.match(response.headers.get("content-type") ?? "", /^text\/javascript/);
    await response.text();
  }
  // Each of these is a file of its own beside the program.
  const parts = { env: { ...env, FLOORPLAN_URL: url, FLOORPLAN_TOKEN: token }, cwd };
  const drawn = startCommand(t, [floorplan, "export", "plan.svg"], parts);
  assert.deepEqual(await drawn.ended, { code: 0, signal: null }, drawn.err());

  served.child.kill("SIGTERM");
  assert.deepEqual(await served.ended, { code: 0, signal: null }, served.err());
  await asked("log", "verify");
});
