// The icons of Material Design Icons as files that browsers load when they want one of them.
import { createHash } from "node:crypto";
import * as icons from "@mdi/js";

/** Where the icons are had from, for the notice. */
export const iconPackage = "node_modules/@mdi/js";

/** About as many bytes of paths go into a file: icons of one kind share a name's beginning, so a plan needs few files. */
const bytesEach = 30_000;

/** All icons by name, in order, cut into groups. */
const groups = () => {
  const all = Object.entries(icons).filter(([, path]) => typeof path === "string");
  const made = [];
  let size = bytesEach;
  for (const [name, path] of all.toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    if (size >= bytesEach) {
      made.push([]);
      size = 0;
    }
    made.at(-1).push([name.replace(/^mdi/, ""), path]);
    size += path.length;
  }
  return made;
};

/** The name of an icon of which `@mdi/js` says `Battery10`: a word begins where a letter is large or digits do, but for these. */
const nameOf = (key) =>
  key
    .replaceAll(/[A-Z]|(?<=[A-Za-z])\d/g, (sign) => `-${sign.toLowerCase()}`)
    .slice(1)
    .replace(
      /^(dice-d|ev-plug-ccs|ev-plug-type|keyboard-f|language-css|language-html|molecule-co)-(?=\d)/,
      "$1",
    )
    .replace(/^surround-sound-(\d+)$/, (_, digits) => ["surround-sound", ...digits].join("-"));

const hashed = (text) => createHash("sha256").update(text).digest("hex").slice(0, 8).toUpperCase();

/**
 * The files, by their names, which change with the content, and the index of them: of each
 * `First/name`, the first icon in it and its name. `@mdi/js` has only the names of today, so an icon
 * that was renamed is known by its new name alone.
 */
export const iconFiles = () => {
  const made = groups().map((group, at) => {
    const text = JSON.stringify(Object.fromEntries(group));
    const [[first]] = group;
    return { first, name: `${at}-${hashed(text)}.json`, text };
  });
  const keys = groups().flatMap((group) => group.map(([key]) => key));
  const names = JSON.stringify(keys.map(nameOf).toSorted((one, other) => (one < other ? -1 : 1)));
  const namesFile = `names-${hashed(names)}.json`;
  return {
    files: new Map([...made.map(({ name, text }) => [name, text]), [namesFile, names]]),
    /** The file with the names of all icons, for who searches them. */
    names: namesFile,
    // One text, as esbuild puts that where it is read, and a list into what everybody loads.
    index: made.map(({ first, name }) => [first, name].join("/")).join(" "),
  };
};
