import { crc32, deflateRawSync } from "node:zlib";

/** An entry of an archive; what its headers say may be false, to see what a reader makes of that. */
export interface Entry {
  readonly name: string;
  readonly bytes: Uint8Array | string;
  readonly isStored?: boolean;
  readonly crc?: number;
  readonly size?: number;
  readonly flags?: number;
  /** Points at the bytes of an earlier entry, by its number. */
  readonly sameAs?: number;
}

const u16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value & 0xffff);
  return bytes;
};

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
};

/** An archive, byte by byte as APPNOTE 4.3 has it. */
export const zipOf = (entries: readonly Entry[]): Uint8Array => {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  const offsets: number[] = [];
  let offset = 0;
  for (const entry of entries) {
    const content = Buffer.from(entry.bytes);
    const packed = entry.isStored === true ? content : deflateRawSync(content);
    const name = Buffer.from(entry.name);
    const fields = Buffer.concat([
      u16(20),
      u16((entry.flags ?? 0) | 0x800),
      u16(entry.isStored === true ? 0 : 8),
      u32(0x21_0000),
      u32(entry.crc ?? crc32(content)),
      u32(packed.length),
      u32(entry.size ?? content.length),
      u16(name.length),
      u16(0),
    ]);
    const at = entry.sameAs === undefined ? offset : (offsets[entry.sameAs] ?? 0);
    offsets.push(at);
    if (entry.sameAs === undefined) {
      const body = Buffer.concat([u32(0x04034b50), fields, name, packed]);
      bodies.push(body);
      offset += body.length;
    }
    directory.push(
      Buffer.concat([
        u32(0x02014b50),
        u16(20),
        fields,
        u16(0),
        u16(0),
        u16(0),
        u32(0),
        u32(at),
        name,
      ]),
    );
  }
  const index = Buffer.concat(directory);
  const end = Buffer.concat([
    u32(0x06054b50),
    u16(0),
    u16(0),
    u16(entries.length),
    u16(entries.length),
    u32(index.length),
    u32(offset),
    u16(0),
  ]);
  return new Uint8Array(Buffer.concat([...bodies, index, end]));
};
