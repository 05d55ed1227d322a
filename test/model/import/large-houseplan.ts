import type { GivenFile } from "../../../src/model/import/import-result.ts";
import { houseplanExport } from "./houseplan.ts";

/** An export of so many rooms of 4 × 4 m on two floors, each with a door, a window, ten pieces of furniture and ten devices. */
export const largeHouseplan = (rooms: number): GivenFile => {
  // Cells of 10 cm: the canvas is 24 m wide.
  const part = (metres: number): number => metres / 24;
  const placed = Array.from({ length: rooms }, (_, at) => ({
    id: `r${at}`,
    name: `Room ${at + 1}`,
    floor: at % 2,
    left: (Math.floor(at / 2) % 5) * 4,
    top: Math.floor(at / 10) * 4,
  }));
  const layout: Record<string, object> = {};
  const markers = placed.flatMap(({ floor, id, left, top }) =>
    Array.from({ length: 10 }, (_, device) => {
      const key = `${id}-${device}`;
      const [x, y] = [part(left + 0.5 + device * 0.3), part(top + 2)];
      layout[key] = { x, y, s: `s${floor}` };
      return { id: key, binding: `entity:light.${id}_${device}`, name: `Lamp ${device}` };
    }),
  );
  const spaces = [0, 1].map((floor) => {
    const here = placed.filter((room) => room.floor === floor);
    return {
      id: `s${floor}`,
      title: `Floor ${floor}`,
      cell_cm: 10,
      view_box: [0, 0, 1, 1],
      rooms: here.map(({ id, left, name, top }) => ({
        id,
        name,
        poly: [
          [left, top],
          [left + 4, top],
          [left + 4, top + 4],
          [left, top + 4],
        ].map((corner) => corner.map(part)),
      })),
      openings: here.flatMap(({ id, left, top }) => [
        {
          id: `d${id}`,
          type: "door",
          x: part(left + 4),
          y: part(top + 1),
          angle: 90,
          length: part(0.9),
        },
        {
          id: `w${id}`,
          type: "window",
          x: part(left + 2),
          y: part(top),
          angle: 0,
          length: part(1.2),
        },
      ]),
      decor: here.flatMap(({ id, left, top }) =>
        Array.from({ length: 10 }, (_, piece) => ({
          id: `${id}-f${piece}`,
          kind: "furniture",
          symbol: "chair",
          x: part(left + 0.3 * piece),
          y: part(top + 1),
          w: part(0.5),
          h: part(0.5),
        })),
      ),
    };
  });
  return houseplanExport({ spaces, markers, settings: {} }, layout);
};
