import { crc32 } from "node:zlib";

/** The polynomial of CRC-32 without its highest term, lowest power first (as in zlib, gzip and PNG). */
const polynomial = 0xedb88320 | 0;

/** The polynomial 1 in that order of bits. */
const one = 0x80000000 | 0;

/**
 * The product of two polynomials, modulo that of CRC-32. Every edit computes some hundreds: no branches, which would be
 * predicted wrongly half the time.
 */
const product = (a: number, b: number): number => {
  let [shifted, sum] = [b, 0];
  for (let bit = 31; bit >= 0; bit -= 1) {
    sum ^= shifted & -((a >>> bit) & 1);
    shifted = (shifted >>> 1) ^ (polynomial & -(shifted & 1));
  }
  return sum;
};

/** x to the power of 8, 16, 32, …: what 1, 2, 4, … bytes multiply by. */
const powers: readonly number[] = Array.from({ length: 31 }).reduce<number[]>(
  (found) => {
    const last = found.at(-1) ?? one;
    return [...found, product(last, last)];
  },
  [one >>> 8],
);

/** What the checksum of a text is multiplied by when so many bytes follow it. */
const shiftOf = (bytes: number): number => {
  let shift = one;
  for (let [rest, power] = [bytes, 0]; rest > 0; rest = Math.floor(rest / 2), power += 1)
    if (rest % 2 === 1) shift = product(shift, powers[power] ?? one);
  return shift;
};

/** The CRC-32 of a text, and what it takes to append that text to another one. */
export interface Checksum {
  readonly crc: number;
  readonly shift: number;
}

export const checksumOf = (text: Buffer): Checksum => ({
  crc: crc32(text),
  shift: shiftOf(text.length),
});

/** The CRC-32 of one text followed by another, from theirs: CRC-32 is linear (zlib's `crc32_combine` has the algebra). */
const joinedCrc = (first: number, second: Checksum): number =>
  product(first, second.shift) ^ second.crc;

/** The checksum of texts that follow one another. */
export const joined = (texts: readonly Checksum[], bytes: number): Checksum => {
  let crc = 0;
  for (const text of texts) crc = joinedCrc(crc, text);
  return { crc: crc >>> 0, shift: shiftOf(bytes) };
};
