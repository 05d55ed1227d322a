import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { startTestService } from "../support/service.ts";
import { openRawViewer } from "./raw-viewer.ts";

const marker = "9f2c-this-plan";
const plan = `{"rooms":[{"name":"Küche","name":"K\\u00fcche"}],"unknown":{"marker":"${marker}"},"2":1.0,"1":-0,"zeros":[1E2,0]}`;
const stored = plan.replace("{", '{"rev":1,');

/** Counts the calls of JSON.parse and JSON.stringify that handle the marked plan. */
const countJson = (): { parsed: number; serialized: number; stop: () => void } => {
  const { parse, stringify } = JSON;
  const count = {
    parsed: 0,
    serialized: 0,
    stop: () => Object.assign(JSON, { parse, stringify }),
  };
  JSON.parse = (...args: Parameters<typeof parse>): unknown => {
    if (args[0].includes(marker)) count.parsed += 1;
    return parse(...args);
  };
  JSON.stringify = (value: unknown): string => {
    const text = stringify(value);
    if (text?.includes(marker)) count.serialized += 1;
    return text;
  };
  return count;
};

test("PLAN-5, SAVE-5: a save is not parsed, and everybody and the log get the same bytes", async (t) => {
  const service = await startTestService(t);
  const { port, admin, viewer, data } = service;
  const messages: string[] = [];
  let wake = (): void => undefined;
  const collect = (bytes: Buffer): void => {
    messages.push(bytes.toString());
    wake();
  };
  const received = async (count: number, text: string): Promise<string[]> => {
    for (;;) {
      const found = messages.filter((message) => message.includes(text));
      if (found.length >= count) return found;
      await new Promise<void>((resolve) => (wake = resolve));
    }
  };
  const subscribers = 20;
  for (let each = 0; each < subscribers; each += 1)
    await openRawViewer(t, { port, token: viewer }, collect);
  await received(subscribers, '"event":{}');
  const editor = await openRawViewer(
    t,
    { port, token: admin },
    collect,
    '{"id":1,"type":"floorplan/history/list"}',
  );

  const count = countJson();
  t.after(count.stop);
  editor.ws.send(`{"id":2,"type":"floorplan/plan/save","plan":${plan}}`);
  editor.ws.send('{"id":3,"type":"floorplan/plan/get"}');
  editor.ws.send('{"id":4,"type":"floorplan/history/get","rev":1}');
  const events = await received(subscribers, '"event":{"rev":1');
  const results = await received(2, '"result":{"rev":1,"rooms"');
  // A subscription that starts later gets them as well.
  await openRawViewer(t, { port, token: viewer }, collect);
  const [late] = (await received(subscribers + 1, '"event":{"rev":1')).slice(-1);
  count.stop();

  assert.deepEqual([count.parsed, count.serialized], [0, 0]);
  for (const event of [...events, late])
    assert.equal(event, `{"type":"event","event":${stored},"id":1}`);
  assert.deepEqual(
    results,
    [3, 4].map((id) => `{"type":"result","success":true,"result":${stored},"id":${id}}`),
  );
  await service.stop();
  const folder = join(data, "log");
  const segments = (await readdir(folder)).filter((name) => name.endsWith(".seg"));
  const logged = await Promise.all(segments.map((name) => readFile(join(folder, name))));
  assert(Buffer.concat(logged).includes(`\n${stored}`), "the log has the same bytes");
});

test("PLAN-5: after a restart readers get the log's bytes, and nothing of a plan is parsed", async (t) => {
  const before = await startTestService(t);
  await new Promise<void>((resolve, reject) => {
    openRawViewer(
      t,
      { port: before.port, token: before.admin },
      () => resolve(),
      `{"id":1,"type":"floorplan/plan/save","plan":${plan}}`,
    ).catch(reject);
  });
  await before.stop();
  const count = countJson();
  t.after(count.stop);
  const { port, viewer } = await startTestService(t, { again: before });
  const messages: string[] = [];
  await openRawViewer(
    t,
    { port, token: viewer },
    (bytes) => messages.push(bytes.toString()),
    '{"id":1,"type":"floorplan/plan/get"}',
  );
  count.stop();
  assert.deepEqual([count.parsed, count.serialized], [0, 0]);
  assert.deepEqual(messages, [`{"type":"result","success":true,"result":${stored},"id":1}`]);
});
