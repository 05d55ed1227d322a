// The icons of Material Design Icons as files that browsers load when they want one of them.
import { createHash } from "node:crypto";
import * as icons from "@mdi/js";

/** Where the icons are had from, for the notice. */
export const iconPackage = "node_modules/@mdi/js";

/** About as many bytes of paths go into a file: icons of one kind share a name's beginning, so a plan needs few files. */
const bytesEach = 30_000;

/** The names in order, cut into groups. */
const groups = () => {
  const all = [[]];
  let size = 0;
  const names = Object.keys(icons).filter((name) => typeof icons[name] === "string");
  for (const name of names.toSorted()) {
    if (size > bytesEach) {
      all.push([]);
      size = 0;
    }
    all.at(-1).push([name.replace(/^mdi/, ""), icons[name]]);
    size += icons[name].length;
  }
  return all;
};

/**
 * The files, by their names, which change with the content, and the index of them: of each
 * `First/name`, the first icon in it and its name. `@mdi/js` has only the names of today, so an icon that was renamed is
 * known by its new name alone.
 */
export const iconFiles = () => {
  const made = groups().map((group, at) => {
    const text = JSON.stringify(Object.fromEntries(group));
    const hash = createHash("sha256").update(text).digest("hex").slice(0, 8).toUpperCase();
    return { first: group[0][0], name: `${at}-${hash}.json`, text };
  });
  return {
    files: new Map(made.map(({ name, text }) => [name, text])),
    // One text, as esbuild puts that where it is read, and a list into what everybody loads.
    index: made.map(({ first, name }) => `${first}/${name}`).join(" "),
  };
};
