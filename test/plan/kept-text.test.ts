import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { bounded } from "../support/timeouts.ts";
import { eventually } from "../support/polling.ts";
import { bytesOf, Peer } from "../support/peer.ts";
import { startTestService, type TestService } from "../support/service.ts";

const save = "floorplan/plan/save";

/** A connection whose messages are kept as text, too. */
const rawPeer = async (t: TestContext, { port, admin }: TestService) => {
  const peer = await Peer.login(t, port, admin);
  const texts: string[] = [];
  peer.ws.on("message", (data) => texts.push(bytesOf(data).toString()));
  /** Sends a command, its fields as text, and returns the text of its reply. */
  const ask = async (type: string, fields = ""): Promise<string> => {
    const id = peer.newId();
    peer.send(`{"id":${id},"type":"${type}"${fields}}`);
    await peer.replyTo(id);
    const found = texts.find(
      (text) => !text.startsWith('{"type":"event"') && text.includes(`"id":${id}`),
    );
    return found ?? "";
  };
  /** The plan's text in the reply. */
  const read = async (type: string, fields = ""): Promise<string> =>
    /^\{"type":"result","success":true,"result":(.*),"id":\d+\}$/s.exec(
      await ask(type, fields),
    )?.[1] ?? "";
  return { peer, texts, ask, read };
};

/** Plans as they are sent, and as they are kept without their revision. */
const plans: readonly (readonly [string, string])[] = [
  ["{}", ""],
  [' { "rev" : 12 } ', ""],
  ['{"rev":1,"rev":{"rev":2},"r\\u0065v":[],"\\u0072ev":null}', ""],
  ['{"rev":1,"z":1.0,"a":-0,"2":1E2,"1":0.10}', '"z":1.0,"a":-0,"2":1E2,"1":0.10'],
  ['{"z":1,"rev":[{"rev":1}],"a":2}', '"z":1,"a":2'],
  ['{"z":1,"rev":1,"a":2,"rev":"\\"}"}', '"z":1,"a":2'],
  [
    '{"a":"\\u00e9é\\/\\ud800","b":{"rev":5,"x":1,"x":2},"a":[]}',
    '"a":"\\u00e9é\\/\\ud800","b":{"rev":5,"x":1,"x":2},"a":[]',
  ],
  [
    '{"rooms":[1],"ro\\u006fms":[1,2],"__proto__":{"a":1},"backgrounds":{"0":1,"0":null}}',
    '"rooms":[1],"ro\\u006fms":[1,2],"__proto__":{"a":1},"backgrounds":{"0":1,"0":null}',
  ],
  [
    '{\n  "rooms" : [\r\n\t{ "a  b" : " { 1 , 2 } " , "n" : [ ] } ] ,\n "rev" : { } , "e" : 1e-999\n}',
    '"rooms":[{"a  b":" { 1 , 2 } ","n":[]}],"e":1e-999',
  ],
  [
    `{"long":"${"x\\t".repeat(70_000)}", "n":[${"[ 1.50 ],".repeat(20_000)}0]}`,
    `"long":"${"x\\t".repeat(70_000)}","n":[${"[1.50],".repeat(20_000)}0]`,
  ],
];

test(
  "SAVE-5: everybody reads a plan token by token as it was sent, also after snapshots and a restart",
  bounded,
  async (t) => {
    // Segments of this length are ready at once: while a longer one is made, a snapshot waits for the next save.
    const config = { snapshotBytes: 4096, segmentBytes: 512 * 1024 };
    const service = await startTestService(t, { config });
    const editor = await rawPeer(t, service);
    const watching = await rawPeer(t, service);
    await watching.ask("floorplan/plan/subscribe");
    const stored = plans.map(([, kept], at) => `{"rev":${at + 1}${kept && ","}${kept}}`);
    for (const [at, [sent]] of plans.entries()) {
      assert.match(await editor.ask(save, `,"plan":${sent}`), new RegExp(`"rev":${at + 1}\\}`));
      assert.equal(await editor.read("floorplan/plan/get"), stored[at]);
      assert.equal(await editor.read("floorplan/history/get", `,"rev":${at + 1}`), stored[at]);
      await watching.ask("ping");
      assert(
        watching.texts.some((text) => text.startsWith(`{"type":"event","event":${stored[at]},`)),
      );
    }
    const inHistory = [7, 9].map((each) => stored[each]);
    const history = async ({ read }: Pick<typeof editor, "read">): Promise<unknown> => [
      await read("floorplan/history/get", ',"rev":8'),
      await read("floorplan/plan/get"),
    ];
    assert.deepEqual(await history(editor), inHistory);
    await eventually(async () => {
      const files = await readdir(join(service.data, "log"));
      return files.some((file) => file.endsWith(".snap")) ? { seen: true } : { not: files.join() };
    }, 60_000);
    await service.stop();
    const again = await startTestService(t, { config, again: service });
    assert.deepEqual(await history(await rawPeer(t, again)), inHistory);
  },
);

test("SAVE-5, SAVE-8: a plan's `rev` goes, but what is wrong in it is told", bounded, async (t) => {
  const service = await startTestService(t);
  const { ask, read } = await rawPeer(t, service);
  for (const [rev, problem] of [
    ["1e999", "plan.rev: number out of range"],
    ['[-1e400],"rev":1', "plan.rev.0: number out of range"],
    [
      "[".repeat(200) + "]".repeat(200),
      `plan.rev${".0".repeat(127)}: nested deeper than plan-depth, 128 levels`,
    ],
  ] as const)
    assert(
      (await ask(save, `,"plan":{"rev":${rev}}`)).includes(
        `"error":{"code":"invalid_format","message":"${problem}"}`,
      ),
      rev,
    );
  assert.equal(await read("floorplan/plan/get"), "{}");
});

test(
  "SAVE-6, SAVE-7, PLAN-6: of documented fields that stand twice the last one counts, and everything is looked at for depth and range",
  bounded,
  async (t) => {
    const service = await startTestService(t, { config: { planDepth: 4, planBytes: 4096 } });
    const { ask } = await rawPeer(t, service);
    const deep = "nested deeper than plan-depth, 4 levels";
    const refused = [
      ['{"rooms":[],"rooms":{}}', "plan.rooms: expected array"],
      ['{"ro\\u006fms":1,"texts":null}', "plan.rooms: expected array"],
      ['{"backgrounds":{"a\\u0062":{"\\u0075rl":1}}}', "plan.backgrounds.ab.url: expected string"],
      ['{"backgrounds":{"0":{},"0":[]}}', "plan.backgrounds.0: expected object"],
      ['{"backgrounds":{"0":{"url":"a","url":{}}}}', "plan.backgrounds.0.url: expected string"],
      ['{"backgrounds":{"__proto__":7}}', "plan.backgrounds.__proto__: expected object"],
      ['{"a":[1e999],"a":1}', "plan.a.0: number out of range"],
      [
        '{"backgrounds":{"0":{"url":1e999,"url":""}}}',
        "plan.backgrounds.0.url: number out of range",
      ],
      ['{"a":{"b":[[[]]]},"a":1}', `plan.a.b.0.0: ${deep}`],
      ['{"backgrounds":{"0":{"x":[[]],"url":""}}}', `plan.backgrounds.0.x.0: ${deep}`],
      ["7", "plan: expected object"],
      ["[{}]", "plan: expected object"],
      ['"{}"', "plan: expected object"],
      [
        `{ "a":"${"x".repeat(4089)}", "rev":[1,2,3] }`,
        "plan: 4097 bytes as JSON, more than plan-bytes, 4096",
      ],
    ] as const;
    for (const [plan, problem] of refused)
      assert(
        (await ask(save, `,"plan":${plan}`)).includes(
          `"error":{"code":"invalid_format","message":"${problem}"}`,
        ),
        plan,
      );
    const taken = [
      '{"rooms":{},"rooms":[]}',
      '{"rooms":1,"rooms":null}',
      '{"backgrounds":[],"backgrounds":{}}',
      '{"backgrounds":{"0":1},"backgrounds":null}',
      '{"backgrounds":{"0":1,"0":{}}}',
      '{"backgrounds":{"0":{"url":1,"u\\u0072l":null}}}',
      `{ "a":"${"x".repeat(4088)}", "rev":[1,2,3] }`,
    ];
    for (const plan of taken) assert.match(await ask(save, `,"plan":${plan}`), /"success":true/);
  },
);

test(
  "CHAN-8, CHAN-15, SAVE-1: commands in an array are done whatever is escaped, and the last of a field counts",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const { peer, read } = await rawPeer(t, service);
    const long = `[${"0,".repeat(20_000)}0]`;
    peer.send(
      `[{"\\u0069d":1,"type":"${save}","pl\\u0061n":{"a":1}},` +
        `{"id":9,"id":2,"type":${long},"type":"ping"},` +
        `{"plan":1,"type":"x","id":3,"plan":{"b":1},"type":"floorplan\\/plan\\/save"},` +
        `{"id":4,"type":"floorplan/plan/get","plan":{}},` +
        `{"id":5,"type":"${save}","plan":{"c":1},"__proto__":{"rev":7}},` +
        `{"id":6,"type":"${save}","plan":{"c":1},"x":${long}},` +
        `{"id":7,"type":"${save}","__proto__":{"plan":{}}},` +
        `{"id":8,"type":"${save}","plan":{"c":1},"rev":${long},"rev":2},` +
        `{"id":9,"type":"ping","data":{"a":[1e999]}}, null, [${long}]]`,
    );
    const replies = [];
    for (let count = 0; count < 11; count += 1) replies.push(await peer.next());
    const short = replies.map(({ id, type, error, result }) => {
      const message =
        typeof error === "object" && error !== null ? Object.values(error)[1] : undefined;
      return [id, message ?? result ?? type];
    });
    assert.deepEqual(short, [
      [1, { ok: true, rev: 1 }],
      [2, "pong"],
      [3, { ok: true, rev: 2 }],
      [4, "plan: unknown field; known here: none"],
      [5, "__proto__: unknown field; known here: plan, rev"],
      [6, "x: unknown field; known here: plan, rev"],
      [7, "plan: missing, expected object"],
      [8, { ok: true, rev: 3 }],
      [9, "data: unknown field; known here: none"],
      [0, "a command must be an object"],
      [0, "a command must be an object"],
    ]);
    for (let id = 1; id <= 9; id += 1) peer.newId();
    assert.equal(await read("floorplan/plan/get"), '{"rev":3,"c":1}');
  },
);

test(
  "CHAN-9, SAVE-17: what is no JSON within a plan closes the connection, and nothing of its frame is done",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const saves = (plan: string): string =>
      `[{"id":1,"type":"${save}","plan":{"a":1}},{"id":2,"type":"${save}","plan":${plan}}]`;
    const frames = [
      saves('{"rooms":[01]}'),
      saves('{"rooms":[1,]}'),
      saves('{"backgrounds":{"0":{"url":"\t"}}}'),
      saves('{"a":"\\x"}'),
      saves("{a:1}"),
      saves("{}").slice(0, -1),
      `${saves("{}")}}`,
      `\ufeff${saves("{}")}`,
      Buffer.from(saves('{"a":"é"}')).subarray(0, -6).toString("latin1"),
    ];
    for (const frame of frames) {
      const peer = await Peer.login(t, service.port, service.admin);
      peer.send(frame);
      assert.deepEqual(
        await peer.closed,
        { code: 1007, reason: "the frame is not valid JSON" },
        frame,
      );
    }
    const peer = await Peer.login(t, service.port, service.admin);
    const bytes = Buffer.from(saves('{"a":"é"}'));
    bytes[bytes.indexOf(0xa9)] = 0x41;
    peer.ws.send(bytes, { binary: false });
    assert.equal((await peer.closed).code, 1007);
    const { read } = await rawPeer(t, service);
    assert.equal(await read("floorplan/plan/get"), "{}");
  },
);
