/** The prefix of YAML's own tags. */
const core = "tag:yaml.org,2002:";

/** YAML's own tags, by the names that `!!` makes of them. */
export const tags = {
  null: `${core}null`,
  bool: `${core}bool`,
  int: `${core}int`,
  float: `${core}float`,
  str: `${core}str`,
  binary: `${core}binary`,
  timestamp: `${core}timestamp`,
  merge: `${core}merge`,
  value: `${core}value`,
  seq: `${core}seq`,
  map: `${core}map`,
  set: `${core}set`,
  omap: `${core}omap`,
  pairs: `${core}pairs`,
} as const;

const words = /^(?:yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)$/;
const floats = [
  /^[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?$/,
  /^\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?$/,
  /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*$/,
  /^[-+]?\.(?:inf|Inf|INF)$/,
  /^\.(?:nan|NaN|NAN)$/,
];
const ints = [
  /^[-+]?0b[01_]+$/,
  /^[-+]?0[0-7_]+$/,
  /^[-+]?(?:0|[1-9][0-9_]*)$/,
  /^[-+]?0x[0-9a-fA-F_]+$/,
  /^[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+$/,
];
const dates = [
  /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/,
  /^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt]|[ \t]+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]*)?(?:[ \t]*(?:Z|[-+][0-9]{1,2}(?::[0-9]{2})?))?$/,
];
const nulls = /^(?:~|null|Null|NULL|)$/;

/**
 * The tag that PyYAML's SafeLoader gives a plain scalar (the rules of its resolver, which are the
 * type repository's of YAML 1.1 but for `y`, `n` and exponents without a sign).
 */
export const resolvePlain = (text: string): string => {
  // A newline at the end, possible in `! "yes<newline>"`, is invisible to PyYAML's patterns.
  const value = text.endsWith("\n") ? text.slice(0, -1) : text;
  const matches = (pattern: RegExp): boolean => pattern.test(value);
  switch (value[0]) {
    case undefined:
      // A lone newline begins with no character that PyYAML has a pattern for.
      return text === "" ? tags.null : tags.str;
    case "<":
      return value === "<<" ? tags.merge : tags.str;
    case "=":
      return value === "=" ? tags.value : tags.str;
    case "~":
      return value === "~" ? tags.null : tags.str;
    default:
  }
  if (/^[-+.0-9]/.test(value)) {
    if (floats.some(matches)) return tags.float;
    if (ints.some(matches)) return tags.int;
    return dates.some(matches) ? tags.timestamp : tags.str;
  }
  if (words.test(value)) return tags.bool;
  return nulls.test(value) ? tags.null : tags.str;
};

/** Whether a tag, as it is written before a value, is one that SafeLoader has a meaning for. */
export const isKnownTag = (source: string): boolean =>
  source === "!" || written.has(source.replace(/^!<(.*)>$/, "$1").replace(/^!!/, core));

const written: ReadonlySet<string> = new Set(Object.values(tags));
