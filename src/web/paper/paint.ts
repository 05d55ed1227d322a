/** A colour that every viewer knows, and how much of it is seen, from 0 to 1. */
export interface Paint {
  readonly color: string;
  readonly alpha: number;
}

const hex = (part: number): string =>
  Math.max(0, Math.min(255, Math.round(part)))
    .toString(16)
    .padStart(2, "0");

/** A number, or a part of `whole` in percent. */
const measured = (text: string, whole: number): number =>
  text.endsWith("%") ? (Number(text.slice(0, -1)) / 100) * whole : Number(text);

/** Red, green and blue of hue, saturation and lightness, as CSS Color 4 says (§ 7.1). */
const ofHsl = (hue: number, saturation: number, lightness: number): readonly number[] =>
  [0, 8, 4].map((shift) => {
    const place = (shift + hue / 30 + 1200) % 12;
    const strength = saturation * Math.min(lightness, 1 - lightness);
    return 255 * (lightness - strength * Math.max(-1, Math.min(place - 3, 9 - place, 1)));
  });

const functionRule =
  /^(rgb|hsl)a?\(\s*([\d.%+-]+)(?:deg)?[\s,]+([\d.%+-]+)[\s,]+([\d.%+-]+)(?:[\s,/]+([\d.%+-]+))?\s*\)$/;

/**
 * A colour of CSS in a form that all viewers of SVG read: six hexadecimal digits or a name. Undefined for what is none,
 * above all for anything that would lead to another place.
 */
export const paintIn = (text: string): Paint | undefined => {
  const value = text.trim().toLowerCase();
  if (value === "transparent") return { color: "none", alpha: 1 };
  if (["inherit", "initial", "unset", "revert"].includes(value)) return undefined;
  if (/^[a-z]{3,30}$/.test(value)) return { color: value, alpha: 1 };
  const digits = /^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/.exec(value)?.[1];
  if (digits !== undefined) {
    const whole = digits.length > 4 ? digits : digits.replaceAll(/./g, "$&$&");
    return {
      color: `#${whole.slice(0, 6)}`,
      alpha: whole.length > 6 ? Number.parseInt(whole.slice(6), 16) / 255 : 1,
    };
  }
  const [, kind, one = "", two = "", three = "", last = "1"] = functionRule.exec(value) ?? [];
  if (kind === undefined) return undefined;
  const parts =
    kind === "rgb"
      ? [one, two, three].map((part) => measured(part, 255))
      : ofHsl(Number(one), measured(two, 1), measured(three, 1));
  const alpha = Math.max(0, Math.min(1, measured(last, 1)));
  return [...parts, alpha].some(Number.isNaN)
    ? undefined
    : { color: `#${parts.map(hex).join("")}`, alpha };
};
