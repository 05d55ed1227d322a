import assert from "node:assert/strict";
import { test } from "node:test";
import { bounded } from "../support/timeouts.ts";
import { Peer } from "../support/peer.ts";
import { numberedPlan } from "../support/plans.ts";
import { memoryOf, MiB } from "../support/process-memory.ts";
import { serveProgram } from "../support/program.ts";
import { startTestService, temporaryFolder } from "../support/service.ts";
import { formOf, imageFiles, incomingFiles, post, upload } from "./image-requests.ts";
import { endlessDrawings } from "./image-disks.ts";
import { pngOf, svgOf } from "./pictures.ts";
import { filePart, formBytes, levelPart, rawUpload } from "./raw-http.ts";

const drawing = (inner: string): string => `<svg xmlns="http://www.w3.org/2000/svg">${inner}</svg>`;

/** Two megabytes of a text again and again. */
const much = (text: string): string => text.repeat((2 * MiB) / Buffer.byteLength(text));

const wellFormed: Readonly<Record<string, string>> = {
  "a CDATA section of brackets": drawing(`<![CDATA[${much("]")}]]>`),
  "a comment of hyphens": drawing(`<!--${much("-a")}-->`),
  "an instruction of question marks": drawing(`<?a b${much("?")}?>`),
  "an attribute of tabs": drawing(`<a b="${much("\t")}"/>`),
  "an attribute of entities": drawing(`<a b="${much("&lt;")}"/>`),
  "a namespace of entities": drawing(`<a xmlns="${much("&lt;")}"/>`),
  "attributes of elements that stay open": drawing(
    `<a ${Array.from({ length: 8 }, (_, at) => `b${at}="${"&lt;".repeat(250)}"`).join(" ")}>`.repeat(
      250,
    ) + "</a>".repeat(250),
  ),
  "an embedded picture in lines": drawing(`<image href="${much(`${"QUJD".repeat(19)}\r\n`)}"/>`),
  "a text of entities": drawing(much("&lt;")),
};

const tooMuch: Readonly<Record<string, string>> = {
  "a DOCTYPE of quotes": `<!DOCTYPE svg [${much('""')}]><svg/>`,
  "a comment in front": `<!--${much("-a")}--><svg/>`,
  "an element's name": drawing(`<\u{5b57}${much("a")}/>`),
  "an end's name": drawing(`</\u{5b57}${much("a")}>`),
  "an attribute's name": drawing(`<a \u{5b57}${much("a")}="1"/>`),
  "an entity's name": drawing(`&\u{5b57}${much("a")};`),
  "an instruction's name": drawing(`<?\u{5b57}${much("a")}?>`),
};

test(
  "IMG-21, IMG-23: sixteen drawings that a parser would hold in many times their length cost at most 64 MiB, and saves go on",
  bounded,
  async (t) => {
    const served = await serveProgram(t, await temporaryFolder(t));
    const { token: admin, url, child } = served;
    assert(admin !== undefined && child.pid !== undefined);
    const { pid } = child;
    const peer = await Peer.login(t, served.port, admin);
    for (let count = 0; count < 3; count += 1)
      await upload({ url, admin }, "warm-up", pngOf(2 * MiB), "a.png");
    const idle = await memoryOf(pid, "VmRSS");
    const all = [
      ...Object.entries(wellFormed).map(([what, text]) => ({ what, text, status: 200 })),
      ...Object.entries(tooMuch).map(([what, text]) => ({ what, text, status: 400 })),
    ];
    const over = new AbortController();
    const running = Promise.all(
      all.map(async ({ what, text, status }) => {
        const body = formBytes([levelPart("0"), filePart(text, "a.svg")]);
        const answer = await rawUpload(t, { ...served, admin }, body);
        assert.equal(answer?.status, status, `${what}: ${answer?.body}`);
        if (status === 400) assert.match(answer.body, /longer than \d+ characters/, what);
      }),
    ).finally(() => over.abort());
    let highest = idle;
    let saves = 0;
    while (!over.signal.aborted) {
      await peer.save(numberedPlan((saves += 1)));
      highest = Math.max(highest, await memoryOf(pid, "VmRSS"));
    }
    await running;
    assert.equal(all.length, 16);
    const grown = (highest - idle) / MiB;
    t.diagnostic(`grown by ${grown.toFixed(1)} MiB, ${saves} saves meanwhile`);
    // Of this up to 48 MiB are V8's for what is young, three times 16, however little outlives it; a parser would hold hundreds.
    assert(grown <= 64, `memory grew by ${grown.toFixed(1)} MiB`);
    assert(saves > 5, "saves went on");
  },
);

test("IMG-23: what is wrong with a drawing is told without repeating it", bounded, async (t) => {
  const service = await startTestService(t);
  const prefix = "p".repeat(1000);
  const text = drawing(`<${prefix}:a/>`);
  const answer = await post(service, formOf("0", Buffer.from(text), "a.svg"));
  assert.equal(answer.status, 400);
  assert.match(answer.message, /unbound namespace prefix: "ppp/);
  assert(answer.message.length < 400, answer.message);
  assert.deepEqual(await incomingFiles(service), []);
});

test("IMG-24: a drawing whose check takes longer than upload-ms is refused", bounded, async (t) => {
  const { imageDisk } = endlessDrawings();
  const service = await startTestService(t, { config: { uploadMs: 100 }, imageDisk });
  const answer = await post(service, formOf("0", svgOf("x"), "a.svg"));
  assert.equal(answer.status, 408);
  assert.match(answer.message, /upload-ms, 100 ms/);
  assert.deepEqual([await imageFiles(service), await incomingFiles(service)], [[], []]);
});
