import { crc32, deflateSync } from "node:zlib";

const chunk = (type: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
};

/** A picture of one white pixel, with a chunk `zTXt` before its end. */
export const pictureWith = (text: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    // PNG, section 11.2.2: width, height, bits, grey, and the only methods that there are.
    chunk("IHDR", Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])),
    chunk("IDAT", deflateSync(Buffer.from([0, 255]))),
    chunk("zTXt", text),
    chunk("IEND", Buffer.alloc(0)),
  ]);

/**
 * A picture with compressed bytes where Valetudo has its map, as `getMapData` of its
 * backend/lib/mqtt/handles/MapNodeMqttHandle.js makes it.
 */
export const pictureOf = (json: string): Buffer =>
  pictureWith(Buffer.concat([Buffer.from("ValetudoMap\0\0"), deflateSync(json)]));

/** What the tests' map has, in centimetres. */
interface Places {
  readonly robot?: readonly [number, number];
  readonly angle?: number;
  readonly charger?: readonly [number, number];
  readonly paths?: readonly (readonly number[])[];
}

/**
 * A small map in the form of Valetudo: field by field that of backend/lib/entities/map/ValetudoMap.js, MapLayer.js,
 * PointMapEntity.js and PathMapEntity.js, as its `SerializableEntity` writes them; one room of 2 by 1 pixels.
 */
export const valetudoMap = ({ robot, angle, charger, paths = [] }: Places): object => ({
  __class: "ValetudoMap",
  metaData: { version: 2, nonce: "5b7a3ac6-8f0e-4a86-9f8b-9f4d9a0b6a55", totalLayerArea: 50 },
  size: { x: 5120, y: 5120 },
  pixelSize: 5,
  layers: [
    {
      __class: "MapLayer",
      metaData: { segmentId: "16", active: false, name: "Kitchen", area: 50 },
      type: "segment",
      pixels: [],
      dimensions: {
        x: { min: 500, max: 501, mid: 501, avg: 501 },
        y: { min: 510, max: 510, mid: 510, avg: 510 },
        pixelCount: 2,
      },
      compressedPixels: [500, 510, 2],
    },
  ],
  entities: [
    ...paths.map((points) => ({ __class: "PathMapEntity", metaData: {}, points, type: "path" })),
    ...(charger === undefined
      ? []
      : [
          {
            __class: "PointMapEntity",
            metaData: { angle: 0 },
            points: charger,
            type: "charger_location",
          },
        ]),
    ...(robot === undefined
      ? []
      : [
          {
            __class: "PointMapEntity",
            metaData: { angle },
            points: robot,
            type: "robot_position",
          },
        ]),
    {
      __class: "PathMapEntity",
      metaData: {},
      points: [2500, 2500, 9000, 9000],
      type: "predicted_path",
    },
    {
      __class: "LineMapEntity",
      metaData: {},
      points: [2400, 2400, 2450, 2400],
      type: "virtual_wall",
    },
  ],
});

/** The picture of such a map. */
export const pictureOfMap = (places: Places): Buffer =>
  pictureOf(JSON.stringify(valetudoMap(places)));
