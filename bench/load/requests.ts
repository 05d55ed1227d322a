/** A client in its own process that sends one request at a time: pings, commands for Home Assistant, and images. */

import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import * as t from "io-ts";
import { answerParent, microseconds } from "../processes/child.ts";
import { Editor } from "./editor.ts";

const question = t.union([
  /** Connects for pings and commands. */
  t.type({ do: t.literal("connect"), url: t.string, token: t.string }),
  /** From now on pings: the next one a millisecond after the last pong. */
  t.type({ do: t.literal("begin") }),
  /** Pings for `ms` more: the longest wait since the beginning, in microseconds. */
  t.type({ do: t.literal("end"), ms: t.number }),
  /** Asks for answers of so many bytes, one after another: how long each took, in microseconds. */
  t.type({ do: t.literal("ask"), many: t.number, bytes: t.number }),
  /** Uploads an image of `bytes` to the service: the milliseconds that it took. */
  t.type({ do: t.literal("upload"), url: t.string, token: t.string, bytes: t.number }),
  /** Sends as many bytes to a bare socket, until they are synced: the milliseconds that it took. */
  t.type({ do: t.literal("send"), port: t.number, bytes: t.number }),
  /** Fetches a URL to its end: the milliseconds that it took. */
  t.type({ do: t.literal("fetch"), url: t.string }),
]);

let connected: Editor | undefined;
let end = Number.POSITIVE_INFINITY;
let longest: Promise<number> = Promise.resolve(Number.NaN);

const client = (): Editor => {
  if (connected === undefined) throw new Error("connect first");
  return connected;
};

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

const ask = async (by: Editor, many: number, bytes: number): Promise<readonly number[]> => {
  const took: number[] = [];
  while (took.length < many) {
    const sent = microseconds();
    const reply = await by.command(`"type":"bench/answer","bytes":${bytes}}`);
    took.push(microseconds() - sent);
    if (!reply.includes('"success":true')) throw new Error(reply.slice(0, 200));
  }
  return took;
};

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
let image = Buffer.alloc(0);

/** Bytes that are accepted as a PNG. */
const imageOf = (bytes: number): Buffer => {
  if (image.length !== bytes) {
    image = Buffer.alloc(bytes, "floorplan");
    signature.copy(image);
  }
  return image;
};

const drain = async (response: Response): Promise<void> => {
  if (!response.ok) throw new Error(`status ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
};

const upload = async (url: string, token: string, bytes: number): Promise<void> => {
  const form = new FormData();
  form.set("level", "0");
  form.set("file", new Blob([imageOf(bytes)]), "plan.png");
  const headers = { authorization: `Bearer ${token}` };
  await drain(await fetch(url, { method: "POST", headers, body: form }));
};

const send = async (port: number, bytes: number): Promise<void> => {
  const socket = connect(port, "127.0.0.1");
  const acknowledged = once(socket, "data");
  socket.end(imageOf(bytes));
  await acknowledged;
};

const timed = async (work: () => Promise<void>): Promise<number> => {
  const started = microseconds();
  await work();
  return (microseconds() - started) / 1000;
};

answerParent(question, async (asked) => {
  switch (asked.do) {
    case "connect":
      connected = await Editor.connect(asked.url, asked.token);
      return {};
    case "begin":
      end = Number.POSITIVE_INFINITY;
      longest = ping(client());
      return {};
    case "end":
      end = microseconds() + asked.ms * 1000;
      return longest;
    case "ask":
      return ask(client(), asked.many, asked.bytes);
    case "upload":
      return timed(() => upload(asked.url, asked.token, asked.bytes));
    case "send":
      return timed(() => send(asked.port, asked.bytes));
    case "fetch":
      return timed(async () => drain(await fetch(asked.url)));
  }
});
