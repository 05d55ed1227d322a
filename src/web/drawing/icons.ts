import type { SignName } from "../../kinds/catalogue/devices.ts";
import { type Sign, signs } from "../../kinds/catalogue/signs.ts";

const isSign = (name: string): name is SignName => Object.hasOwn(signs, name);

const all = Object.entries<Sign>(signs);

const signOf = (name: string): SignName | undefined => {
  const plain = name.toLowerCase().replace(/^mdi:/, "");
  if (isSign(plain)) return plain;
  const [found = ""] = all.find(([, { meaning }]) => meaning?.test(plain)) ?? [];
  return isSign(found) ? found : undefined;
};

const names = new Map<string, SignName>();

/** The sign that comes nearest to some names, the first of them first; a generic one for none. */
export const iconFor = (...wanted: readonly (string | undefined)[]): SignName => {
  const key = wanted.join(" ");
  const known = names.get(key);
  if (known !== undefined) return known;
  const [icon = "generic"] = wanted.flatMap((name) =>
    name === undefined ? [] : (signOf(name) ?? []),
  );
  names.set(key, icon);
  return icon;
};

/** SVG path of a sign, to be stroked on a grid of 24. */
export const iconPath = (name: SignName): string => signs[name].icon;
