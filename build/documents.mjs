// Makes the API documents for the package, by asking a running service.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isLeft } from "fp-ts/lib/Either.js";
import { pino } from "pino";
import { tsImport } from "tsx/esm/api";

/** The documents by file name, from a service with a configured Home Assistant, which need not exist. */
export const buildDocuments = async (root) => {
  const load = (file) => tsImport(join(root, file), import.meta.url);
  const { defaultConfig, startService } = await load("src/index.ts");
  const data = await mkdtemp(join(tmpdir(), "floorplan-build-"));
  const config = defaultConfig({ data, port: 0, homeAssistant: "http://127.0.0.1:9" });
  const started = await startService(config, { log: pino({ level: "silent" }) });
  if (isLeft(started)) throw new Error(`no service for its documents: ${started.left}`);
  const { listening, loaded, stop } = started.right;
  try {
    await loaded;
    const names = ["asyncapi.json", "openapi.json"];
    return await Promise.all(
      names.map(async (name) => {
        const answer = await fetch(`http://127.0.0.1:${listening.port}/api/${name}`);
        if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
        return [name, Buffer.from(`${JSON.stringify(await answer.json(), null, 2)}\n`)];
      }),
    );
  } finally {
    await stop();
    await rm(data, { recursive: true, force: true });
  }
};
