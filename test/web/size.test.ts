import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { bounded } from "../support/bounded.ts";
import { root } from "../house/source-files.ts";

const web = join(root, "dist/web");
const kB = 1000;

test(
  "PAGE-14: the card's module is below 45 kB, page, editor and all they load below 520 kB, with gzip",
  bounded,
  async () => {
    const card = await readFile(join(web, "floorplan-card.js.gz"));
    assert(card.length < 45 * kB, `the card has ${card.length} bytes`);
    assert(card.length > 2 * kB && gunzipSync(card).includes("floorplan-card"), "it is the card");
    const names = await readdir(join(web, "assets"));
    const files = names.filter((name) => /\.(?:js|css)\.gz$/.test(name));
    assert(files.some((name) => name.startsWith("page-")) && files.length > 3, files.join());
    let total = 0;
    for (const name of files) total += (await readFile(join(web, "assets", name))).length;
    assert(total < 520 * kB, `the page with its editor has ${total} bytes`);
  },
);
