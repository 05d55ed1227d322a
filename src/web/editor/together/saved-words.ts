import type { Texts } from "../../texts/index.ts";
import type { PartContext } from "../part.ts";
import type { Names } from "./savers.ts";

interface Said {
  readonly texts: Texts;
  readonly words: Promise<string>;
}

const said = new WeakMap<Promise<Names>, Said>();

const wordsFor = async (
  names: Promise<Names>,
  { texts, language }: PartContext,
): Promise<string> => {
  const all = await names;
  const known = all.filter((name) => name !== undefined);
  if (known.length === 0) return texts.panels.notices.incoming;
  const { saved, somebody } = texts.together;
  const who = known.length < all.length ? [...known, somebody] : known;
  return saved(new Intl.ListFormat(language).format(who), who.length);
};

/** Who saved what came in, as `Anna has saved. New in your plan:`; the same promise as long as that is the same. */
export const savedWords = (context: PartContext): Promise<string> => {
  const { names } = context.together.savers;
  const known = said.get(names);
  if (known?.texts === context.texts) return known.words;
  const words = wordsFor(names, context);
  said.set(names, { texts: context.texts, words });
  return words;
};
