import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import * as t from "io-ts";
import { root } from "../support/source-files.ts";

/** What the build makes of scripts. */
const smaller = (scripts: readonly string[]): readonly string[] => {
  const program = `
    import { text } from "node:stream/consumers";
    import { withSmallTemplates } from "./build/small-templates.mjs";
    const scripts = JSON.parse(await text(process.stdin));
    process.stdout.write(JSON.stringify(await Promise.all(scripts.map(withSmallTemplates))));`;
  const words = ["--input-type=module", "--eval", program];
  const input = JSON.stringify(scripts);
  const made: unknown = JSON.parse(
    execFileSync(process.execPath, words, { cwd: root, input, encoding: "utf8" }),
  );
  assert(t.array(t.string).is(made));
  return made;
};

/** A template that gets smaller, as it is written and as it is then. */
const [page, smallPage] = ["html`<p>\n  a\n</p>`;", "html`<p> a </p>`\n\n;"];

test("PACK-24: the templates of a script get smaller, and stay on their lines", () => {
  const cases = {
    "const s = css`\n  a {\n    color: red;\n  }\n`;": "const s = css`a{color:red}`\n\n\n\n;",
    'css`a::before {\n  content: "\\\\201c";\n}`;': 'css`a::before {content: "\\\\201c";}`\n\n;',
    "svg`<g>\n  ${a}\n  <b/>\n</g>`;": "svg`<g>${\na} <b/></g>`\n\n;",
    "html`<p>\n${a.map((b) => html`<i>\n${{ b }}</i>`)}\n</p>`;":
      "html`<p> ${\na.map((b) => html`<i> ${\n{ b }}</i>`)} </p>`\n;",
    [page]: smallPage,
  };
  assert.deepEqual(smaller(Object.keys(cases)), Object.values(cases));
});

test("PACK-24: quotes, comments, regular expressions and other templates are no templates to make smaller", () => {
  const others = [
    "'\\'`';",
    '"\\"html`";',
    "// don't: html`\n",
    "/* don't:\n css`\n  a {\n  }` */",
    "`html\n  ${'`'}\n`;",
    "raw`html\n  ${'}'}\n`;",
    "a.replace(/[`'\"/]/g, b);",
    "a = /\\/`/;",
    "const from = (a + b) / 2 / from; c['`'] / d; e /= 2;",
    "html`${/[}`]/.test(a) ? '\\'' : { b: \"}\" }}`;",
    "html`${/* ` } */ a}`;",
    "html`${a // ` }\n}`;",
  ];
  assert.deepEqual(
    smaller(others.map((other) => `${other}\n${page}`)),
    others.map((other) => `${other}\n${smallPage}`),
  );
});

test("PACK-24: a script that does not end as it should stays as it is", () => {
  const broken = ["a = 'b", "a = /b", "html`\n a", "html`\n ${a", "{", "}", "html`\n ${{`"];
  const scripts = broken.map((end) => `${page}\n${end}`);
  assert.deepEqual(smaller(scripts), scripts);
});
