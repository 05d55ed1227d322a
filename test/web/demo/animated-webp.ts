/** A picture of an animation: WebP as a canvas of a browser encodes it, and how long it is shown. */
export interface AnimationFrame {
  readonly webp: Buffer;
  readonly ms: number;
}

const uint24 = (value: number): Buffer => {
  const bytes = Buffer.alloc(3);
  bytes.writeUIntLE(value, 0, 3);
  return bytes;
};

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

/** A chunk of a RIFF file, whose length is even. */
const chunk = (name: string, ...contents: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(contents);
  const padding = Buffer.alloc(content.length % 2);
  return Buffer.concat([Buffer.from(name, "latin1"), uint32(content.length), content, padding]);
};

const headBytes = 12;

/** The chunk with the picture of a WebP file, of the simple format or the extended one. */
const pictureIn = (webp: Buffer): Buffer => {
  for (let at = headBytes; at < webp.length;) {
    const length = 8 + webp.readUInt32LE(at + 4);
    const name = webp.toString("latin1", at, at + 4);
    if (name === "VP8 " || name === "VP8L") return webp.subarray(at, at + length + (length % 2));
    at += length + (length % 2);
  }
  throw new TypeError("there is no picture in this WebP file");
};

/** Bit 1 of the flags of the extended format: the file is an animation. */
const isAnimation = 0b10;
/** Bit 1 of the flags of a frame: it replaces the one before, without blending. */
const isWhole = 0b10;

/** An endless animation of pictures of one size (RFC 9649, section 2.7). */
export const animatedWebp = (
  frames: readonly AnimationFrame[],
  { width, height }: { readonly width: number; readonly height: number },
): Buffer => {
  const size = [uint24(width - 1), uint24(height - 1)];
  const contents = [
    Buffer.from("WEBP", "latin1"),
    chunk("VP8X", Buffer.from([isAnimation, 0, 0, 0]), ...size),
    // Background and number of rounds; 0 rounds never end.
    chunk("ANIM", uint32(0xffffffff), Buffer.alloc(2)),
    ...frames.map(({ webp, ms }) =>
      chunk("ANMF", Buffer.alloc(6), ...size, uint24(ms), Buffer.from([isWhole]), pictureIn(webp)),
    ),
  ];
  const body = Buffer.concat(contents);
  return Buffer.concat([Buffer.from("RIFF", "latin1"), uint32(body.length), body]);
};
