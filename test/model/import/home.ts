import type { GivenFile } from "../../../src/model/import/import-result.ts";
import { pngOf } from "./png.ts";
import { type Entry, zipOf } from "./zip.ts";

/** What a sash of a door is, hung on its left and opening to the front by a quarter turn. */
const sash = '<sash xAxis="0.05" yAxis="0.5" width="0.9" startAngle="0" endAngle="-1.5707964"/>';

/** A room of a home by its box, in centimetres, a wall's half away from its walls' middles. */
const room = (
  id: string,
  level: string,
  name: string,
  box: readonly number[],
  inner = "",
): string => {
  const [left = 0, top = 0, right = 0, bottom = 0] = box;
  const points = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
  return `<room id="${id}" level="${level}" name="${name}" areaVisible="true">${inner}${points
    .map(([x, y]) => `<point x="${x}" y="${y}"/>`)
    .join("")}</room>`;
};

const wall = (
  id: string,
  level: string,
  [x1, y1, x2, y2]: readonly [number, number, number, number],
  thickness: number,
  more = "",
): string =>
  `<wall id="${id}" level="${level}" xStart="${x1}" yStart="${y1}" xEnd="${x2}" yEnd="${y2}" height="250.0" thickness="${thickness}" pattern="hatchUp" ${more}/>`;

/** The four outer walls and the one between the rooms of a floor of 8.25 × 5.25 m, joined as Sweet Home 3D does. */
const wallsOf = (level: string): string =>
  [
    wall(
      `${level}-n`,
      level,
      [0, 0, 800, 0],
      25,
      `wallAtStart="${level}-w" wallAtEnd="${level}-e"`,
    ),
    wall(
      `${level}-e`,
      level,
      [800, 0, 800, 500],
      25,
      `wallAtStart="${level}-n" wallAtEnd="${level}-s"`,
    ),
    wall(
      `${level}-s`,
      level,
      [800, 500, 0, 500],
      25,
      `wallAtStart="${level}-e" wallAtEnd="${level}-w"`,
    ),
    wall(
      `${level}-w`,
      level,
      [0, 500, 0, 0],
      25,
      `wallAtStart="${level}-s" wallAtEnd="${level}-n"`,
    ),
    wall(`${level}-m`, level, [500, 12.5, 500, 487.5], 10),
  ].join("\n");

/** A home with two floors, as Sweet Home 3D writes one. */
export const homeXml = (): string => `<?xml version="1.0" encoding="UTF-8"?>
<home version="7200" name="Maisonette" camera="topCamera" wallHeight="250.0">
<property name="com.eteks.sweethome3d.SweetHome3D.PlanScale" value="0.5"/>
<furnitureVisibleProperty name="NAME"/>
<environment groundColor="FFA8A8A8" skyColor="FFCCE4FC" lightColor="FFD0D0D0"/>
<print paperWidth="595" paperHeight="842" paperTopMargin="1" paperLeftMargin="1" paperBottomMargin="1" paperRightMargin="1" paperOrientation="PORTRAIT"/>
<compass x="900" y="50" diameter="100" northDirection="0" longitude="0.1" latitude="0.9" timeZone="Europe/Berlin"/>
<observerCamera attribute="observerCamera" x="50" y="50" z="170" yaw="5.5" pitch="0.1" fieldOfView="1.1"/>
<camera attribute="topCamera" x="400" y="900" z="900" yaw="3.14" pitch="0.8" fieldOfView="1.1"/>
<level id="upper" name="Upper floor" elevation="262.0" floorThickness="12.0" height="250.0" elevationIndex="0"/>
<level id="lower" name="Ground floor" elevation="0.0" floorThickness="12.0" height="250.0" elevationIndex="0">
<backgroundImage image="3/plan" scaleDistance="800" scaleDistanceXStart="50" scaleDistanceYStart="40" scaleDistanceXEnd="450" scaleDistanceYEnd="40" xOrigin="100" yOrigin="80"/>
</level>
<doorOrWindow id="d1" level="lower" catalogId="eTeks#frontDoor" name="Front door" x="650" y="500" angle="3.1415927" width="91.5" depth="25" height="208.5" model="1" icon="0" wallThickness="0.5">${sash}</doorOrWindow>
<doorOrWindow id="d2" level="lower" catalogId="eTeks#door" name="Door" x="500" y="250" angle="1.5707964" width="91.5" depth="12" height="208.5" model="1">${sash}</doorOrWindow>
<doorOrWindow id="w1" level="lower" catalogId="eTeks#doubleWindow126x123" name="Double window" x="250" y="0" elevation="94" width="126" depth="25" height="123" model="2"/>
<doorOrWindow id="w2" level="lower" catalogId="eTeks#window85x123" name="Lost window" x="2000" y="2000" elevation="94" width="85" depth="25" height="123"/>
<doorOrWindow id="d3" level="upper" catalogId="eTeks#doorFrame" name="Door frame" x="500" y="400" angle="1.5707964" width="100" depth="12" height="210"/>
<pieceOfFurniture id="f1" level="lower" catalogId="eTeks#sofa" name="Sofa" x="120" y="400" angle="3.1415927" width="191.8" depth="91.9" height="77" model="4" color="FF336699"><material name="cloth" color="FF0000FF"/></pieceOfFurniture>
<pieceOfFurniture id="f2" level="lower" name="Telescope" x="60" y="60" elevation="40" width="30" depth="30" height="140" model="5"/>
<pieceOfFurniture id="f3" level="lower" catalogId="eTeks#hotWaterRadiator" name="Radiator" x="250" y="20" width="100" depth="10" height="60"/>
<pieceOfFurniture id="f4" level="upper" catalogId="eTeks#bed140x190" name="Bed" x="100" y="150" angle="4.712389" width="140" depth="190" height="70"/>
<pieceOfFurniture id="f5" level="upper" catalogId="eTeks#bedsideTable" name="Hidden table" visible="false" x="100" y="280" width="40" depth="40" height="50"/>
<light id="l1" level="upper" catalogId="eTeks#pendantLamp" name="Pendant lamp" x="250" y="250" elevation="200" width="40" depth="40" height="40" power="0.5"><lightSource x="0.5" y="0.5" z="0.3" color="FFFFFFFF"/></light>
<furnitureGroup id="g1" level="lower" name="Dining" x="650" y="200" width="200" depth="200" height="90">
<pieceOfFurniture id="g2" catalogId="eTeks#table" name="Table" x="650" y="200" width="160" depth="90" height="74"/>
<furnitureGroup id="g3" name="Chairs"><pieceOfFurniture id="g4" catalogId="eTeks#chair" name="Chair" x="600" y="270" angle="0.5" width="40" depth="42" height="95"/></furnitureGroup>
</furnitureGroup>
${wallsOf("lower")}
${wallsOf("upper")}
${wall("free", "lower", [250, 300, 250, 420], 8)}
${wall("round", "upper", [600, 100, 700, 200], 10, 'arcExtent="1.5"')}
${room("r1", "lower", "Living room", [12.5, 12.5, 495, 487.5])}
${room("r2", "lower", "Kitchen", [505, 12.5, 787.5, 487.5], '<texture attribute="floorTexture" name="Tiles" width="40" height="40" image="7"/>')}
${room("r3", "upper", "Bedroom", [12.5, 12.5, 495, 487.5])}
${room("r4", "upper", "Bath &amp; WC", [505, 12.5, 787.5, 487.5])}
<room id="r5" level="upper" name="Broken"><point x="0" y="0"/><point x="10" y="0"/></room>
<polyline level="lower" thickness="2"><point x="0" y="0"/><point x="100" y="100"/></polyline>
<dimensionLine id="m1" level="lower" xStart="0" yStart="0" xEnd="800" yEnd="0" offset="-30"/>
<label id="t1" level="lower" x="400" y="550" color="FFCC0000"><textStyle fontSize="24"/><text>Garden</text></label>
</home>`;

/** A file of Sweet Home 3D with some XML in it. */
export const homeFile = (xml: string = homeXml(), more: readonly Entry[] = []): GivenFile => ({
  name: "maisonette.sh3d",
  bytes: zipOf([
    { name: "Home.xml", bytes: xml },
    { name: "0", bytes: pngOf(2, 2) },
    { name: "1", bytes: "v 0 0 0" },
    { name: "3/plan", bytes: pngOf(500, 400) },
    ...more,
  ]),
});
