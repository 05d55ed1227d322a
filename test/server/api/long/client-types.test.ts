import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { root } from "../../../support/source-files.ts";
import { packageFolder } from "../package-folder.ts";

const run = promisify(execFile);

/** A compiler takes seconds, and far longer beside other tests. */
const patient = { timeout: 120_000 } as const;

/** What a compiler is to find right, and in its last line wrong. */
const typed = `import { connect } from "floorplan/client";
const client = await connect("http://127.0.0.1", "token");
const rev: number | undefined = (await client.getPlan()).rev;
const by: string | undefined = (await client.history.details())[0]?.by?.name;
console.log(rev, by);
const ready: "ready" = (await client.status()).status;
`;

test("API-11: a compiler knows what the methods of the client answer", patient, async (t) => {
  const folder = await packageFolder(t);
  for (const name of ["io-ts", "fp-ts", "home-assistant-js-websocket"])
    await symlink(join(root, "node_modules", name), join(folder, "node_modules", name));
  await writeFile(join(folder, "typed.mts"), typed);
  const tsc = join(root, "node_modules/.bin/tsc");
  const how = "--noEmit --strict --module nodenext --target es2022 --lib es2022,dom --types";
  const compiled = run(tsc, [...how.split(" "), "", "typed.mts"], { cwd: folder });
  const error: unknown = await compiled.then(
    () => undefined,
    (failed: unknown) => failed,
  );
  assert(error instanceof Error && "stdout" in error);
  const found = String(error.stdout).trimEnd().split("\n");
  assert.match(found[0] ?? "", /^typed\.mts\(6,7\): error TS2322: .*"degraded"/);
  assert.deepEqual(found.filter((line) => !line.startsWith(" ")).length, 1, String(error.stdout));
});
