// Minifies styles, which are in templates of scripts that esbuild leaves as written.
import { readFile } from "node:fs/promises";
import { transform } from "esbuild";

const template = /\bcss`([^`$\\]*)`/g;

/** An esbuild plugin that minifies styles in templates without expressions. */
export const smallStyles = {
  name: "styles in templates",
  setup: (making) => {
    making.onLoad({ filter: /[/\\]src[/\\]web[/\\].*\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      const styles = [...text.matchAll(template)];
      if (styles.length === 0) return undefined;
      const small = await Promise.all(
        styles.map(async ([, style]) => {
          const { code } = await transform(style, {
            loader: "css",
            minify: true,
            target: "es2022",
          });
          // Keeps the number of lines, so that source maps stay right; the line ends go after the style.
          const lines = style.split("\n").length - 1;
          return `css\`${code.trimEnd().replaceAll("\\", "\\\\")}\`${"\n".repeat(lines)}`;
        }),
      );
      return { contents: text.replaceAll(template, () => small.shift()), loader: "ts" };
    });
  },
};
