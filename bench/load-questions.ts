/** A client in a process of its own that asks again and again, each time when it has the answer to the last. */
import * as t from "io-ts";
import { answerParent } from "./child.ts";
import { microseconds } from "./clock.ts";
import { Editor } from "./editor.ts";

const question = t.union([
  t.type({ do: t.literal("connect"), url: t.string, token: t.string }),
  /** Asks for answers of so many bytes: how long each took, in microseconds. */
  t.type({ do: t.literal("ask"), many: t.number, bytes: t.number }),
]);

let client: Editor | undefined;

answerParent(question, async (asked) => {
  if (asked.do === "connect") {
    client = await Editor.connect(asked.url, asked.token);
    return {};
  }
  if (client === undefined) throw new Error("connect first");
  const took: number[] = [];
  while (took.length < asked.many) {
    const sent = microseconds();
    const reply = await client.command(`"type":"bench/answer","bytes":${asked.bytes}}`);
    took.push(microseconds() - sent);
    if (!reply.includes('"success":true')) throw new Error(reply.slice(0, 200));
  }
  return took;
});
