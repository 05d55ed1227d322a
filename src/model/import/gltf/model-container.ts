import type { GivenFile } from "../import-result.ts";
import { jsonOf, Source } from "../json-source.ts";
import { checkLimit, type ImportLimits, refuse } from "../refusal.ts";

/** A model as its file has it: its description, and the bytes of its buffers. */
export interface ModelContainer {
  readonly root: Source;
  readonly buffers: readonly Uint8Array[];
}

/** Numbers of binary files (glTF 2.0, 4.4): "glTF", and what chunks hold. */
const [magic, json, binary] = [0x46546c67, 0x4e4f534a, 0x004e4942] as const;

/** Whether a file is binary glTF, by its first bytes. */
const isBinary = ({ bytes }: GivenFile): boolean =>
  bytes.length >= 4 && viewOf(bytes).getUint32(0, true) === magic;

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** The chunks of a binary file by their types. Refuses lengths that lie. */
const chunksOf = ({ bytes, name }: GivenFile): ReadonlyMap<number, Uint8Array> => {
  const view = viewOf(bytes);
  const damaged = (at: number): never => refuse("damagedModel", name, { place: String(at) });
  if (bytes.length < 12) damaged(bytes.length);
  if (view.getUint32(4, true) !== 2)
    refuse("newerVersion", name, { place: `glTF ${view.getUint32(4, true)}` });
  if (view.getUint32(8, true) !== bytes.length) damaged(8);
  const chunks = new Map<number, Uint8Array>();
  let at = 12;
  while (at < bytes.length) {
    if (at + 8 > bytes.length) damaged(at);
    const [length, type] = [view.getUint32(at, true), view.getUint32(at + 4, true)];
    if (at + 8 + length > bytes.length) damaged(at);
    if (!chunks.has(type)) chunks.set(type, bytes.subarray(at + 8, at + 8 + length));
    at += 8 + length;
  }
  return chunks;
};

/** The bytes of a `data:` address in base64; undefined for any other. */
export const embeddedBytes = (address: string): Uint8Array | undefined => {
  const comma = address.indexOf(",");
  if (comma < 0 || !/^data:[\w/.+-]*(?:;[\w=-]+)*;base64$/.test(address.slice(0, comma)))
    return undefined;
  try {
    const text = atob(address.slice(comma + 1));
    const bytes = new Uint8Array(text.length);
    for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
    return bytes;
  } catch {
    return undefined;
  }
};

/** Reads what a model's file consists of. Refuses buffers in files of their own, and lengths that lie. */
export const containerOf = (file: GivenFile, limits: ImportLimits): ModelContainer => {
  checkLimit(limits, "importBytes", file.bytes.length, file.name);
  const chunks = isBinary(file) ? chunksOf(file) : undefined;
  const text = chunks === undefined ? file.bytes : chunks.get(json);
  if (text === undefined) return refuse("damagedModel", file.name, { place: "JSON" });
  // An embedded buffer is a text as long as its bytes.
  const read = { ...limits, importText: limits.importBytes };
  const root = new Source(jsonOf({ name: file.name, bytes: text }, read), "", file.name, read);
  const version = root.field("asset").field("version").needed();
  if (!version.startsWith("2.")) refuse("newerVersion", file.name, { place: `glTF ${version}` });
  const buffers = root
    .field("buffers")
    .list()
    .map((buffer, at) => {
      const uri = buffer.field("uri");
      const own = at === 0 ? chunks?.get(binary) : undefined;
      const bytes = uri.isMissing ? own : embeddedBytes(uri.needed());
      if (bytes === undefined) return refuse("externalFile", file.name, { place: uri.place });
      const length = buffer.field("byteLength").number() ?? 0;
      if (!(length <= bytes.length)) refuse("damagedModel", file.name, { place: buffer.place });
      return bytes.subarray(0, length);
    });
  return { root, buffers };
};
