import type { Random } from "../../support/random.ts";
import { planSizes, samplePlan } from "../../support/plans.ts";

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** At most so many members of an element, which have some hundred bytes. */
const fewMembers = 3;

const cutElement = (element: unknown, random: Random): unknown => {
  if (!isFields(element)) return element;
  const members = Object.entries(element);
  if (members.length <= fewMembers) return element;
  const start = random.below(members.length - fewMembers + 1);
  return Object.fromEntries(members.slice(start, start + fewMembers));
};

/** Two elements of a list at the most, or the whole of anything else. */
const cutField = (value: unknown, random: Random): unknown => {
  if (!Array.isArray(value)) return value;
  const start = random.below(value.length);
  return value.slice(start, start + random.below(3)).map((element) => cutElement(element, random));
};

/** Fields that plans may have and the samples have not. */
const exotic: readonly string[] = [
  '"__proto__":{"rooms":1}',
  '"__proto__":[1,[2]]',
  '"constructor":null,"toString":{"valueOf":[]}',
  '"r\\u0065v":5',
  '"rev":{"rev":[1,{"rooms":2}]}',
  '"ro\\u006fms":[1,2,3]',
  '"rooms":null,"backgrounds":null',
  '"backgrounds":{"0":{"url":"/a.svg","url":"\\u002fb.svg"},"1":null}',
  '"backgrounds":{"a":{"url":null},"a":{},"__proto__":{"url":"x"}}',
  '"b\\u0061ckgrounds":{"\\u0061":{"u\\u0072l":"\\ud83c"}}',
  '"":"","\\"":"\\\\","\\u0000":"\\ud800\\udc00\\ud800"',
  '"1":1.0,"0":-0,"2":1E2,"01":[-0.0,1e-7,100e-2]',
  '"texts":[],"texts":[1],"texts":null,"devices":[{}]',
  '"é":"Küche 🏠","🪑":{"\u2028":"\u00a0\ufeff"}',
];

/** Texts of small plans, out of the samples of each size, with exotic fields; `count` of each size. */
export const smallPlans = (random: Random, count: number): readonly string[] =>
  planSizes.flatMap((size) => {
    const sample = samplePlan(size, 1);
    return Array.from({ length: count }, () => {
      const fields = Object.entries(sample)
        .filter(() => random.below(2) > 0)
        .map(([key, value]) => `"${key}":${JSON.stringify(cutField(value, random))}`);
      for (let more = random.below(4); more > 0; more -= 1)
        fields.splice(
          random.below(fields.length + 1),
          0,
          exotic[random.below(exotic.length)] ?? "",
        );
      return `{${fields.join(",")}}`;
    });
  });
