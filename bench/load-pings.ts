/** A client in a process of its own that pings without pause: it notes its longest wait for a pong. */
import { setTimeout as sleep } from "node:timers/promises";
import * as t from "io-ts";
import { answerParent } from "./child.ts";
import { microseconds } from "./clock.ts";
import { Editor } from "./editor.ts";

const question = t.union([
  t.type({ do: t.literal("connect"), url: t.string, token: t.string }),
  /** From now on pings: the next one a millisecond after the last pong. */
  t.type({ do: t.literal("begin") }),
  /** Pings for `ms` more: the longest wait since the beginning, in microseconds. */
  t.type({ do: t.literal("end"), ms: t.number }),
]);

let client: Editor | undefined;
let end = Number.POSITIVE_INFINITY;
let longest: Promise<number> = Promise.resolve(Number.NaN);

const ping = async (by: Editor): Promise<number> => {
  let most = 0;
  while (microseconds() < end) {
    const sent = microseconds();
    await by.command('"type":"ping"}');
    most = Math.max(most, microseconds() - sent);
    await sleep(1);
  }
  return most;
};

answerParent(question, async (asked) => {
  switch (asked.do) {
    case "connect":
      client = await Editor.connect(asked.url, asked.token);
      return {};
    case "begin":
      if (client === undefined) throw new Error("connect first");
      end = Number.POSITIVE_INFINITY;
      longest = ping(client);
      return {};
    case "end":
      end = microseconds() + asked.ms * 1000;
      return longest;
  }
});
