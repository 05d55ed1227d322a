// The Material Design Icons as files that browsers load on demand.
import { createHash } from "node:crypto";
import * as icons from "@mdi/js";

/** The package of the icons, for the notice. */
export const iconPackage = "node_modules/@mdi/js";

/** Approximate bytes of paths per file. Similar icons have names with the same beginning, so a plan needs few files. */
const bytesEach = 30_000;

/** All icons by name, in order, in groups. */
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

/** The icon's name for an export of `@mdi/js` such as `Battery10`: words begin at capital letters and digits, with exceptions. */
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
 * The files by name, which changes with the content, and their index: `First/name` for each file, with its first icon.
 * `@mdi/js` has only current names, so a renamed icon is found by its new name only.
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
    /** The file with the names of all icons, for searching. */
    names: namesFile,
    // A single text, since everybody loads it and esbuild would inline a list.
    index: made.map(({ first, name }) => [first, name].join("/")).join(" "),
  };
};
