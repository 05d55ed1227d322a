import assert from "node:assert/strict";
import { test } from "node:test";
import { objectsIn } from "../../../src/model/json.ts";
import { importing as german } from "../../../src/web/i18n/de/import.ts";
import { importing as english } from "../../../src/web/i18n/en/import.ts";
import { importing as french } from "../../../src/web/i18n/fr/import.ts";
import { homeFile } from "./home.ts";
import { elementOf, importedFrom, lossOf } from "./reading.ts";

const home = (inner: string): string => `<home version="7000" wallHeight="250">${inner}</home>`;

const piece = (name: string, more: string, element = "pieceOfFurniture"): string =>
  `<${element} name="${name}" x="0" y="0" width="80" depth="60" height="90" ${more}/>`;

/** What Sweet Home 3D writes of a home in which nobody drew anything. */
const untouched = `
<property name="com.eteks.sweethome3d.SweetHome3D.ScreenWidth" value="1920"/>
<furnitureVisibleProperty name="NAME"/>
<environment groundColor="FFA8A8A8" skyColor="00CCE4FC" lightColor="00D0D0D0" photoWidth="400" photoHeight="300"/>
<compass x="-100" y="50" diameter="100" northDirection="0" longitude="0.04" latitude="0.85" timeZone="Europe/Paris"/>
<observerCamera attribute="observerCamera" lens="PINHOLE" x="50" y="50" z="170" yaw="5.5" pitch="0.2" fieldOfView="1.1" time="0"/>
<camera attribute="topCamera" lens="PINHOLE" x="50" y="1050" z="1010" yaw="3.1" pitch="0.78" fieldOfView="1.1" time="0"/>`;

test("IMPORT-5: the refusal of a home that is only binary says to open it in a newer version and save it once", () => {
  const detail = { place: "", limit: "", most: 0, expected: "" };
  const said = [english, german, french].map(({ refusals }) =>
    refusals.binaryHome("old.sh3d", detail),
  );
  for (const [at, once] of [
    "save it once",
    "speichere sie einmal",
    "enregistrez-le une fois",
  ].entries())
    for (const part of ["old.sh3d", "Home.xml", "5.3", once])
      assert(said[at]?.includes(part), part);
});

test("IMPORT-15: of an empty home nothing is lost", async () => {
  const { losses } = await importedFrom([homeFile(home(untouched))]);
  assert.deepEqual(losses, []);
});

test("IMPORT-15: what somebody set besides is told: views, north, paper and properties, by their names", async () => {
  const set = untouched
    .replace('northDirection="0"', 'northDirection="0.5"')
    .concat(
      '<print paperWidth="595" paperHeight="842" paperTopMargin="1" paperLeftMargin="1" paperBottomMargin="1" paperRightMargin="1" paperOrientation="PORTRAIT"/>',
      '<observerCamera attribute="storedCamera" name="From the door" x="1" y="1" z="170" yaw="0" pitch="0" fieldOfView="1"/>',
      '<property name="Author" value="Somebody"/>',
    );
  const { losses } = await importedFrom([homeFile(home(set))]);
  const told = losses.map(({ what, count, names }) => [what, count, names.join()]);
  assert.deepEqual(told, [
    ["cameras", 1, "From the door"],
    ["displaySettings", 2, ""],
    ["properties", 1, "Author"],
  ]);
});

test("IMPORT-15: mirrored and tilted pieces, prices, notes, the elevations and the style of labels are told by name", async () => {
  const label = (text: string, more: string, inner = ""): string =>
    `<label x="0" y="0" ${more}>${inner}<text>${text}</text></label>`;
  const imported = await importedFrom([
    homeFile(
      home(
        [
          piece("Corner sofa", 'modelMirrored="true"'),
          piece("Mirrored door", 'modelMirrored="true"', "doorOrWindow"),
          piece("Ladder", 'pitch="0.4"'),
          piece("Picture", 'roll="-0.1"'),
          piece("Piano", 'price="1200"'),
          piece("Vase", 'description="from Aunt Ida"'),
          piece("Shelf", 'elevation="120"'),
          piece("Window", 'elevation="90"', "doorOrWindow"),
          label("Slanted", 'angle="0.5"'),
          label("Outlined", 'outlineColor="FFFFFFFF" color="FF00AA00"'),
          label("Large", "", '<textStyle fontSize="40"/>'),
          label("On a shelf", 'elevation="120"'),
          label("Plain", 'color="FF00AA00"'),
        ].join(""),
      ),
    ),
  ]);
  const told = ["mirrored", "tilted", "notes", "heights", "labelStyles"] as const;
  assert.deepEqual(
    told.map((what) => lossOf(imported, what)?.names),
    [
      ["Corner sofa"],
      ["Ladder", "Picture"],
      ["Piano", "Vase"],
      ["On a shelf"],
      ["Slanted", "Outlined", "Large"],
    ],
  );
  const { plan } = imported;
  assert.equal(elementOf(plan, "texts", "text", "Outlined")["color"], "#00aa00");
});

test("IMPORT-14: rooms without a name are numbered in the reader's language, past names that are taken", async () => {
  const room = (name: string): string =>
    `<room id="${name}" name="${name}"><point x="0" y="0"/><point x="400" y="0"/><point x="400" y="300"/></room>`;
  const rooms = ["", "Room 2", ""].map(room).join("").replaceAll(' id=""', "");
  const { plan } = await importedFrom([homeFile(home(rooms))]);
  assert.deepEqual(
    objectsIn(plan["rooms"]).map((each) => each["name"]),
    ["Room 1", "Room 2", "Room 3"],
  );
  const words = [english, german, french].map(({ names }) => [names.room, names.floor]);
  assert.deepEqual(words, [
    ["Room", "Ground floor"],
    ["Raum", "Erdgeschoss"],
    ["Pièce", "Rez-de-chaussée"],
  ]);
});

test("IMPORT-16: a part of a kitchen is a counter, and only a whole one has hob and sink", async () => {
  const names = ["Kitchen cabinet", "Küchenschrank", "Meuble de cuisine", "Küche", "Cuisine"];
  const pieces = names.map((name) => piece(name, ""));
  const whole = piece("Whole kitchen", "").replace('width="80"', 'width="240"');
  const { plan } = await importedFrom([homeFile(home(pieces.join("") + whole))]);
  for (const name of names)
    assert.equal(elementOf(plan, "furniture", "name", name)["type"], "counter", name);
  assert.equal(elementOf(plan, "furniture", "name", "Whole kitchen")["type"], "kitchen");
});

test("IMPORT-16: names of the program's own catalogue are known in English, German and French", async () => {
  const names: readonly (readonly [name: string, type: string])[] = [
    ["Table de nuit", "nightstand"],
    ["Rundtisch", "round_table"],
    ["Kinderbett", "cot"],
    ["Lave linge", "washing_machine"],
    ["Evier", "kitchen_sink"],
    ["Spülbecken", "kitchen_sink"],
    ["Fernsehtisch", "tv_wall"],
    ["Ecran plat", "television"],
  ];
  const { plan } = await importedFrom([
    homeFile(home(names.map(([name]) => piece(name, "")).join("") + piece("Portable", ""))),
  ]);
  for (const [name, type] of names)
    assert.equal(elementOf(plan, "furniture", "name", name)["type"], type, name);
  assert.equal(elementOf(plan, "furniture", "name", "Portable")["type"], "box");
  const lights = ["Lampe de bureau", "Deckenfluter"].map((name) => piece(name, "", "light"));
  const lit = await importedFrom([homeFile(home(lights.join("")))]);
  const types = objectsIn(lit.plan["furniture"]).map(({ type }) => type);
  assert.deepEqual(types, ["lamp_table", "lamp_floor"]);
});

test("IMPORT-16: a door that is called double has two leaves, unless it is narrow and has one", async () => {
  const leaf = '<sash xAxis="0" yAxis="0.5" width="1" startAngle="0" endAngle="-1.57"/>';
  const door = (name: string, at: number, width: number, sashes: number): string =>
    `<doorOrWindow name="${name}" x="${at}" y="0" width="${width}" depth="10" height="208">${leaf.repeat(sashes)}</doorOrWindow>`;
  const walls = '<wall id="w" xStart="0" yStart="0" xEnd="3000" yEnd="0" thickness="10"/>';
  const room =
    '<room id="r" name="Hall"><point x="0" y="5"/><point x="3000" y="5"/><point x="3000" y="600"/><point x="0" y="600"/></room>';
  const doors = [
    door("Double door", 300, 160, 1),
    door("Double porte", 800, 140, 0),
    door("Doppeltür", 1300, 100, 0),
    door("Double door", 1800, 91, 1),
    door("Door", 2300, 91, 1),
  ];
  const { plan } = await importedFrom([homeFile(home(walls + room + doors.join("")))]);
  assert.deepEqual(
    objectsIn(plan["openings"]).map(({ style }) => style),
    ["double", "double", "double", undefined, undefined],
  );
});
