import assert from "node:assert/strict";
import { test } from "node:test";
import { jsonCases, keyPlaces, valuePlaces } from "./json-cases.ts";
import { isJson, open } from "./plan-readers.ts";

/** Compares what the service takes for JSON with what `JSON.parse` does; true where both do. */
const judged = (text: string): boolean => {
  const expected = isJson(text);
  const opened = open(Buffer.from(text)) !== undefined;
  assert.equal(opened, expected, `${JSON.stringify(text.slice(0, 300))} is JSON: ${expected}`);
  return expected;
};

test("SAVE-17, CHAN-9: every production of JSON and its near misses are taken or refused as JSON.parse does, wherever they stand", (t) => {
  let [taken, refused] = [0, 0];
  for (const place of [...valuePlaces, ...keyPlaces]) {
    for (const text of jsonCases) {
      if (judged(place.replaceAll("@", () => text))) taken += 1;
      else refused += 1;
    }
  }
  t.diagnostic(`${taken} taken, ${refused} refused`);
  assert(taken > 2000 && refused > 5000);
});

/** Each production is in it. */
const dense =
  '{"id":-10.5e+3,"a":[true,false,null,0,{}],"é\\u00e9\\n":"🏠\\\\","plan": {"rooms":[[1E-2,"x"]],"rev":[],"backgrounds":{"0":{"url":"u"},"1":null}}}';

test("SAVE-17: JSON that is cut anywhere, or lacks a sign, is refused as JSON.parse does", () => {
  const signs = Array.from(dense);
  assert(judged(dense));
  for (let at = 0; at < signs.length; at += 1) {
    assert(!judged(signs.slice(0, at).join("")));
    judged(signs.slice(at).join(""));
    judged(signs.toSpliced(at, 1).join(""));
    judged([...signs.slice(0, at), "\u0000"].join(""));
  }
});

test("SAVE-17: JSON with any other sign anywhere is taken or refused as JSON.parse does", () => {
  const signs = Array.from(dense);
  const others = [
    ...Array.from({ length: 129 }, (_, code) => String.fromCharCode(code)),
    "\u00a0",
    "\u2028",
    "\ufeff",
    "🏠",
  ];
  let taken = 0;
  for (let at = 0; at <= signs.length; at += 1) {
    for (const other of others) {
      if (judged(signs.toSpliced(at, 0, other).join(""))) taken += 1;
      if (judged(signs.toSpliced(at, 1, other).join(""))) taken += 1;
    }
  }
  assert(taken > 2000);
});

test("SAVE-17: nesting that would fill a stack is taken or refused as JSON.parse does", () => {
  for (const place of valuePlaces) {
    for (const levels of [127, 128, 129, 130, 300, 50_000]) {
      for (const [opening, closing] of [
        ["[", "]"],
        ['{"a":', "}"],
        ['[{"a":[', "]}]"],
        ['{"a":1,"b":[ ', " ]} "],
      ] as const) {
        const into = (text: string): string => place.replace("@", text).replaceAll("@", "1");
        const inner = levels % 2 === 0 ? "1" : "[]";
        const whole = opening.repeat(levels) + inner + closing.repeat(levels);
        assert(judged(into(whole)));
        if (levels > 300) continue;
        judged(into(opening.repeat(levels)));
        judged(into(whole.slice(0, -1)));
        judged(into(`${whole}${closing}`));
        judged(into(opening.repeat(levels) + inner + closing.repeat(levels).replace(/[\]}]/, ")")));
        judged(into(opening.repeat(levels) + inner + closing.repeat(levels).replaceAll("}", "]")));
      }
    }
  }
});
