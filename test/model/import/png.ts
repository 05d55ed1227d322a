import { crc32, deflateSync } from "node:zlib";

const chunk = (type: string, data: Buffer): Buffer => {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([head, body, check]);
};

/** A white PNG of so many pixels (ISO 15948). */
export const pngOf = (width: number, height: number): Uint8Array => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits of grey.
  header[8] = 8;
  const rows = Buffer.alloc((width + 1) * height, 255);
  for (let row = 0; row < height; row += 1) rows[row * (width + 1)] = 0;
  return new Uint8Array(
    Buffer.concat([
      Buffer.from("\u0089PNG\r\n\u001a\n", "latin1"),
      chunk("IHDR", header),
      chunk("IDAT", deflateSync(rows)),
      chunk("IEND", Buffer.alloc(0)),
    ]),
  );
};
