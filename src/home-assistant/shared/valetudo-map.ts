import { isLeft } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { guardCodec } from "../../model/codec.ts";
import { isCoordinate } from "../../model/trackers/tracker-codec.ts";
import { MapProblem, type VacuumMap } from "../../model/trackers/vacuum-map.ts";
import { decodeJson } from "../../plan/raw-json/parse-json.ts";

/** Bytes of a map's JSON at most: twenty times that of the largest one among Valetudo's own tests. */
export const vacuumMapBytes = 4 * 1024 * 1024;

/** PNG, section 5.2: how a file begins. */
const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

/**
 * What Valetudo writes before the map: the keyword of the chunk, its end, and the one method of compression
 * (`PNG_WRAPPER` of its MapNodeMqttHandle.js).
 */
const mapBegin = Buffer.from("ValetudoMap\0\0");

/** Length and type before the data of a chunk, and checksum after it: bytes. */
const chunkFrame = { before: 8, after: 4 };

/** The compressed map in a PNG; undefined if there is none, or not all of it. */
const compressedMap = (png: Buffer): Buffer | undefined => {
  if (!png.subarray(0, signature.length).equals(signature)) return undefined;
  for (let at = signature.length; at + chunkFrame.before <= png.length;) {
    const length = png.readUInt32BE(at);
    const type = png.toString("latin1", at + 4, at + chunkFrame.before);
    const start = at + chunkFrame.before;
    const data = png.subarray(start, start + length);
    const isMap = type === "zTXt" && data.subarray(0, mapBegin.length).equals(mapBegin);
    if (isMap) return data.length === length ? data.subarray(mapBegin.length) : undefined;
    at = start + length + chunkFrame.after;
  }
  return undefined;
};

/** Decompresses; undefined if that cannot be done, or takes more than `most` bytes. */
const inflated = async (bytes: Buffer, most: number): Promise<Buffer | undefined> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const stream = new Blob([new Uint8Array(bytes)])
    .stream()
    .pipeThrough(new DecompressionStream("deflate"));
  try {
    for await (const chunk of stream) {
      length += chunk.length;
      if (length > most) return undefined;
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch {
    return undefined;
  }
};

const points = guardCodec(
  "coordinates in pairs",
  (value): value is readonly number[] =>
    Array.isArray(value) && value.length % 2 === 0 && value.every(isCoordinate),
);

/** What is read of a map (`ValetudoMap`, `PointMapEntity` and `PathMapEntity` of Valetudo, version 2 of the format). */
const entityCodec = t.intersection([
  t.type({ type: t.string, points }),
  t.partial({ metaData: t.partial({ angle: t.union([t.number, t.null]) }) }),
]);
const mapCodec = t.type({ entities: t.readonlyArray(entityCodec, "a list") }, "a map");

type WrittenMap = t.TypeOf<typeof mapCodec>;

const pairs = (flat: readonly number[]): VacuumMap["path"][number] =>
  Array.from({ length: flat.length / 2 }, (_pair, at) => [
    flat[2 * at] ?? 0,
    flat[2 * at + 1] ?? 0,
  ]);

const mapOf = ({ entities }: WrittenMap): VacuumMap => {
  const first = (type: string) => entities.find((each) => each.type === type);
  const placeOf = (type: string): { readonly x: number; readonly y: number } | null => {
    const [place] = pairs(first(type)?.points ?? []);
    return place === undefined ? null : { x: place[0], y: place[1] };
  };
  const vacuum = placeOf("robot_position");
  // Valetudo counts from north, which is up, clockwise.
  const angle = first("robot_position")?.metaData?.angle ?? undefined;
  return {
    vacuum: vacuum && { ...vacuum, heading: angle === undefined ? null : angle - 90 },
    dock: placeOf("charger_location"),
    path: entities.filter(({ type }) => type === "path").map((path) => pairs(path.points)),
  };
};

/** Reads the map that Valetudo puts into the picture of its camera in Home Assistant. */
export const readValetudoMap = async (png: Buffer): Promise<VacuumMap | MapProblem> => {
  const compressed = compressedMap(png);
  if (compressed === undefined)
    return new MapProblem("no-map", "the picture of this camera has no map of Valetudo");
  const json = await inflated(compressed, vacuumMapBytes);
  if (json === undefined)
    return new MapProblem(
      "unreadable-map",
      `it cannot be decompressed, or has more than ${vacuumMapBytes} bytes`,
    );
  const map = decodeJson(mapCodec, json);
  return isLeft(map) ? new MapProblem("unreadable-map", map.left) : mapOf(map.right);
};
