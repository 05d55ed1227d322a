import type { Texts } from "../i18n/editor-speaker.ts";

/** A sentence about what to do, in the words of what people do it with: a mouse, or their fingers. */
export const forFingers = (sentence: string, { tapped }: Pick<Texts, "tapped">): string =>
  matchMedia("(pointer: coarse)").matches ? tapped(sentence) : sentence;
