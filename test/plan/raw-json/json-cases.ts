const backslash = "\\";

/** Each is tried as a number; some are. */
const numbers = [
  ..."0 -0 1 -1 9 10 1234567890 -987 0.0 0.5 -0.5 1.0 1.50 0.000001 1e0 1E0 1e+0 1e-0 0e0".split(
    " ",
  ),
  ..."0e999 0E-999 -0e1 1e308 1e309 -1e309 1.7976931348623157e308 1.7976931348623159e308".split(
    " ",
  ),
  ..."5e-324 1e-400 1e-999999999999 1e999999999999 1e00005 1e+00 0.1e1 12.34E-56 1e1".split(" "),
  ..."- -- +1 + 01 -01 00 -00 0123 1. -1. .5 -.5 . 1.e1 1.E1 .e1 1e 1E 1e+ 1e- 1.5e 1e1.5".split(
    " ",
  ),
  ..."1e1e1 1..2 1.2.3 1-1 1+1 --1 -+1 0x1 0X1 0b1 0o7 1f 1d 1_000 1n Infinity -Infinity".split(
    " ",
  ),
  ..."NaN -NaN Inf inf nan 1,5 1'000 e1 E1 -e1 1ee1 1e++1 ٣ １ -１ 1٣ ½ ∞ 2. 0. -0. 0.e".split(" "),
  "1 2",
  "- 1",
  "1 .5",
  "1. 5",
  "1 e5",
  "1e 5",
  "9".repeat(308),
  "9".repeat(309),
  `${"9".repeat(400)}e-100`,
  `0.${"0".repeat(400)}1e401`,
  `1${"0".repeat(500)}e-500`,
  `-${"1".repeat(301)}`,
];

const strings = [
  '""',
  '"a"',
  '" "',
  '"\u007f"',
  '"\u0080\u00a0\u2028\u2029\ufeff\uffff"',
  '"Küche 🏠 \u{10ffff}"',
  '"/"',
  '"\'"',
  '"[1,{"',
  '"]}"',
  '"',
  '"a',
  'a"',
  "'a'",
  "`a`",
  "a",
  '""a',
  '"a""b"',
  '"a" "b"',
  '"a"b"',
  "“a”",
  '"\n"',
  '"\t"',
  '"\r\n"',
  ...Array.from({ length: 32 }, (_, code) => `"a${String.fromCharCode(code)}b"`),
  ...Array.from({ length: 128 }, (_, code) => `"${backslash}${String.fromCharCode(code)}"`),
  ..."\u0080 \u00e9 \u2028 🏠".split(" ").map((sign) => `"${backslash}${sign}"`),
  `"${backslash}"`,
  `"${backslash}${backslash}"`,
  `"${backslash.repeat(3)}"`,
  `"${backslash.repeat(4)}"`,
  `"${backslash.repeat(2)}"a"`,
  ...["u", "u0", "u00", "u004", "u0041", "u00410", "u00e9", "uD83C", "uDFE0", "uDFE0\\uD83C"].map(
    (escape) => `"${backslash}${escape}"`,
  ),
  ...["uabcd", "uABCD", "uaBcD", "u0000", "uffff", "ug000", "u0g00", "u00g0", "u000g"].map(
    (escape) => `"${backslash}${escape}"`,
  ),
  ...["u 041", "u+041", "u-041", "u0x41", "u{41}", "U0041", "x41", "041", "u00４1", "u@041"].map(
    (escape) => `"${backslash}${escape}"`,
  ),
  ...["u:041", "u/041", "u`041", "uG041", "u[041", "u\u0000041", "uD83C\\uDFE0", "uD83C\\n"].map(
    (escape) => `"${backslash}${escape}"`,
  ),
];

const words = ["true", "false", "null"].flatMap((word) => [
  word,
  word.toUpperCase(),
  `${word.charAt(0).toUpperCase()}${word.slice(1)}`,
  `${word.slice(0, -1)}${word.slice(-1).toUpperCase()}`,
  word.slice(0, -1),
  word.slice(1),
  `${word}x`,
  `${word}1`,
  `${word}${word}`,
  `${word} ${word}`,
  `-${word}`,
  `${word.slice(0, 2)} ${word.slice(2)}`,
  `${word.slice(0, 2)}\u0000${word.slice(2)}`,
  `"${word}`,
]);

const otherWords = [
  "undefined",
  "nul",
  "None",
  "True",
  "t",
  "f",
  "n",
  "yes",
  "nil",
  "тrue",
  "NULL",
];

const structures = [
  ..."[] {} [[]] [{}] [1] [1,2] [1,[2,[3]]] {} {} [ ] { } [[],[]] [[],{},[[]]] [[[[]]]]".split(" "),
  ..."[ ] [, [,] [1,] [,1] [1,,2] [1;2] [1:2] [1}, [1} {1] {] [) (] () [1 1] [[1] [1]] ]1[ ][ }{".split(
    " ",
  ),
  "[1 2]",
  "[ 1 , 2 ]",
  "[1] [2]",
  "[1]]",
  "[1],",
  ",[1]",
  '{"a":1}',
  '{"a":1,"b":2}',
  '{"a":1,"a":2}',
  '{"":0}',
  '{"a":{"b":{"c":[]}}}',
  '{"a" : 1 , "b" : { } }',
  '{"a":1,}',
  '{,"a":1}',
  '{"a":1,,"b":2}',
  '{"a":1 "b":2}',
  '{"a":1;"b":2}',
  '{"a",1}',
  '{"a"}',
  '{"a":}',
  '{"a"::1}',
  '{"a"=1}',
  '{"a":1:2}',
  '{"a" 1}',
  "{:1}",
  "{:}",
  "{a:1}",
  "{'a':1}",
  "{1:1}",
  "{null:1}",
  "{true:1}",
  "{[]:1}",
  "{{}:1}",
  '{"a":1',
  '{"a":1]',
  '["a":1]',
  '{"a":[1}',
  '{"a":{"b":1]}',
  '{"a":1}}',
  '{"a":1}{"a":1}',
  '{"a":1} 1',
  '{"a":1}#',
  '{"a\\u0062":1,"\\"":2,"\\ud800":3}',
  '{"__proto__":1,"constructor":{},"toString":[]}',
  "/* a */ 1",
  "1 // a",
  "1 # a",
  "[1 /* a */]",
  "<a/>",
  "1;",
  "*",
  "$",
  "@",
  "=1",
  "\\u0031",
  "\\n1",
];

const blanks = [" ", "\t", "\n", "\r", "\r\n", " \t\n\r ", " ".repeat(70)];
/** Signs that are blank for others than JSON, or that nobody sees. */
const noBlanks = Array.from(
  [
    "\u0000\u0001\b\v\f\u001a\u001b\u001f\u007f\u0085\u00a0\u1680\u180e\u2000\u2003\u2007\u200b",
    "\u200d\u2028\u2029\u202f\u205f\u2060\u3000\ufeff\ufffe\uffff",
  ].join(""),
);
const spaced = [...blanks, ...noBlanks].flatMap((blank) => [
  blank,
  `${blank}1`,
  `1${blank}`,
  `${blank}"a"${blank}`,
  `[${blank}]`,
  `{${blank}}`,
  `[${blank}1${blank},${blank}2${blank}]`,
  `{${blank}"a"${blank}:${blank}true${blank},${blank}"b"${blank}:${blank}{}${blank}}`,
  `[1${blank}2]`,
  `tr${blank}ue`,
  `"a${blank}b"`,
]);

/**
 * Texts that are JSON (RFC 8259), nearly JSON, or what an implementation may
 * decide on; which is which no table says.
 */
export const jsonCases: readonly string[] = [
  "",
  ...numbers,
  ...strings,
  ...words,
  ...otherWords,
  ...structures,
  ...spaced,
];

/** Where a text may stand as a value: `@` is the place. */
export const valuePlaces: readonly string[] = [
  "@",
  " @\n",
  "[@]",
  "[@,1]",
  "[1,@]",
  "[[@]]",
  '{"id":1,"x":@}',
  '{"x":@,"id":1}',
  '{"data":@}',
  '{"data":[@]}',
  '{"plan":@}',
  '[{"plan":@},{"plan":{"a":@}}]',
  '{"plan":{"a":@,"rev":@,"b":@}}',
  '{"plan":{"rooms":@}}',
  '{"plan":{"rooms":[@]}}',
  '{"plan":{"rooms":[{"points":[[0,@],[@,0]],"b":1}]}}',
  '{"plan":{"backgrounds":@}}',
  '{"plan":{"backgrounds":{"0":@}}}',
  '{"plan":{"backgrounds":{"0":{"url":@}}}}',
  '{"plan":{"backgrounds":{"0":{"a":[@],"url":""}}}}',
];

/** Where a text may stand as a key. */
export const keyPlaces: readonly string[] = [
  "{@:1}",
  '{"id":1,@:{"a":2}}',
  '{"plan":{@:1}}',
  '{"plan":{"a":{@:1}}}',
  '{"plan":{"a":[{"b":1,@:1}]}}',
  '{"plan":{"backgrounds":{@:{}}}}',
  '{"plan":{"backgrounds":{"0":{@:"a"}}}}',
];
