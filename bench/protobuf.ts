/** One field of a message: a number, or the bytes of a text, of bytes or of a message within. */
export interface Field {
  readonly number: number;
  readonly value: number | Buffer;
}

const varint = (value: number): readonly number[] => {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return [...bytes, rest];
};

/** Encodes a message of unsigned numbers below 2^53 and bytes, as Protocol Buffers have them. */
export const encode = (fields: readonly Field[]): Buffer =>
  Buffer.concat(
    fields.flatMap(({ number, value }) =>
      typeof value === "number"
        ? [Buffer.from([...varint(number * 8), ...varint(value)])]
        : [Buffer.from([...varint(number * 8 + 2), ...varint(value.length)]), value],
    ),
  );

/** Reads a message's fields, whose bytes stay where they are. Throws an error on what `encode` does not write. */
export const decode = (message: Buffer): readonly Field[] => {
  const fields: Field[] = [];
  let at = 0;
  const read = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 0x80) {
      const byte = message[at];
      if (byte === undefined) throw new Error("a message of Protocol Buffers is cut off");
      at += 1;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  };
  while (at < message.length) {
    const tag = read();
    const [number, kind] = [Math.floor(tag / 8), tag % 8];
    if (kind !== 0 && kind !== 2) throw new Error(`field ${number} is of kind ${kind}`);
    const value = read();
    if (kind === 0) {
      fields.push({ number, value });
      continue;
    }
    fields.push({ number, value: message.subarray(at, at + value) });
    at += value;
  }
  return fields;
};

/** The messages or bytes in a field; none where it is left out. */
export const bytesIn = (fields: readonly Field[], number: number): readonly Buffer[] =>
  fields.flatMap((field) =>
    field.number === number && Buffer.isBuffer(field.value) ? [field.value] : [],
  );

/** The number in a field; 0 where it is left out. */
export const numberIn = (fields: readonly Field[], number: number): number => {
  const found = fields.findLast((field) => field.number === number)?.value;
  return typeof found === "number" ? found : 0;
};
