import { shareOfOffice } from "./plans.ts";

const officeBytes = Buffer.byteLength(shareOfOffice(1));

/** A plan of the shape that plans have, as JSON text of a little less than `bytes`. */
export const manyItems = (bytes: number): string => {
  for (let share = bytes / officeBytes; ; share *= 0.9995) {
    const text = shareOfOffice(share);
    if (Buffer.byteLength(text) <= bytes) return text;
  }
};

/** A plan of as many empty rooms as `bytes` of JSON text hold: of all plans the one with the most objects. */
export const emptyRooms = (bytes: number): string => {
  const [head, tail] = ['{"rooms":[', "]}"];
  const rooms = Math.floor((bytes - head.length - tail.length + 1) / 3);
  return `${head}${"{},".repeat(rooms - 1)}{}${tail}`;
};
