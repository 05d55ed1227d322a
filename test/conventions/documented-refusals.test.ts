import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root, sourceFiles } from "../support/source-files.ts";

/** Where a start is refused, beside the log, or a command that changes tokens. */
const beside = [
  "src/auth/network-access.ts",
  "src/server/server.ts",
  "src/server/read-settings.ts",
  "src/cli/run-command.ts",
  "src/backup/schedule.ts",
  "src/storage/etcd/connect.ts",
  "src/storage/etcd/home.ts",
  "src/storage/etcd/open-cluster.ts",
  "src/storage/folder/data-folder.ts",
  "src/storage/folder/folder-images.ts",
  "src/home-assistant/home-assistant.ts",
  "src/mqtt/occupancy.ts",
  "src/server/http/tls.ts",
  "src/server/runtime/time.ts",
  "src/auth/tokens.ts",
  "src/storage/folder/json-file.ts",
  "src/storage/stored-document.ts",
  "src/auth/user-directory.ts",
  "src/plan/stored-plan.ts",
  "src/plan/changes/change-record.ts",
  "src/storage/folder/folder-storage.ts",
  "src/homes/homes-service.ts",
  "src/homes/storage/homes-storage.ts",
];

/** Where a command line that cannot be meant is refused, with a hint behind the sentence. */
const commandLine = "src/cli/run-command.ts";

/** What `log repair` tells and a start never does. */
const ofRepair = "wal/read-damaged.ts";

/** A string or a template without strings in templates within it. */
const literal = /"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/y;

/** One of the texts that each call of a function is given, from the end where that is negative, with `…` for what differs. */
const textsOf = (code: string, called: string, which: number): readonly string[] => {
  const texts: string[] = [];
  for (const { index } of code.matchAll(new RegExp(`\\b${called}\\(`, "g"))) {
    const given: string[] = [];
    let depth = 0;
    for (let at = index + called.length; at < code.length; at += 1) {
      literal.lastIndex = at;
      const [text] = literal.exec(code) ?? [];
      if (text !== undefined) {
        if (depth === 1) given.push(text.slice(1, -1));
        at += text.length - 1;
      } else if (code[at] === "(") depth += 1;
      else if (code[at] === ")" && (depth -= 1) === 0) break;
    }
    texts.push(...given.slice(which).slice(0, 1));
  }
  return texts.map((text) => text.replaceAll(/(?:\$\{[^}]*\})+/g, "…"));
};

const refusals = [
  ...sourceFiles("wal")
    .filter((file) => file !== ofRepair)
    .map((file) => [file, "refusal", -1] as const),
  ...beside.flatMap((file) => [[file, "left", -1] as const, [file, "tryCatch", -1] as const]),
  [commandLine, "misuse", 0] as const,
]
  .flatMap(([file, called, which]) =>
    textsOf(readFileSync(join(root, file), "utf8"), called, which),
  )
  // As `token create` tells it, whose option has another name than the field.
  .map((text) => text.replace(/^level:/, "--floor:"));

/** The sentences of the page, each in its list. */
const sentences = [
  ...readFileSync(join(root, "docs/refusals.md"), "utf8").matchAll(/^- `(.+)`$/gm),
].map(([, sentence]) => sentence ?? "");

/** Whether a sentence of the page ends as a refusal does; what the system adds may be left out. */
const tells = (sentence: string, refusal: string): boolean =>
  [refusal, refusal.replace(/…$/, ""), refusal.replace(/: …$/, "")].some((text) =>
    sentence.endsWith(text),
  );

test("HOUSE-5: every refusal of a start is found", () => {
  assert(refusals.length > 25, refusals.join("\n"));
});

test("HOUSE-5: docs/refusals.md has every sentence with which a start is refused, or a command that changes tokens", () => {
  const missing = refusals.filter((refusal) => !sentences.some((each) => tells(each, refusal)));
  assert.deepEqual(missing, []);
});

test("HOUSE-5: every sentence in docs/refusals.md is one with which a start is refused, or a command that changes tokens", () => {
  const unknown = sentences.filter((each) => !refusals.some((refusal) => tells(each, refusal)));
  assert.deepEqual(unknown, []);
});

test("HOUSE-5: README.md leads to docs/refusals.md", () => {
  assert(readFileSync(join(root, "README.md"), "utf8").includes("](docs/refusals.md)"));
});
