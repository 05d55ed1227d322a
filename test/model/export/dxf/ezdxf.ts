import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import * as t from "io-ts";
import { isRight } from "fp-ts/lib/Either.js";
import { ezdxfFolder, mayUse } from "../../../support/programs.ts";
import { temporaryFolder } from "../../../support/service.ts";

const place = t.array(t.number);

const readEntity = t.type({
  type: t.string,
  layer: t.string,
  points: t.array(place),
  isClosed: t.boolean,
  text: t.string,
  block: t.string,
  rotation: t.number,
  centre: place,
  length: t.number,
});

const readDrawing = t.type({
  version: t.string,
  units: t.number,
  problems: t.array(t.string),
  layers: t.array(t.string),
  blocks: t.record(t.string, t.array(t.array(place))),
  entities: t.array(readEntity),
});

/** What ezdxf reads of a drawing; `problems` are what it had to repair. */
export type ReadDrawing = t.TypeOf<typeof readDrawing>;

const script = fileURLToPath(new URL("./read_dxf.py", import.meta.url));

/** Reads DXF files with ezdxf, in one process. Undefined without ezdxf; the test is then skipped. */
export const readWithEzdxf = async (
  context: TestContext,
  texts: readonly string[],
): Promise<readonly ReadDrawing[] | undefined> => {
  if (!mayUse(context, "ezdxf")) return undefined;
  const folder = await temporaryFolder(context);
  const paths = texts.map((_, at) => join(folder, `${at}.dxf`));
  for (const [at, path] of paths.entries()) await writeFile(path, texts[at] ?? "");
  const { stdout, stderr } = spawnSync(join(ezdxfFolder(), "bin/python"), [script], {
    input: paths.map((path) => `${path}\n`).join(""),
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
  });
  const lines = stdout.split("\n").filter((line) => line !== "");
  assert.equal(lines.length, texts.length, stderr);
  return lines.map((line) => {
    const found = readDrawing.decode(JSON.parse(line));
    assert(isRight(found), line.slice(0, 500));
    return found.right;
  });
};
