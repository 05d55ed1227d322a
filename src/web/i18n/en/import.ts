import type { ImportContents } from "../../../model/import/preview.ts";
import { pluralIn } from "../word-types.ts";
import type { ImportingWords } from "../word-types.ts";

const counted = pluralIn("en");

/** Words of the import dialog. */
export const importDialog = {
  title: "Import",
  reading: "Reading the files …",
  /** `origin`: the name of a program. */
  from: (origin: string) => `A plan from ${origin}`,
  comes: "Will be imported",
  floors: ({ floors }: Pick<ImportContents, "floors">) => counted(floors, "# floor", "# floors"),
  rooms: ({ rooms }: Pick<ImportContents, "rooms">) => counted(rooms, "# room", "# rooms"),
  openings: ({ openings }: Pick<ImportContents, "openings">) =>
    counted(openings, "# door or window", "# doors and windows"),
  pieces: ({ pieces }: Pick<ImportContents, "pieces">) => counted(pieces, "# item", "# items"),
  images: ({ images }: Pick<ImportContents, "images">) =>
    counted(images, "# tracing image", "# tracing images"),
  plans: (count: number) => counted(count, "# earlier plan", "# earlier plans"),
  /** For earlier plans, which are left out. */
  earlier: (count: number) =>
    counted(
      count,
      "# earlier plan in the files is left out: “floorplan import --data” imports it into a new home.",
      "# earlier plans in the files are left out: “floorplan import --data” imports them into a new home.",
    ),
  lost: "Won’t be imported, or will change",
  nothingLost: "Everything will be imported.",
  /** Lists some names and the number of others. */
  named: (names: string, more: number) =>
    more === 0 ? names : `${names} and ${more.toLocaleString("en")} more`,
  reaches: "What it can do in your home",
  judge:
    "Check this before you import somebody else’s plan: its actions run with the rights of the person who taps.",
  actions: (count: number) => counted(count, "# action on tap", "# actions on tap"),
  addresses: (count: number) => counted(count, "# external address", "# external addresses"),
  templates: (count: number) =>
    counted(count, "# template for Home Assistant", "# templates for Home Assistant"),
  /** For rows that the dialog does not show. */
  further: (count: number) =>
    `and ${count.toLocaleString("en")} more; “floorplan import FILE --preview” lists them all.`,
  /** For an item whose rules make more actions than are listed. */
  combined: (most: number) =>
    `More actions are possible: one item has rules that combine in more than ${most} ways.`,
  drawing: "Preview",
  unsaved: "Nothing is saved until you save, and undo takes the import back.",
  take: "Import",
  replace: "Replace plan",
  add: "Add as floors",
  cancel: "Cancel",
  close: "Close",
  others: "Choose other files…",
  unreachable:
    "The code that reads files could not be loaded. Try again when the connection is back.",
  noWebgl:
    "This browser cannot draw models in 3D: WebGL is missing or switched off. Choose a picture of the plan instead.",
  crashed:
    "Reading ended by an error: the files may need more memory than this browser has. Nothing was imported.",
  unreadable: (name: string) => `“${name}” cannot be read. For a folder, choose the files in it.`,
  uploading: (floor: string) => `Uploading the image of ${floor} …`,
  ended: "Import cancelled; nothing was changed.",
};

export type ImportDialogTexts = typeof importDialog;

/** A file and a place in it. */
const at = (file: string, place: string): string =>
  place === "" ? file : file === "" ? place : `${file}, ${place}`;

export const importing: ImportingWords = {
  names: {
    room: "Room",
    floor: "Ground floor",
    sections: {
      livingRoom: "Living room",
      bedroom: "Bedroom",
      bathroom: "Bathroom",
      kitchen: "Kitchen",
      diningRoom: "Dining room",
    },
  },
  losses: {
    missingImages: (count) =>
      counted(
        count,
        "# image in the plan is missing from the files",
        "# images in the plan are missing from the files",
      ),
    unusedImages: (count) =>
      counted(
        count,
        "# image that no floor uses is left out",
        "# images that no floor uses are left out",
      ),
    unusableImages: (count) =>
      counted(
        count,
        "# image of a type that the service does not accept is left out",
        "# images of a type that the service does not accept are left out",
      ),
    unusedFiles: (count) =>
      counted(
        count,
        "# file that is not part of the plan is left out",
        "# files that are not part of the plan are left out",
      ),
    looseOpenings: (count) =>
      counted(
        count,
        "# door or window too far from any wall is left out",
        "# doors and windows too far from any wall are left out",
      ),
    straightWalls: (count) =>
      counted(
        count,
        "# round wall becomes a row of straight ones",
        "# round walls become rows of straight ones",
      ),
    shapes: (count) =>
      counted(count, "# drawn line or shape is left out", "# drawn lines and shapes are left out"),
    displaySettings: (count) =>
      counted(count, "# display setting is left out", "# display settings are left out"),
    unreadableRevisions: (count) =>
      counted(
        count,
        "# earlier plan that cannot be read is left out",
        "# earlier plans that cannot be read are left out",
      ),
    unplacedDevices: (count) =>
      counted(
        count,
        "# device without a place on a floor is left out",
        "# devices without a place on a floor are left out",
      ),
    removedDevices: (count) =>
      counted(
        count,
        "# removed or hidden device is left out",
        "# removed or hidden devices are left out",
      ),
    deviceBindings: (count) =>
      counted(
        count,
        "# device is bound to a Home Assistant device and needs an entity here",
        "# devices are bound to Home Assistant devices and need entities here",
      ),
    deviceDetails: (count) =>
      counted(
        count,
        "# device loses details that have no place here, such as notes, files, badges or glow",
        "# devices lose details that have no place here, such as notes, files, badges or glow",
      ),
    roomSources: (count) =>
      counted(
        count,
        "# room loses the device that measured it and needs an entity here",
        "# rooms lose the devices that measured them and need entities here",
      ),
    openBoundaries: (count) =>
      counted(
        count,
        "# open boundary between rooms is left out",
        "# open boundaries between rooms are left out",
      ),
    wallThickness: (count) =>
      counted(
        count,
        "# wall has its own thickness, which is left out",
        "# walls have their own thickness, which is left out",
      ),
    roundColumns: (count) =>
      counted(count, "# round column becomes square", "# round columns become square"),
    unknownFurniture: (count) =>
      counted(
        count,
        "# piece of furniture of an unknown kind is drawn as a plain box",
        "# pieces of furniture of unknown kinds are drawn as plain boxes",
      ),
    hiddenFurniture: (count) =>
      counted(
        count,
        "# hidden piece of furniture is left out",
        "# hidden pieces of furniture are left out",
      ),
    models: (count) =>
      counted(
        count,
        "# 3D model with its height is left out",
        "# 3D models with their heights are left out",
      ),
    mirrored: (count) =>
      counted(
        count,
        "# mirrored piece is drawn unmirrored",
        "# mirrored pieces are drawn unmirrored",
      ),
    tilted: (count) =>
      counted(count, "# tilted piece is drawn upright", "# tilted pieces are drawn upright"),
    notes: (count) =>
      counted(
        count,
        "# piece loses its price or its notes",
        "# pieces lose their prices or their notes",
      ),
    labelStyles: (count) =>
      counted(
        count,
        "# label loses its angle, outline or font",
        "# labels lose their angle, outline or font",
      ),
    materials: (count) =>
      counted(
        count,
        "# material, texture or colour is left out",
        "# materials, textures and colours are left out",
      ),
    heights: (count) =>
      counted(
        count,
        "# height above the floor is left out",
        "# heights above the floor are left out",
      ),
    floorHeights: (count) =>
      counted(
        count,
        "# floor loses its height and its elevation",
        "# floors lose their heights and their elevations",
      ),
    wallHeights: (count) =>
      counted(count, "# wall loses its own height", "# walls lose their own heights"),
    cameras: (count) =>
      counted(count, "# point of view is left out", "# points of view are left out"),
    lightSources: (count) =>
      counted(
        count,
        "# light source in a lamp is left out",
        "# light sources in lamps are left out",
      ),
    nestedGroups: (count) =>
      counted(
        count,
        "# group within a group is merged into the outer one",
        "# groups within groups are merged into the outer ones",
      ),
    hiddenLevels: (count) => counted(count, "# hidden floor is shown", "# hidden floors are shown"),
    degenerateRooms: (count) =>
      counted(
        count,
        "# room with fewer than three corners is left out",
        "# rooms with fewer than three corners are left out",
      ),
    properties: (count) =>
      counted(
        count,
        "# further property of the file is left out",
        "# further properties of the file are left out",
      ),
    unsure: (count) =>
      counted(
        count,
        "# wall, opening or piece was seen unsurely: check it",
        "# walls, openings or pieces were seen unsurely: check them",
      ),
    pieceDetails: (count) =>
      counted(
        count,
        "# piece loses details such as the form of its back or legs",
        "# pieces lose details such as the form of their backs or legs",
      ),
    roomsApart: (count) =>
      counted(
        count,
        "# room stands apart from the others, as it was scanned: move it where it belongs",
        "# rooms stand apart from the others, as they were scanned: move them where they belong",
      ),
    guessedUnits: (count) =>
      counted(
        count,
        "# unit is not given in the drawing and was guessed by its size",
        "# units are not given in the drawing and were guessed by its size",
      ),
    movedToOrigin: (count) =>
      counted(
        count,
        "# plan in survey coordinates was moved to the origin",
        "# plans in survey coordinates were moved to the origin",
      ),
    unknownBlocks: (count) =>
      counted(
        count,
        "# block of an unknown kind is left out",
        "# blocks of unknown kinds are left out",
      ),
    buildingParts: (count) =>
      counted(
        count,
        "# part of the building has no place in a floor plan and is left out",
        "# parts of the building have no place in a floor plan and are left out",
      ),
    shapeless: (count) =>
      counted(
        count,
        "# part without a shape that can be read is left out",
        "# parts without a shape that can be read are left out",
      ),
    emptyFloors: (count) =>
      counted(
        count,
        "# floor with nothing on it is left out",
        "# floors with nothing on them are left out",
      ),
  },
  refusals: {
    damagedModel: (file, { place }) => `${at(file, place)}: the model is damaged.`,
    compressedModel: (file, { expected }) =>
      `${file} is packed with ${expected}. Export it without compression, and choose that.`,
    unknownExtension: (file, { expected }) =>
      `${file} needs ${expected}, which is not supported. Export it without, and choose that.`,
    externalFile: (file, { place }) =>
      `${at(file, place)}: a part of the model is in another file. Export it as one file (GLB), and choose that.`,
    unknownTexture: (file, { place }) =>
      `${at(file, place)}: a texture is neither PNG, JPEG nor WebP.`,
    emptyModel: (file) => `${file} has nothing that can be drawn.`,
    binaryDrawing: (file) =>
      `${file} is a drawing in binary form, or a DWG. Save it as DXF in text form (ASCII), and import that.`,
    damagedDrawing: (file, { place }) =>
      `${at(file, place)}: expected a group code, as DXF has on every second line.`,
    unknownUnits: (file) =>
      `${file} does not say its units, and is as large as a house with none of them. Set its units (INSUNITS), and save it again.`,
    damagedStep: (file, { place }) =>
      `${at(file, place)}: this is not complete IFC in text form (ISO 10303-21).`,
    lengthUnit: (file) => `${file} does not say its unit of length.`,
    emptyBuilding: (file) =>
      `${file} has no walls and no spaces that could become floors. Export the architecture of the building, not only its structure or its pipes.`,
    noWalls: (file) => `${file} has no lines that could be walls.`,
    noFiles: () => "No file was given.",
    unknownFormat: (file) =>
      `${file === "" ? "The files have" : `${file} has`} no format that can be imported.`,
    severalPlans: (file) => `${file} is a second plan; import one at a time.`,
    missingPart: (file, { expected }) => `${file} lacks ${expected}.`,
    binaryHome: (file) =>
      `${file} is from an old version of Sweet Home 3D and lacks Home.xml. Open it in Sweet Home 3D 5.3 or later, save it once, and import it then.`,
    newerVersion: (file, { place }) =>
      `${file} has a newer version than can be imported (${place}).`,
    limit: (file, { limit, most, place }) =>
      `${at(file, place)}: more than ${limit} allows, which is ${most.toLocaleString("en")}.`,
    damagedArchive: (file, { place }) => `${at(file, place)}: the archive is damaged.`,
    encryptedArchive: (file, { place }) => `${at(file, place)}: the archive is encrypted.`,
    unusualArchive: (file, { place }) =>
      `${at(file, place)}: two entries of the archive share bytes or a name.`,
    damagedText: (file) => `${file} is not UTF-8 text.`,
    damagedJson: (file) => `${file} is not complete JSON.`,
    damagedXml: (file, { place }) => `${at(file, place)}: this is not well-formed XML.`,
    declaredEntities: (file, { place }) =>
      `${at(file, place)}: XML that declares its own types or entities is not accepted.`,
    forbiddenKey: (file, { place }) => `${at(file, place)}: this field name is not allowed.`,
    wrongType: (file, { place, expected }) => `${at(file, place)}: expected ${expected}.`,
    badNumber: (file, { place }) => `${at(file, place)}: this number is not possible in a plan.`,
    badText: (file, { place }) => `${at(file, place)}: this text has control characters.`,
    duplicateId: (file, { place }) => `${at(file, place)}: something else has the same ID.`,
    unknownReference: (file, { place, expected }) =>
      `${at(file, place)}: this refers to ${expected}, which does not exist.`,
    circle: (file, { place }) => `${at(file, place)}: references form a circle.`,
  },
};
