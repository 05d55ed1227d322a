/** Bytes of a PNG's signature and of its first chunk, the header, which all others follow. */
const headEnd = 33;

/** The CRC-32 of bytes, as PNG has it behind each chunk. */
const crcOf = (bytes: Uint8Array): number => {
  let crc = 0xffff_ffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb8_8320 : 0);
  }
  return ~crc >>> 0;
};

/** Puts the pixels per metre of paper into a PNG without them, by which programs print it to scale. */
export const withPixelsPerMetre = (png: Uint8Array, pixels: number): Uint8Array<ArrayBuffer> => {
  const chunk = new Uint8Array(21);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, 9);
  chunk.set(new TextEncoder().encode("pHYs"), 4);
  view.setUint32(8, Math.round(pixels));
  view.setUint32(12, Math.round(pixels));
  // The unit is the metre.
  view.setUint8(16, 1);
  view.setUint32(17, crcOf(chunk.subarray(4, 17)));
  const whole = new Uint8Array(png.length + chunk.length);
  whole.set(png.subarray(0, headEnd));
  whole.set(chunk, headEnd);
  whole.set(png.subarray(headEnd), headEnd + chunk.length);
  return whole;
};
