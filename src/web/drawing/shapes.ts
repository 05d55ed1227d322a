import { short } from "./geometry.ts";

/** SVG path of a rectangle around its centre, in metres, with rounded corners. */
export const box = (x: number, z: number, w: number, d: number, round = 0): string => {
  const r = Math.max(0, Math.min(round, w / 2, d / 2));
  const [left, top, right, bottom] = [x - w / 2, z - d / 2, x + w / 2, z + d / 2].map(short);
  if (r === 0) return `M${left} ${top}H${right}V${bottom}H${left}Z`;
  const arc = (toX: number, toZ: number): string =>
    `a${short(r)} ${short(r)} 0 0 1 ${short(toX)} ${short(toZ)}`;
  return [
    `M${short(x - w / 2 + r)} ${top}H${short(x + w / 2 - r)}${arc(r, r)}`,
    `V${short(z + d / 2 - r)}${arc(-r, r)}H${short(x - w / 2 + r)}${arc(-r, -r)}`,
    `V${short(z - d / 2 + r)}${arc(r, -r)}Z`,
  ].join("");
};

/** SVG path of an ellipse around its centre, in metres; without `d` of a circle. */
export const oval = (x: number, z: number, w: number, d = w): string => {
  const [rx, rz] = [short(w / 2), short(d / 2)];
  return `M${short(x - w / 2)} ${short(z)}a${rx} ${rz} 0 1 1 ${short(w)} 0a${rx} ${rz} 0 1 1 ${short(-w)} 0Z`;
};

/** SVG path of a line through points `x, z, x, z, …`, in metres. */
export const line = (...at: readonly number[]): string =>
  at
    .map((metres, index) => `${index % 2 === 1 ? " " : index === 0 ? "M" : "L"}${short(metres)}`)
    .join("");

/** The numbers from 0 up to, not including, `count`. */
export const upTo = (count: number): readonly number[] =>
  Array.from({ length: Math.max(0, Math.min(200, Math.floor(count))) }, (_, index) => index);
