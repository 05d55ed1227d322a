import assert from "node:assert/strict";
import { test } from "node:test";
import { unknown } from "io-ts";
import { right } from "fp-ts/lib/Either.js";
import * as TE from "fp-ts/lib/TaskEither.js";
import { strictObject } from "../../../src/model/codec.ts";
import { command, coreCommands, value } from "../../../src/server/websocket/command.ts";
import { draftCodec } from "../../../src/plan/draft.ts";
import { readPlan } from "../../../src/plan/read-plan.ts";
import { textOfDraft } from "../../../src/plan/text/draft-text.ts";
import type { FieldReader } from "../../../src/plan/raw-json/json-cursor.ts";
import { bounded } from "../../support/timeouts.ts";
import { Peer } from "../../support/peer.ts";
import { limits } from "../../plan/raw-json/plan-readers.ts";
import { startSmallHost } from "../small-host.ts";

test(
  "SAVE-17, CHAN-29: another connection's ping is answered while a plan of 16 MB is checked",
  bounded,
  async (t) => {
    const events: string[] = [];
    let onBegin = (): void => undefined;
    const begun = new Promise<void>((resolve) => {
      onBegin = resolve;
    });
    const read = readPlan(limits);
    /** The service's reader, which tells when it begins and when it has done. */
    const plan: FieldReader = function* (message, start) {
      onBegin();
      const found = yield* read(message, start);
      events.push("checked");
      return found;
    };
    const check = command({
      type: "check",
      admin: false,
      about: { summary: "is tried", result: unknown, errors: [] },
      fields: strictObject({ plan: draftCodec }, {}),
      readers: { plan },
      run: (fields) => TE.fromEither(right(value(textOfDraft(fields.plan).counts.rooms))),
    });
    const { port } = await startSmallHost(t, [check, ...coreCommands]);
    const editor = await Peer.login(t, port, "any");
    const other = await Peer.login(t, port, "any");
    const rooms = Math.floor(limits.planBytes / '{"a":[1]},'.length) - 2;
    editor.send(`{"id":1,"type":"check","plan":{"rooms":[${'{"a":[1]},'.repeat(rooms - 1)}0]}}`);
    await begun;
    assert.equal((await other.command("ping"))["type"], "pong");
    events.push("pong");
    const { result } = await editor.replyTo(1);
    assert.equal(result, rooms);
    assert.deepEqual(events, ["pong", "checked"]);
  },
);
