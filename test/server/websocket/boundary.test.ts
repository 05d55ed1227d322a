import assert from "node:assert/strict";
import { test } from "node:test";
import { isLeft } from "fp-ts/lib/Either.js";
import * as TE from "fp-ts/lib/TaskEither.js";
import * as t from "io-ts";
import { strictObject } from "../../../src/model/codec.ts";
import {
  type Command,
  command,
  coreCommands,
  value,
} from "../../../src/server/websocket/command.ts";
import { bounded } from "../../support/timeouts.ts";
import { Peer } from "../../support/peer.ts";
import { assertNamesConnection, lineAbout } from "../log-lines.ts";
import { startSmallHost } from "../small-host.ts";

const about = { summary: "is faulty", result: t.unknown, errors: [] };

/** A command with a field that cannot even be read. */
const unreadable: Command = command({
  type: "unreadable",
  admin: false,
  about,
  fields: strictObject({}, { odd: t.unknown }),
  readers: {
    odd: () => {
      throw new Error("a fault");
    },
  },
  run: () => TE.right(value(null)),
});

/** A subscription to two events, of which the first cannot be sent. */
const unsendable: Command = command({
  type: "unsendable",
  admin: false,
  about,
  fields: strictObject({}, {}),
  run: (_fields, call) => {
    const stream = call.openStream();
    assert(!isLeft(stream));
    const odd: Buffer[] = [];
    Object.defineProperty(odd, 0, {
      get: () => {
        throw new Error("a fault");
      },
    });
    stream.right.emit(odd);
    stream.right.emit([Buffer.from("1")]);
    return TE.right(value(null));
  },
});

for (const [what, said, message] of [
  ["a frame", "failed unexpectedly", '{"id":1,"type":"unreadable","odd":1}'],
  [
    "an array",
    "failed unexpectedly",
    '[{"id":1,"type":"ping"},{"odd":1,"id":2,"type":"unreadable"}]',
  ],
  ["a subscription", "could not be sent", '{"id":1,"type":"unsendable"}'],
] as const)
  test(
    `CHAN-41: a bug in ${what} closes its connection with 1011, and no other`,
    bounded,
    async (ctx) => {
      const { port, log } = await startSmallHost(ctx, [unreadable, unsendable, ...coreCommands]);
      const other = await Peer.login(ctx, port, "any");
      const peer = await Peer.login(ctx, port, "any");
      peer.send(message);
      assert.deepEqual(await peer.closed, {
        code: 1011,
        reason: "an unexpected error, which the service logged",
      });
      const line = lineAbout(log, said);
      assertNamesConnection(line, "anybody");
      assert.match(
        JSON.stringify(line["err"]),
        /a fault.*boundary\.test\.ts:\d+/,
        "with its stack",
      );
      assert.equal((await other.command("ping"))["type"], "pong");
      await Peer.login(ctx, port, "any");
    },
  );
