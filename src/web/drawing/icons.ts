import type { SignName } from "../../kinds/catalogue/devices.ts";
import { type Sign, signs } from "../../kinds/catalogue/signs.ts";

const isSign = (name: string): name is SignName => Object.hasOwn(signs, name);

const known: Readonly<Record<SignName, Sign>> = signs;
const all = Object.keys(signs).filter(isSign);

const signOf = (name: string): SignName | undefined => {
  const plain = name.toLowerCase().replace(/^mdi:/, "");
  if (isSign(plain)) return plain;
  return all.find((each) => known[each].meaning?.test(plain));
};

const names = new Map<string, SignName>();

/** The sign that comes nearest to some names, the first of them first; a generic one for none. */
export const iconFor = (...wanted: readonly (string | undefined)[]): SignName => {
  const key = wanted.join(" ");
  const found = names.get(key);
  if (found !== undefined) return found;
  const [icon = "generic"] = wanted.flatMap((name) =>
    name === undefined ? [] : (signOf(name) ?? []),
  );
  names.set(key, icon);
  return icon;
};

/** SVG path of a sign, to be stroked on a grid of 24. */
export const iconPath = (name: SignName): string => signs[name].icon;
