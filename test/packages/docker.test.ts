import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { isLeft } from "fp-ts/lib/Either.js";
import { environmentName, settingNames } from "../../src/server/config.ts";
import { readConfig } from "../../src/server/read-settings.ts";
import { makeCertificate } from "../support/certificates.ts";
import { portToKeep } from "../support/free-ports.ts";
import { startCommand } from "../support/program.ts";
import { mayUse } from "../support/programs.ts";
import { startTestService, temporaryFolder } from "../support/service.ts";
import { readCompose } from "./compose-file.ts";
import { project } from "./packed.ts";

const docker = join(project, "packaging/docker");

const knownVariables = new Set(settingNames.map(environmentName));

/** What an instruction of the last stage of the Dockerfile says. */
const instructionsOf = async (): Promise<(name: string) => readonly string[]> => {
  const text = await readFile(join(docker, "Dockerfile"), "utf8");
  const last = text.slice(text.lastIndexOf("\nFROM "));
  return (name) =>
    [...last.matchAll(new RegExp(`^${name} (.+)$`, "gm"))].map(([, said = ""]) => said);
};

test("PACK-8: the image listens where others reach it, keeps everything in its volume, and is for any architecture", async () => {
  const of = await instructionsOf();
  const env = new Map(
    of("ENV").flatMap((line) =>
      line.split(" ").map((pair) => {
        const [name = "", value = ""] = pair.split("=");
        return [name, value] as const;
      }),
    ),
  );
  assert.deepEqual(of("VOLUME"), [env.get("FLOORPLAN_DATA")]);
  assert.equal(env.get("FLOORPLAN_HOST"), "0.0.0.0");
  const others = [...env.keys()].filter((name) => !knownVariables.has(name));
  assert.deepEqual(others, ["NODE_ENV"]);
  assert.deepEqual([of("USER"), of("EXPOSE")], [["1000:1000"], ["8125"]]);
  assert.match(of("HEALTHCHECK").join(), /^--interval=30s .* CMD \["healthy"\]$/);
  const text = await readFile(join(docker, "Dockerfile"), "utf8");
  assert.doesNotMatch(text, /amd64|arm64|x86|aarch64|--platform/);
});

/** Runs the image's health check with nothing there but bash; returns its exit code. */
const checkHealth = async (
  t: TestContext,
  port: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<number | null> => {
  const env = { PATH: await temporaryFolder(t), FLOORPLAN_PORT: String(port), ...settings };
  return (await startCommand(t, ["/bin/bash", join(docker, "healthy")], { env }).ended).code;
};

test("PACK-8: the image's health check needs no second Node.js, and tells a service that is ready from one that is not", async (t) => {
  if (!mayUse(t, "openssl")) return;
  const { port } = await startTestService(t);
  assert.equal(await checkHealth(t, port), 0);
  assert.equal(await checkHealth(t, await portToKeep()), 1, "nothing listens there");
  const folder = await temporaryFolder(t);
  const { cert, key } = makeCertificate(folder, "own");
  const secure = await startTestService(t, { config: { tlsCert: cert, tlsKey: key } });
  assert.equal(await checkHealth(t, secure.port), 1);
  assert.equal(await checkHealth(t, secure.port, { FLOORPLAN_TLS_CERT: cert }), 0);
});

test("PACK-18: the service starts with what the Compose files say, on volumes and secrets that they declare, and can write nothing else", async () => {
  const names = (await readdir(docker)).filter((name) => name.endsWith(".yaml"));
  assert.equal(names.length, 3);
  const install = await readFile(join(project, "docs/install.md"), "utf8");
  const alone = await readCompose("compose.yaml");
  for (const name of names) {
    assert(install.includes(name), `docs/install.md names ${name}`);
    const { services, volumes, secrets = {} } = await readCompose(name);
    const used = new Set<string>();
    for (const [key, own] of Object.entries(services)) {
      // compose.home-assistant.yaml adds to compose.yaml.
      const { image, build, ...service } = { ...alone.services[key], ...own };
      const mounted = (own.volumes ?? []).map((volume) => volume.split(":")[0] ?? "");
      for (const each of mounted) if (!each.startsWith("/")) used.add(each);
      for (const secret of service.secrets ?? []) assert(secret in secrets, secret);
      assert(image !== undefined, key);
      if (build === undefined) continue;
      assert.deepEqual([image, build.context], ["floorplan", "../.."]);
      await readFile(join(docker, build.context, build.dockerfile));
      const { environment = {}, read_only, cap_drop, security_opt } = service;
      const unknown = Object.keys(environment).filter((each) => !knownVariables.has(each));
      assert.deepEqual(unknown, []);
      const config = readConfig((setting) => environment[environmentName(setting)]);
      assert(!isLeft(config), JSON.stringify(config));
      assert.deepEqual(
        [read_only, cap_drop, security_opt],
        [true, ["ALL"], ["no-new-privileges:true"]],
      );
      assert(service.ports?.every((port) => port.endsWith(":8125")));
      assert(service.volumes?.every((volume) => volume.endsWith(":/data")));
    }
    assert.deepEqual([...used].toSorted(), Object.keys(volumes).toSorted(), name);
  }
});
