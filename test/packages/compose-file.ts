import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isLeft } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { PathReporter } from "io-ts/lib/PathReporter.js";
import { parse } from "yaml";
import { project } from "./packed.ts";

const service = t.partial({
  image: t.string,
  build: t.type({ context: t.string, dockerfile: t.string }),
  environment: t.record(t.string, t.string),
  ports: t.array(t.string),
  volumes: t.array(t.string),
  secrets: t.array(t.string),
  read_only: t.boolean,
  cap_drop: t.array(t.string),
  security_opt: t.array(t.string),
});

const composeFile = t.intersection([
  t.type({
    services: t.record(t.string, service),
    volumes: t.record(t.string, t.null),
  }),
  t.partial({ secrets: t.record(t.string, t.type({ file: t.string })) }),
]);

/** A Compose file, as far as the tests use it (https://docs.docker.com/reference/compose-file/). */
export type ComposeFile = t.TypeOf<typeof composeFile>;

/** Reads a Compose file of packaging/docker. */
export const readCompose = async (name: string): Promise<ComposeFile> => {
  const text = await readFile(join(project, "packaging/docker", name), "utf8");
  const decoded = composeFile.decode(parse(text, { merge: true }));
  assert(!isLeft(decoded), PathReporter.report(decoded).join("\n"));
  return decoded.right;
};
