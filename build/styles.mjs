// Styles stand in templates of scripts, which a minifier of scripts leaves as they are written.
import { readFile } from "node:fs/promises";
import { transform } from "esbuild";

const template = /\bcss`([^`$\\]*)`/g;

/** A plugin of esbuild that minifies the styles in templates that are all text. */
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
          // As many lines as before, so that the rest stays where the source map says; behind the style, not in it.
          const lines = style.split("\n").length - 1;
          return `css\`${code.trimEnd().replaceAll("\\", "\\\\")}\`${"\n".repeat(lines)}`;
        }),
      );
      return { contents: text.replaceAll(template, () => small.shift()), loader: "ts" };
    });
  },
};
