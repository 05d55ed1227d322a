import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { isLeft, left, right } from "fp-ts/lib/Either.js";
import { PathReporter } from "io-ts/lib/PathReporter.js";
import type * as t from "io-ts";
import { parse } from "yaml";
import { mayUse } from "../support/programs.ts";
import { appConfig, appTranslations, readAppConfig, repositoryConfig } from "./app-config.ts";
import { project } from "./packed.ts";
import { optionsFor } from "./supervisor.ts";

const app = join(project, "packaging/home-assistant");

const read = async <A>(codec: t.Type<A, unknown>, file: string): Promise<A> => {
  const value: unknown = parse(await readFile(file, "utf8"));
  const decoded = codec.decode(value);
  assert(!isLeft(decoded), PathReporter.report(decoded).join("\n"));
  // An exact codec leaves out what it does not know.
  assert.deepEqual(decoded.right, value, file);
  return decoded.right;
};

test("PACK-9: the Supervisor takes the app's description, which has the version of the package", async () => {
  const config = await read(appConfig, join(app, "config.yaml"));
  const manifest: unknown = JSON.parse(await readFile(join(project, "package.json"), "utf8"));
  assert(typeof manifest === "object" && manifest !== null && "version" in manifest);
  assert.equal(config.version, manifest.version);
  for (const option of Object.keys(config.options)) assert(option in config.schema, option);
  for (const [option, type] of Object.entries(config.schema))
    assert(type.endsWith("?") || option in config.options, `${option} has no default`);
  assert.deepEqual(Object.keys(config.ports ?? {}), Object.keys(config.ports_description ?? {}));
  const changes = await readFile(join(app, "CHANGELOG.md"), "utf8");
  assert(changes.includes(`## ${config.version}`), "the changes of this version are told");
});

test("PACK-9: a description that the Supervisor would skip is found out", async () => {
  const value: unknown = parse(await readFile(join(app, "config.yaml"), "utf8"));
  assert(typeof value === "object" && value !== null);
  for (const wrong of [
    { slug: "floor plan" },
    { arch: ["armv7"] },
    { schema: { log_level: "str=info" } },
    { watchdog: "http://127.0.0.1:8125" },
    { timeout: 5 },
    { ingress_port: "8125" },
  ])
    assert(isLeft(appConfig.decode({ ...value, ...wrong })), JSON.stringify(wrong));
});

test("PACK-23: the Supervisor gives the app its options, and refuses those of another kind", async () => {
  const config = await readAppConfig();
  const given = { log_level: "debug", home_assistant_url: "http://homeassistant.local:8123" };
  assert.deepEqual(optionsFor(config, {}), right({ log_level: "info" }));
  assert.deepEqual(optionsFor(config, { ...given, other: 1 }), right(given));
  const level = left("log_level: not one of debug|info|warn|error");
  assert.deepEqual(optionsFor(config, { log_level: "loud" }), level);
  for (const url of ["homeassistant", "homeassistant:8123", ""])
    assert.deepEqual(
      optionsFor(config, { home_assistant_url: url }),
      left("home_assistant_url: not a URL"),
    );
});

test("PACK-9: each option and port of the app has words in English, German and French", async () => {
  const config = await read(appConfig, join(app, "config.yaml"));
  for (const language of ["en", "de", "fr"]) {
    const words = await read(appTranslations, join(app, "translations", `${language}.yaml`));
    assert.deepEqual(Object.keys(words.configuration), Object.keys(config.schema), language);
    assert.deepEqual(Object.keys(words.network), Object.keys(config.ports ?? {}), language);
  }
});

test("PACK-9: the app is found in the repository, and it alone", async () => {
  await read(repositoryConfig, join(project, "repository.yaml"));
  const ignored = new Set(["node_modules", "dist", "data"]);
  // supervisor/store/data.py looks for config.yaml, .yml and .json in every folder whose name begins with no dot.
  const below = async (folder: string): Promise<readonly string[]> => {
    const entries = await readdir(join(project, folder), { withFileTypes: true });
    const found = entries.map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory())
        return ignored.has(path) || entry.name.startsWith(".") ? [] : below(path);
      return /^config\.(yaml|yml|json)$/.test(entry.name) ? [path] : [];
    });
    return (await Promise.all(found)).flat();
  };
  assert.deepEqual(await below(""), ["packaging/home-assistant/config.yaml"]);
});

test("PACK-9: the app has its documents, and pictures of the sizes that the store shows", async () => {
  for (const name of ["README.md", "DOCS.md", "CHANGELOG.md", "Dockerfile", "apparmor.txt"])
    assert((await stat(join(app, name))).size > 0, name);
  assert(((await stat(join(app, "run.sh"))).mode & 0o111) !== 0, "run.sh can be run");
  for (const [name, width, height] of [
    ["icon.png", 128, 128],
    ["logo.png", 250, 100],
  ] as const) {
    const png = await readFile(join(app, name));
    assert.equal(png.subarray(1, 4).toString("latin1"), "PNG");
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [width, height], name);
  }
});

test("PACK-9: the app's profile is one that AppArmor reads", (t) => {
  if (!mayUse(t, "apparmor_parser")) return;
  const profile = join(app, "apparmor.txt");
  const { status, stderr } = spawnSync(
    "apparmor_parser",
    ["--skip-kernel-load", "--skip-cache", profile],
    { encoding: "utf8" },
  );
  assert.equal(status, 0, stderr);
});
