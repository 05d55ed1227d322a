// Minifies styles, and puts drawings and pages on one line: all are in templates of scripts, which esbuild leaves as
// written.
import { readFile } from "node:fs/promises";
import { transform } from "esbuild";
import { taggedTemplates } from "./tagged-templates.mjs";

/** A text without its line breaks, where they mean no more than a space. */
const onOneLine = {
  css: (text) =>
    text
      .replaceAll(/\/\*[^]*?\*\//g, "")
      .replaceAll(/(^|[{};,])\s*\n\s*/g, "$1")
      .replaceAll(/\s*\n\s*(\}?)/g, (_, brace) => brace || " "),
  html: (text) => text.replaceAll(/\s*\n\s*/g, " "),
  svg: (text) => text.replaceAll(/>\s*\n\s*(?=<|$)/g, ">").replaceAll(/\s*\n\s*/g, " "),
};

const minified = async (style) => {
  const { code } = await transform(style, { loader: "css", minify: true, target: "es2022" });
  return code.trimEnd().replaceAll("\\", "\\\\");
};

/** The code with its templates smaller; the line breaks follow each text, so that source maps stay right. */
export const withSmallTemplates = async (code) => {
  const texts = taggedTemplates(code)
    .filter(({ tag }) => Object.hasOwn(onOneLine, tag))
    .flatMap(({ tag, texts: own }) =>
      own.map(([start, end]) => {
        const text = code.slice(start, end);
        const isWholeStyle = tag === "css" && own.length === 1 && !text.includes("\\");
        return { start, end, text, make: isWholeStyle ? minified : onOneLine[tag] };
      }),
    )
    // The texts of a template within an expression lie between those of the template around it.
    .toSorted((one, other) => one.start - other.start);
  let [made, done] = ["", 0];
  for (const { start, end, text, make } of texts) {
    const mark = code[end] === "`" ? "`" : "${";
    const breaks = "\n".repeat(text.split("\n").length - 1);
    made += code.slice(done, start) + (await make(text)) + mark + breaks;
    done = end + mark.length;
  }
  return made + code.slice(done);
};

/** An esbuild plugin that makes styles, drawings and pages in templates smaller. */
export const smallTemplates = {
  name: "small templates",
  setup: (making) => {
    making.onLoad({ filter: /[/\\]src[/\\]web[/\\].*\.ts$/ }, async ({ path }) => {
      const code = await readFile(path, "utf8");
      if (!/\b(?:css|html|svg)`/.test(code)) return undefined;
      return { contents: await withSmallTemplates(code), loader: "ts" };
    });
  },
};
