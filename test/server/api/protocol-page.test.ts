import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { errorCodes } from "../../../src/server/api/document-parts.ts";
import { closeCodes } from "../../../src/server/websocket/close.ts";
import { root } from "../../support/source-files.ts";
import { bounded } from "../../support/timeouts.ts";
import { Peer } from "../../support/peer.ts";
import { startTestService } from "../../support/service.ts";
import { documentOf, within } from "./documented.ts";

const page = readFileSync(join(root, "docs/protocol.md"), "utf8");

/** The rows of the table of docs/protocol.md whose first heading is this; each as its cells. */
const tableOf = (heading: string): readonly (readonly string[])[] => {
  const [, after = ""] = page.split(`| ${heading} |`);
  const [table = ""] = after.split("\n\n");
  return table
    .split("\n")
    .slice(2)
    .map((row) =>
      row
        .split("|")
        .map((cell) => cell.trim())
        .slice(1, -1),
    );
};

test("API-7: docs/protocol.md says of each error code and each close code what the documents say", () => {
  const errors = tableOf("Error").flatMap(([codes = "", whens = ""]) => {
    const each = codes.split(", ");
    // Two codes in a row have a sentence each.
    const sentences = each.length === 1 ? [whens] : whens.split("; ");
    return each.map((code, at) => [code.replaceAll("`", ""), sentences[at]] as const);
  });
  assert(errors.length > 10, `${errors.length} errors`);
  for (const [code, when] of errors) assert.equal(when, errorCodes[code], code);
  assert.deepEqual(
    tableOf("Close code").map(([code, when]) => [code, when]),
    Object.entries(closeCodes),
  );
});

test(
  "API-7: docs/protocol.md names no command, field or right that the documents have not",
  bounded,
  async (t) => {
    const document = await documentOf(await startTestService(t), "asyncapi");
    const commands = tableOf("Command");
    assert(commands.length > 10, `${commands.length} commands`);
    for (const [name = "", admin, fields = ""] of commands) {
      const key = name.replaceAll("`", "").replaceAll("/", ".");
      const { payload } = within(document, "components", "messages", key);
      const { id: _, type: __, ...own } = within(payload, "properties");
      const named = [...fields.matchAll(/`(\w+)`/g)].map(([, field]) => field);
      assert.deepEqual(named, Object.keys(own), key);
      const { description } = within(document, "operations", key);
      assert.equal(/administrators/.test(String(description)), admin === "yes", key);
    }
  },
);

test("API-7: a plan is followed and changed as the example of docs/protocol.md has it", async (t) => {
  const [, after = ""] = page.split("\n## Changes\n");
  const [section = ""] = after.split("\n## ");
  // A plan so small that its changes are longer would come whole.
  const rest = { note: "long ".repeat(60) };
  const lines = [...section.matchAll(/^ {4}([<>]) (.*)$/gm)].map(([, side, text = ""]) => {
    const message: unknown = JSON.parse(
      text.replace(",…", `,${JSON.stringify(rest).slice(1, -1)}`),
    );
    return [side, message] as const;
  });
  assert(lines.length > 5, `${lines.length} messages`);
  const service = await startTestService(t);
  const editor = await Peer.login(t, service.port, service.admin);
  await editor.save({ rooms: [{ id: "hall", name: "Hall" }], ...rest });
  const peer = await Peer.login(t, service.port, service.admin);
  for (const [side, message] of lines)
    if (side === ">") peer.send(message);
    else assert.deepEqual(await peer.next(), message);
});
