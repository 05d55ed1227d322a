import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { builtProgram, runProgram, serveProgram, startProgram } from "../support/program.ts";
import { root } from "../support/source-files.ts";
import { temporaryFolder } from "../support/service.ts";

/** A command of the page, and the lines below it. */
interface Shown {
  readonly command: string;
  readonly prints: string;
}

/** What the page shows of a terminal, in order. */
const shownIn = (page: string): readonly Shown[] =>
  [...page.matchAll(/^```console\n(.*?)^```$/gms)].flatMap(([, block = ""]) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((each) => {
        const [command = "", ...lines] = each.split("\n");
        return { command, prints: lines.join("\n") };
      }),
  );

/** A text without what differs from run to run: secrets and times, of which the page shows some. */
const plain = (text: string): string =>
  text
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)/g, "TIME")
    .replaceAll(/#code=\S+/g, "#code=…")
    .replaceAll(/^(?:[\w-]{43}|\w+…)$/gm, "TOKEN")
    .replaceAll(/ +$/gm, "")
    .trim();

const run = promisify(execFile);

test(
  "HOMES-180: the commands of docs/homes.md, run in their order, print what it shows",
  { timeout: 180_000 },
  async (t) => {
    const folder = await temporaryFolder(t);
    const single = await serveProgram(t, join(folder, "data-of-brown"));
    single.child.kill("SIGTERM");
    await single.ended;
    const data = join(folder, "data");
    const served = startProgram(t, ["serve", "--homes", "--port", "0", "--data", data]);
    await served.printed(/first-token/);
    const [, url = ""] = /listens at (\S+)/.exec(served.out()) ?? [];
    const bin = join(folder, "bin");
    await mkdir(bin);
    const program = join(bin, "floorplan");
    await writeFile(program, `#!/bin/sh\nexec "${process.execPath}" "${builtProgram}" "$@"\n`);
    await chmod(program, 0o755);
    const env = {
      PATH: `${bin}${delimiter}${process.env["PATH"]}`,
      FLOORPLAN_URL: url,
      FLOORPLAN_TOKEN: (await readFile(join(data, "first-token"), "utf8")).trim(),
    };
    const shown = shownIn(await readFile(join(root, "docs/homes.md"), "utf8"));
    assert(shown.length > 15, `${shown.length} commands are found`);
    for (const { command, prints } of shown) {
      const { stdout } = await run("sh", ["-c", command], { cwd: folder, env });
      const said = stdout.replaceAll(url, "http://127.0.0.1:8125").replaceAll(folder, "/home/you");
      assert.equal(plain(said), plain(prints), command);
    }
    const moved = await runProgram(t, ["log", "verify", "--data", join(folder, "data-of-brown")]);
    assert.equal(moved.code, 0, moved.err);
  },
);
