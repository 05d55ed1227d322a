// Minifies styles, and puts drawings and pages on one line: all are in templates of scripts, which esbuild leaves as
// written.
import { readFile } from "node:fs/promises";
import { transform } from "esbuild";

/** Where a template with a tag begins, but not where a comment names the tag. */
const template = /(?<![`\w])(css|svg|html)`/g;

const plainStyle = /\bcss`([^`$\\]*)`/g;

/** Where the expression that begins at `from` ends, before its closing brace. */
const endOfExpression = (code, from) => {
  let depth = 0;
  for (let at = from; at < code.length; at += 1) {
    const char = code[at];
    if (char === "`") at = textsFrom(code, at + 1).end;
    else if (char === '"' || char === "'") at = code.indexOf(char, at + 1);
    else if (char === "/" && code[at + 1] === "/") at = code.indexOf("\n", at);
    else if (char === "{") depth += 1;
    else if (char === "}" && depth === 0) return at;
    else if (char === "}") depth -= 1;
  }
  throw new Error(`an expression in a template does not end: ${code.slice(from, from + 80)}`);
};

/** The texts between the expressions of the template that begins at `from`, by where they begin and end; and its own end. */
const textsFrom = (code, from) => {
  const texts = [];
  let start = from;
  for (let at = from; at < code.length; at += 1) {
    const char = code[at];
    if (char === "\\") at += 1;
    else if (char === "`") return { texts: [...texts, [start, at]], end: at };
    else if (char === "$" && code[at + 1] === "{") {
      texts.push([start, at]);
      at = endOfExpression(code, at + 2);
      start = at + 1;
    }
  }
  throw new Error(`a template does not end: ${code.slice(from, from + 80)}`);
};

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

/** The code with its templates on one line each; the line breaks follow each text, so that source maps stay right. */
const withTemplates = (code) => {
  const edits = [...code.matchAll(template)].flatMap(({ 0: begin, 1: tag, index }) =>
    textsFrom(code, index + begin.length).texts.map(([start, end]) => ({ tag, start, end })),
  );
  let [made, done] = ["", 0];
  // The texts of a template within an expression lie between those of the template around it.
  for (const { tag, start, end } of edits.toSorted((one, other) => one.start - other.start)) {
    const text = code.slice(start, end);
    const mark = code[end] === "`" ? "`" : "${";
    const breaks = "\n".repeat(text.split("\n").length - 1);
    made += code.slice(done, start) + onOneLine[tag](text) + mark + breaks;
    done = end + mark.length;
  }
  return made + code.slice(done);
};

const withStyles = async (code) => {
  const styles = [...code.matchAll(plainStyle)];
  const small = await Promise.all(
    styles.map(async ([, style]) => {
      const { code: made } = await transform(style, {
        loader: "css",
        minify: true,
        target: "es2022",
      });
      // Keeps the number of lines, so that source maps stay right; the line ends go after the style.
      const lines = style.split("\n").length - 1;
      return `css\`${made.trimEnd().replaceAll("\\", "\\\\")}\`${"\n".repeat(lines)}`;
    }),
  );
  return code.replaceAll(plainStyle, () => small.shift());
};

/** An esbuild plugin that makes styles, drawings and pages in templates smaller. */
export const smallStyles = {
  name: "templates",
  setup: (making) => {
    making.onLoad({ filter: /[/\\]src[/\\]web[/\\].*\.ts$/ }, async ({ path }) => {
      const code = await readFile(path, "utf8");
      if (code.search(template) === -1) return undefined;
      const contents = withTemplates(await withStyles(code));
      return { contents, loader: "ts" };
    });
  },
};
