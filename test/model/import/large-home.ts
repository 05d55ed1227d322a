import type { GivenFile } from "../../../src/model/import/import-result.ts";
import { pngOf } from "./png.ts";
import { zipOf } from "./zip.ts";

/** Names of the catalogue that stand in each room, and one that it does not have. */
const pieces = ["sofa", "chair", "table", "bed140x190", "wardrobe", "plant", "lamp", "telescope"];

/** A home with so many rooms of 4 × 4 m on two levels, each with walls, a door, a window and 27 pieces of furniture. */
export const largeHome = (rooms: number): GivenFile => {
  const each = Array.from({ length: rooms }, (_, at) => {
    const level = at % 2;
    const [left, top] = [(Math.floor(at / 2) % 5) * 400, Math.floor(at / 10) * 400];
    const [right, bottom] = [left + 400, top + 400];
    const corners = [
      [left, top],
      [right, top],
      [right, bottom],
      [left, bottom],
    ];
    const walls = corners.map(([x, y], edge) => {
      const [toX = 0, toY = 0] = corners[(edge + 1) % 4] ?? [];
      return `<wall id="w${at}-${edge}" level="l${level}" xStart="${x}" yStart="${y}" xEnd="${toX}" yEnd="${toY}" height="250" thickness="10"/>`;
    });
    const points = [
      [left + 5, top + 5],
      [right - 5, top + 5],
      [right - 5, bottom - 5],
      [left + 5, bottom - 5],
    ].map(([x, y]) => `<point x="${x}" y="${y}"/>`);
    const furniture = Array.from({ length: 27 }, (_unused, piece) => {
      const id = pieces[piece % pieces.length] ?? "";
      const [x, y] = [left + 40 + (piece % 6) * 60, top + 40 + Math.floor(piece / 6) * 60];
      return `<pieceOfFurniture id="f${at}-${piece}" level="l${level}" catalogId="eTeks#${id}" name="${id} ${piece}" x="${x}" y="${y}" angle="${piece / 5}" width="50" depth="40" height="80" model="m${piece}"/>`;
    });
    return [
      ...walls,
      `<room id="r${at}" level="l${level}" name="Room ${at + 1}">${points.join("")}</room>`,
      `<doorOrWindow id="d${at}" level="l${level}" catalogId="eTeks#door" name="Door" x="${right}" y="${top + 150}" angle="1.5708" width="91" depth="12" height="208"><sash xAxis="0" yAxis="0.5" width="0.9" startAngle="0" endAngle="-1.57"/></doorOrWindow>`,
      `<doorOrWindow id="n${at}" level="l${level}" catalogId="eTeks#window85x123" name="Window" x="${left + 200}" y="${top}" width="85" depth="12" height="123" elevation="90"/>`,
      ...furniture,
    ].join("\n");
  });
  const levels = [0, 1].map(
    (level) =>
      `<level id="l${level}" name="Floor ${level}" elevation="${level * 262}" floorThickness="12" height="250"><backgroundImage image="plan${level}" scaleDistance="1000" scaleDistanceXStart="0" scaleDistanceYStart="0" scaleDistanceXEnd="500" scaleDistanceYEnd="0"/></level>`,
  );
  const xml = `<?xml version="1.0"?>\n<home version="7200" name="Large">${levels.join("")}${each.join("\n")}</home>`;
  return {
    name: "large.sh3d",
    bytes: zipOf([
      { name: "Home.xml", bytes: xml },
      { name: "plan0", bytes: pngOf(1000, 800) },
      { name: "plan1", bytes: pngOf(1000, 800) },
      ...Array.from({ length: 27 }, (_, at) => ({ name: `m${at}`, bytes: "v 0 0 0\n".repeat(9) })),
    ]),
  };
};
