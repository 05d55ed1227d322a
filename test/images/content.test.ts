import assert from "node:assert/strict";
import { test } from "node:test";
import { bounded } from "../support/timeouts.ts";
import { startTestService } from "../support/service.ts";
import { bytesAt, formOf, imageFiles, incomingFiles, post, upload } from "./image-requests.ts";
import { pngOf, sample } from "./pictures.ts";

const samples = [
  "imagemagick.png",
  "chromium.png",
  "imagemagick.jpg",
  "progressive.jpeg",
  "cwebp-lossy.webp",
  "cwebp-lossless.webp",
  "inkscape.svg",
  "illustrator.svg",
];

test(
  "IMG-6: what real encoders and drawing programs write is accepted and served as it is",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    for (const name of samples) {
      const bytes = await sample(name);
      assert.deepEqual(
        await bytesAt(service, await upload(service, "0", bytes, name)),
        bytes,
        name,
      );
    }
  },
);

test(
  "IMG-6: the content decides what an image is, whichever of the types its name ends with",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const mediaTypes = { png: "png", jpg: "jpeg", webp: "webp", svg: "svg+xml" } as const;
    for (const name of samples) {
      const bytes = await sample(name);
      const own = name.replace(/.*\./, "").replace("jpeg", "jpg");
      const mediaType = Object.entries(mediaTypes).find(([type]) => type === own)?.[1];
      for (const claimed of ["png", "jpg", "jpeg", "webp", "svg"]) {
        const url = await upload(service, "0", bytes, `scan.${claimed}`);
        const stored = claimed === "jpeg" && own === "jpg" ? "jpeg" : own;
        assert.match(url, new RegExp(`/bg_0\\.${stored}\\?v=`), `${name} as ${claimed}`);
        const response = await fetch(`${service.url}${url}`);
        assert.equal(response.headers.get("content-type"), `image/${mediaType}`);
        assert.deepEqual(Buffer.from(await response.arrayBuffer()), bytes);
      }
    }
    const plain = (await imageFiles(service)).filter((file) => !/\d{2}/.test(file));
    assert.deepEqual(plain, ["bg_0.svg"], "no other type beside the newest");
  },
);

const noImages: Readonly<Record<string, string>> = {
  "a GIF": "GIF89a\x01\0\x01\0",
  "a PDF": "%PDF-1.7\n",
  "a RIFF file that is no WebP": "RIFF\x04\0\0\0WAVEfmt ",
  "a PNG cut off in its signature": "\x89PNG\r\n",
  "a PNG behind something else": " \x89PNG\r\n\x1a\n",
};

test(
  "IMG-6, IMG-9: content of no type is refused under every name, and the message says why",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    for (const [what, content] of Object.entries(noImages))
      for (const type of ["png", "jpg", "jpeg", "webp", "svg"]) {
        const bytes = Buffer.from(content, "latin1");
        const answer = await post(service, formOf("0", bytes, `a.${type}`));
        assert.equal(answer.status, 400, `${what} as ${type}`);
        assert.match(
          answer.message,
          /^file: is not a png, jpg or webp, and is not well-formed SVG: /,
        );
      }
    assert.deepEqual([await imageFiles(service), await incomingFiles(service)], [[], []]);
  },
);

const noSvg: Readonly<Record<string, string | Uint8Array>> = {
  "a web page": "<!DOCTYPE html><html><body>x</body></html>",
  "another root": '<html xmlns="http://www.w3.org/2000/svg"><svg/></html>',
  "an open element": "<svg><g></svg>",
  "no end": '<svg xmlns="http://www.w3.org/2000/svg"><g>',
  "two roots": "<svg/><svg/>",
  "text behind the root": "<svg/>x",
  "an attribute twice": '<svg a="1" a="2"/>',
  "an attribute without quotes": "<svg a=1/>",
  "an undeclared prefix": "<svg><a:b/></svg>",
  "an undeclared entity": "<svg>&nbsp;</svg>",
  "an entity from a file": '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>',
  "text alone": "svg",
  "a comment alone": "<!-- svg -->",
  "bytes that are no UTF-8": Buffer.from("<svg>\xff\xfe</svg>", "latin1"),
  "a character cut off": Buffer.from("<svg/>\xc3", "latin1"),
  "a NUL": "<svg>\0</svg>",
};

test(
  "IMG-6, IMG-9: what is not well-formed SVG is refused and leaves no file",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    for (const [what, text] of Object.entries(noSvg)) {
      const answer = await post(service, formOf("0", Buffer.from(text), "a.svg"));
      assert.equal(answer.status, 400, what);
      assert.match(answer.message, /SVG/i, what);
    }
    assert.deepEqual([await imageFiles(service), await incomingFiles(service)], [[], []]);
  },
);

test(
  "IMG-6: SVG may have a prefix, a byte order mark, a DOCTYPE and megabytes of embedded picture",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const embedded = "QUJD".repeat(1_000_000);
    for (const text of [
      '<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:g/></s:svg>',
      "\u{feff}<?xml version='1.0'?><svg xmlns='http://www.w3.org/2000/svg'/>",
      `<svg xmlns="http://www.w3.org/2000/svg"><image href="data:image/png;base64,${embedded}"/></svg>`,
      '<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg">&a;&#252;&lt;</svg>',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>//<![CDATA[\nif (1 < 2) x()\n//]]></script></svg>',
    ])
      await upload(service, "0", Buffer.from(text), "a.svg");
  },
);

test("IMG-6: entities that multiply cost nothing", bounded, async (t) => {
  const service = await startTestService(t);
  const entities = Array.from(
    { length: 30 },
    (_, index) => `<!ENTITY e${index + 1} "${`&e${index};`.repeat(10)}">`,
  ).join("");
  const bomb = `<!DOCTYPE svg [<!ENTITY e0 "boom">${entities}]><svg xmlns="http://www.w3.org/2000/svg">&e30;</svg>`;
  await upload(service, "0", Buffer.from(bomb), "a.svg");
});

const bombs: Readonly<Record<string, string>> = {
  "an element nested deeper than any is": `<svg>${"<g>".repeat(200_000)}`,
  "an element with more attributes than any has": `<svg ${Array.from({ length: 50_000 }, (_, index) => `a${index}=""`).join(" ")}/>`,
  "a DOCTYPE without end": `<!DOCTYPE svg [${'<!ENTITY a "x">'.repeat(20_000)}]><svg/>`,
};

test(
  "IMG-6, IMG-9: what would keep the parser busy is refused, and says what was too much",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    for (const [what, text] of Object.entries(bombs)) {
      const answer = await post(service, formOf("0", Buffer.from(text), "a.svg"));
      assert.equal(answer.status, 400, what);
      assert.match(answer.message, /deeper than|more than|longer than/, what);
    }
    assert.deepEqual(await incomingFiles(service), []);
  },
);

test("IMG-6: a refused image does not take the old one's place", bounded, async (t) => {
  const service = await startTestService(t);
  const url = await upload(service, "0", pngOf(100, 5), "a.png");
  assert.equal((await post(service, formOf("0", Buffer.from("<svg>"), "a.png"))).status, 400);
  assert.deepEqual(await bytesAt(service, url), pngOf(100, 5));
});
