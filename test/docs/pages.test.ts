import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { commands } from "../../src/cli/cli-commands.ts";
import { root } from "../support/source-files.ts";
import { homeFile } from "../model/import/home.ts";
import { temporaryFolder } from "../support/service.ts";
import { runInProcess } from "../support/run-command.ts";

const read = (page: string): string => readFileSync(join(root, page), "utf8");

const pages = [
  "README.md",
  ...readdirSync(join(root, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

/** The anchors that GitHub gives the headings of a page. */
const anchorsOf = (page: string): readonly string[] =>
  [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );

/** The links of a page to another, or to a heading of its own. */
const linksOf = (page: string): readonly (readonly [path: string, anchor: string])[] =>
  [...read(page).matchAll(/(?:\]\(|href="|src=")([^)#\s":]*)(?:#([^)\s"]+))?(?:\)|")/g)]
    .filter(([whole]) => !whole.includes("://"))
    .map(([, path = "", anchor = ""]) => [path === "" ? page : join(dirname(page), path), anchor]);

test("HOUSE-10: each link of README.md and of docs to a heading leads to one that is there", () => {
  const links = pages.flatMap((page) =>
    linksOf(page).map(([path, anchor]) => [page, path, anchor] as const),
  );
  assert(links.length > 60, `${links.length} links are found`);
  const lost = links.filter(
    ([, path, anchor]) =>
      anchor !== "" && existsSync(join(root, path)) && !anchorsOf(path).includes(anchor),
  );
  assert.deepEqual(lost, []);
});

test("HOUSE-10: README.md has at most 900 words, and leads to each page of docs", () => {
  const words = read("README.md").split(/\s+/).length;
  assert(words <= 900, `${words} words`);
  const led = new Set(linksOf("README.md").map(([path]) => path));
  assert.deepEqual(
    pages.filter((page) => page !== "README.md" && !led.has(page)),
    [],
  );
});

test("HOUSE-10: each picture of docs is shown by a page", () => {
  const shown = new Set(pages.flatMap((page) => linksOf(page).map(([path]) => path)));
  const pictures = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".png"));
  assert.deepEqual(
    pictures.filter((name) => !shown.has(`docs/${name}`)),
    [],
  );
});

test("HOUSE-10: docs/operations.md lists each command of the command line", () => {
  const listed = [
    ...read("docs/operations.md").matchAll(/^ {4}floorplan ([a-z]+(?: [a-z]+)*)/gm),
  ].map(([, words = ""]) => words);
  const names = new Set(commands.map(({ words }) => words));
  assert.deepEqual(new Set(listed.filter((words) => names.has(words))), names);
});

test("HOUSE-10: docs/import.md shows what import prints", async (t) => {
  const { bytes } = homeFile();
  const file = join(await temporaryFolder(t), "home.sh3d");
  writeFileSync(file, bytes);
  const { out } = await runInProcess(["import", file, "--preview"]);
  const [, shown = ""] =
    /prints what the preview prints:\n\n([^]*?)\n\n/.exec(read("docs/import.md")) ?? [];
  const lines = shown
    .split("\n")
    .map((line) => line.slice(4))
    .filter((line) => line.trim() !== "…");
  assert(lines.length > 2, shown);
  assert(out.startsWith(lines.join("\n")), out);
});
