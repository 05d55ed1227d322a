import type { ImportContents } from "../../../model/import/preview.ts";
import type { ImportingWords } from "../word-types.ts";

const some = (count: number, one: string, many: string): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

/** What the dialog of an import says. */
export const importDialog = {
  title: "Import",
  reading: "Reading the files…",
  /** `origin` is a program. */
  from: (origin: string) => `A plan of ${origin}`,
  comes: "What comes",
  floors: ({ floors }: ImportContents) => some(floors, "floor", "floors"),
  rooms: ({ rooms }: ImportContents) => some(rooms, "room", "rooms"),
  openings: ({ openings }: ImportContents) => some(openings, "door or window", "doors and windows"),
  pieces: ({ pieces }: ImportContents) => some(pieces, "piece", "pieces"),
  images: ({ images }: ImportContents) => some(images, "tracing image", "tracing images"),
  /** Earlier plans stay behind. */
  earlier: (count: number) =>
    `${some(count, "earlier plan", "earlier plans")} of the files ${count === 1 ? "stays" : "stay"} behind: “floorplan import --data” brings ${count === 1 ? "it" : "them"} along into a new home.`,
  lost: "What is lost or changed",
  nothingLost: "Nothing is lost.",
  /** Some names, and how many more there are. */
  named: (names: string, more: number) =>
    more === 0 ? names : `${names} and ${more.toLocaleString("en")} more`,
  reaches: "What it does in your home",
  judge:
    "Look through this before you take a plan from somebody else: what a touch does is done with the rights of whoever touches.",
  actions: (count: number) => some(count, "action when touched", "actions when touched"),
  addresses: (count: number) => some(count, "external address", "external addresses"),
  templates: (count: number) =>
    some(count, "template for Home Assistant", "templates for Home Assistant"),
  /** Rows that the dialog does not show. */
  further: (count: number) =>
    `and ${count.toLocaleString("en")} more; “floorplan import FILE --preview” lists them all.`,
  /** Rules of something make more actions than are listed. */
  combined: (most: number) =>
    `More actions are possible: one thing has rules that combine in more than ${most} ways.`,
  drawing: "Preview",
  unsaved: "Nothing is saved until you save, and undo takes all of it back.",
  take: "Import",
  replace: "Replace the plan",
  add: "Add as floors",
  cancel: "Cancel",
  close: "Close",
  others: "Choose other files…",
  unreadable: (name: string) => `“${name}” cannot be read. Of a folder, choose the files in it.`,
  uploading: (floor: string) => `Uploading the image of ${floor} …`,
  ended: "The import is ended; nothing was changed.",
};

export type ImportDialogTexts = typeof importDialog;

/** So many of something. */
const countOf = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString("en")} ${many}`;

/** Where in a file. */
const at = (file: string, place: string): string =>
  place === "" ? file : file === "" ? place : `${file}, ${place}`;

export const importing: ImportingWords = {
  origins: {
    "fns-floorplan": "the floor plan integration of Home Assistant",
    "houseplan-card": "houseplan-card",
    "sweet-home": "Sweet Home 3D",
  },
  losses: {
    missingImages: (count) =>
      `${countOf(count, "image", "images")} that the plan names ${count === 1 ? "is" : "are"} not among the files`,
    unusedImages: (count) =>
      `${countOf(count, "image", "images")} that no floor names ${count === 1 ? "is" : "are"} left out`,
    unusableImages: (count) =>
      `${countOf(count, "image", "images")} of a type that the service does not take ${count === 1 ? "is" : "are"} left out`,
    unusedFiles: (count) =>
      `${countOf(count, "file", "files")} that ${count === 1 ? "is" : "are"} no part of it ${count === 1 ? "is" : "are"} left out`,
    looseOpenings: (count) =>
      `${countOf(count, "door or window", "doors and windows")} too far from any room’s wall ${count === 1 ? "is" : "are"} left out`,
    straightWalls: (count) =>
      `${countOf(count, "curved wall becomes", "curved walls become")} straight`,
    shapes: (count) =>
      `${countOf(count, "drawn line or shape", "drawn lines and shapes")} ${count === 1 ? "is" : "are"} left out`,
    displaySettings: (count) =>
      `${countOf(count, "setting", "settings")} of how it is shown ${count === 1 ? "is" : "are"} left out`,
    unreadableRevisions: (count) =>
      `${countOf(count, "earlier plan", "earlier plans")} that cannot be read ${count === 1 ? "is" : "are"} left out`,
    unplacedDevices: (count) =>
      `${countOf(count, "device", "devices")} without a place on a floor ${count === 1 ? "is" : "are"} left out`,
    removedDevices: (count) =>
      `${countOf(count, "device", "devices")} removed or hidden there ${count === 1 ? "is" : "are"} left out`,
    deviceBindings: (count) =>
      `${countOf(count, "device stands", "devices stand")} for a whole device of Home Assistant and ${count === 1 ? "needs an entity" : "need entities"} here`,
    deviceDetails: (count) =>
      `${countOf(count, "device loses", "devices lose")} what has no place here, such as notes, files, badges or glow`,
    roomSources: (count) =>
      `${countOf(count, "room loses", "rooms lose")} the device that measured ${count === 1 ? "it" : "them"}, and ${count === 1 ? "needs an entity" : "need entities"} here`,
    openBoundaries: (count) =>
      `${countOf(count, "open boundary", "open boundaries")} between rooms ${count === 1 ? "is" : "are"} left out`,
    wallThickness: (count) =>
      `${countOf(count, "wall has", "walls have")} a thickness of ${count === 1 ? "its" : "their"} own, which is left out`,
    roundColumns: (count) =>
      `${countOf(count, "round column becomes", "round columns become")} square`,
    unknownFurniture: (count) =>
      `${countOf(count, "piece of furniture", "pieces of furniture")} of a kind that is not known here ${count === 1 ? "is" : "are"} drawn as ${count === 1 ? "a plain box" : "plain boxes"}`,
    hiddenFurniture: (count) =>
      `${countOf(count, "hidden piece of furniture", "hidden pieces of furniture")} ${count === 1 ? "is" : "are"} left out`,
    models: (count) =>
      `${countOf(count, "3D model", "3D models")} ${count === 1 ? "is" : "are"} left out`,
    materials: (count) =>
      `${countOf(count, "material, texture or colour", "materials, textures and colours")} ${count === 1 ? "is" : "are"} left out`,
    heights: (count) =>
      `${countOf(count, "height above the floor is", "heights above the floor are")} left out`,
    cameras: (count) =>
      `${countOf(count, "point of view", "points of view")} ${count === 1 ? "is" : "are"} left out`,
    lightSources: (count) =>
      `${countOf(count, "light source", "light sources")} within lamps ${count === 1 ? "is" : "are"} left out`,
    nestedGroups: (count) =>
      `${countOf(count, "group within a group is", "groups within groups are")} part of the outer one`,
    hiddenLevels: (count) =>
      `${countOf(count, "floor that is hidden there is", "floors that are hidden there are")} shown`,
    openEdges: (count) =>
      `${countOf(count, "edge of a room without a wall behind it becomes a wall", "edges of rooms without a wall behind them become walls")} here`,
    degenerateRooms: (count) =>
      `${countOf(count, "room", "rooms")} without three corners ${count === 1 ? "is" : "are"} left out`,
    properties: (count) =>
      `${countOf(count, "further setting", "further settings")} of the file ${count === 1 ? "is" : "are"} left out`,
  },
  refusals: {
    noFiles: () => "No file was given.",
    unknownFormat: (file) =>
      `${file === "" ? "These files are" : `${file} is`} of no format that can be imported.`,
    severalPlans: (file) => `${file} is a second plan; import one after the other.`,
    missingPart: (file, { expected }) => `${file} comes without ${expected}.`,
    binaryHome: (file) =>
      `${file} holds its home only in a binary form. In Sweet Home 3D, choose to save homes in XML format in the preferences, save the home again, and import that file.`,
    newerVersion: (file, { place }) =>
      `${file} is of a newer version than can be imported (${place}).`,
    limit: (file, { limit, most, place }) =>
      `${at(file, place)}: more than ${limit} allows, which is ${most.toLocaleString("en")}.`,
    damagedArchive: (file, { place }) => `${at(file, place)}: the archive is damaged.`,
    encryptedArchive: (file, { place }) => `${at(file, place)}: the archive is encrypted.`,
    unusualArchive: (file, { place }) =>
      `${at(file, place)}: the archive is not one that this program makes: two entries share bytes or a name.`,
    damagedText: (file) => `${file} is no text in UTF-8.`,
    damagedJson: (file) => `${file} is no complete JSON.`,
    damagedXml: (file, { place }) => `${at(file, place)}: this is no well-formed XML.`,
    declaredEntities: (file, { place }) =>
      `${at(file, place)}: XML that declares types or entities of its own is not read.`,
    forbiddenKey: (file, { place }) => `${at(file, place)}: a field may not be called that.`,
    wrongType: (file, { place, expected }) => `${at(file, place)}: expected ${expected}.`,
    badNumber: (file, { place }) => `${at(file, place)}: this is no number that a plan can have.`,
    badText: (file, { place }) => `${at(file, place)}: this text has control characters.`,
    duplicateId: (file, { place }) => `${at(file, place)}: something else has the same id.`,
    unknownReference: (file, { place, expected }) =>
      `${at(file, place)}: this names ${expected}, which does not exist.`,
    circle: (file, { place }) => `${at(file, place)}: things refer to one another in a circle.`,
  },
};
