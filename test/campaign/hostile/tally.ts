import * as t from "io-ts";
import type { AttackKind } from "./attack-kind.ts";

/** How many connections of a kind ended how: by the kind's name, then by `HostilePeer.ending`. */
export const tallyCodec = t.record(t.string, t.record(t.string, t.number));
export type Tally = t.TypeOf<typeof tallyCodec>;

export const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** All connections of a tally. */
export const connectionsOf = (tally: Tally): number =>
  Object.values(tally).reduce((sum, endings) => sum + sumOf(endings), 0);

/** Adds `more` to a tally. */
export const addTally = (tally: Tally, more: Tally): void => {
  for (const [kind, endings] of Object.entries(more)) {
    const counts = (tally[kind] ??= {});
    for (const [ending, count] of Object.entries(endings))
      counts[ending] = (counts[ending] ?? 0) + count;
  }
};

/**
 * How a connection ends that never came to what it was about, because everybody is busy or its address has enough of them:
 * refused, not even made, or without the login that it wanted to begin with.
 */
const turnedAway = [
  /^(?:[\d+]*\+)?(?:403|408|503)$/,
  /^1013$/,
  /^E[A-Z]+$/,
  /^(?:[\d+]+|(?:[\d+]+ )?cut) but is not let in$/,
];

/** How any connection may end, whatever it did: turned away, or let go for another one without a word. */
const always = [...turnedAway, /^(?:[\d+]+ )?cut$/];

const isOf = (rules: readonly RegExp[], ending: string): boolean =>
  rules.some((rule) => rule.test(ending));

const isAsItShould = ({ ends }: AttackKind, ending: string): boolean =>
  ends.test(ending) && !ending.includes(" but ");

/** So many connections of one kind that were not turned away, and not one was told what its protocol has for it: that is no longer chance. */
const many = 20;

/** What is wrong with how connections ended: those of each kind that ended as they must not, and kinds none of which ended as it should. */
export const faultsOf = (kinds: readonly AttackKind[], tally: Tally): readonly string[] =>
  kinds.flatMap((kind) => {
    const { name, ends } = kind;
    const endings = Object.entries(tally[name] ?? {});
    const wrong = endings.filter(
      ([ending]) => !isAsItShould(kind, ending) && !isOf(always, ending),
    );
    const isTold = endings.some(([ending]) => isAsItShould(kind, ending));
    const came = endings.filter(([ending]) => !isOf(turnedAway, ending));
    const cameIn = came.reduce((sum, [, count]) => sum + count, 0);
    return [
      ...wrong.map(([ending, count]) => `${name}: ${count} × ${ending}, not ${String(ends)}`),
      ...(isTold || cameIn < many ? [] : [`${name}: none of ${cameIn} ends with ${String(ends)}`]),
    ];
  });

/** A line for each kind, or for each family of them. */
export const linesOf = (tally: Tally, by: "kind" | "family"): readonly string[] => {
  const shown: Tally = {};
  for (const [kind, endings] of Object.entries(tally))
    addTally(shown, { [by === "kind" ? kind : kind.replace(/:.*/, "")]: endings });
  return Object.entries(shown)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([name, endings]) => {
      const frequent = Object.entries(endings).toSorted(([, one], [, other]) => other - one);
      const how = frequent.map(([ending, count]) => `${count} × ${ending}`).join(", ");
      return `${sumOf(endings)} ${name}: ${how}`;
    });
};
