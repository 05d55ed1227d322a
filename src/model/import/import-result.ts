import type { Either } from "fp-ts/lib/Either.js";
import type { JsonObject } from "../json.ts";

/** A given file: its name, with or without folders, and its content. */
export interface GivenFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The name of the program that wrote the files. */
export type Origin = "DXF" | "FNS Floorplan" | "House Plan" | "IFC" | "RoomPlan" | "Sweet Home 3D";

/** An imported tracing image. The plan has its level under `backgrounds`, with an empty `url`. */
export interface ImportedImage {
  readonly level: string;
  readonly file: GivenFile;
}

/** What an import may lose or change. */
export type LossKind =
  // Of any files.
  | "missingImages"
  | "unusedImages"
  | "unusableImages"
  | "unusedFiles"
  | "looseOpenings"
  | "straightWalls"
  | "shapes"
  | "unknownFurniture"
  | "displaySettings"
  // Of a history.
  | "unreadableRevisions"
  // Of House Plan.
  | "unplacedDevices"
  | "removedDevices"
  | "deviceBindings"
  | "deviceDetails"
  | "roomSources"
  | "openBoundaries"
  | "wallThickness"
  | "roundColumns"
  // Of Sweet Home 3D.
  | "hiddenFurniture"
  | "models"
  | "mirrored"
  | "tilted"
  | "notes"
  | "labelStyles"
  | "materials"
  | "heights"
  | "floorHeights"
  | "wallHeights"
  | "cameras"
  | "lightSources"
  | "nestedGroups"
  | "hiddenLevels"
  | "degenerateRooms"
  | "properties"
  // Of scans.
  | "unsure"
  | "pieceDetails"
  | "roomsApart"
  // Of drawings.
  | "guessedUnits"
  | "movedToOrigin"
  | "unknownBlocks"
  // Of buildings.
  | "buildingParts"
  | "shapeless"
  | "emptyFloors";

/** What an import loses or changes: the kind, how often, and for which things. */
export interface ImportLoss {
  readonly what: LossKind;
  readonly count: number;
  /** The first of them, as named in the files; empty if they have no names. */
  readonly names: readonly string[];
}

/** What a scan calls a part of a home (RoomPlan, `CapturedRoom.Section.Label`). */
export type ScanSection = "livingRoom" | "bedroom" | "bathroom" | "kitchen" | "diningRoom";

/** What is called so if the files have no name for it, in the reader's language. */
export interface ImportNames {
  /** A room; a number follows. */
  readonly room: string;
  /** The only floor of a home without levels. */
  readonly floor: string;
  /** Rooms of which a scan knows what they are. */
  readonly sections: Readonly<Record<ScanSection, string>>;
}

/** An earlier plan in the files. */
export interface EarlierPlan {
  readonly rev: number;
  /** With an offset, as in the file; undefined if there is none. */
  readonly savedAt: string | undefined;
  readonly plan: JsonObject;
}

/** The result of reading files. */
export interface Imported {
  readonly origin: Origin;
  readonly plan: JsonObject;
  readonly images: readonly ImportedImage[];
  /** Oldest first; empty if the files have no history. */
  readonly history: readonly EarlierPlan[];
  readonly losses: readonly ImportLoss[];
}

export type RefusalKind =
  | "noFiles"
  | "unknownFormat"
  | "severalPlans"
  | "missingPart"
  | "binaryHome"
  | "newerVersion"
  | "limit"
  | "damagedArchive"
  | "encryptedArchive"
  | "unusualArchive"
  | "damagedText"
  | "damagedJson"
  | "damagedXml"
  | "declaredEntities"
  | "forbiddenKey"
  | "wrongType"
  | "badNumber"
  | "badText"
  | "duplicateId"
  | "unknownReference"
  | "circle"
  | "binaryDrawing"
  | "damagedDrawing"
  | "unknownUnits"
  | "noWalls"
  | "damagedStep"
  | "lengthUnit"
  | "emptyBuilding"
  // Of models.
  | "damagedModel"
  | "compressedModel"
  | "unknownExtension"
  | "externalFile"
  | "unknownTexture"
  | "emptyModel";

/** What a file should have had; translated in every language. */
export type Expectation =
  | "an object"
  | "a list"
  | "a text"
  | "a number"
  | "true or false"
  | "a revision";

/** The details of a refusal; empty or 0 if not applicable. */
export interface RefusalDetail {
  /** Where in the file: a path such as `data.rooms.3`, line and column, or an entry's name. */
  readonly place: string;
  /** The exceeded limit, by the name of its option. */
  readonly limit: string;
  /** The limit's value. */
  readonly most: number;
  /** What should have been there: an `Expectation`, or the format's own term. */
  readonly expected: string;
}

/** Why files are refused. */
export interface ImportRefusal {
  readonly why: RefusalKind;
  /** The file's name, safe to show; empty if it concerns all of them. */
  readonly file: string;
  readonly detail: RefusalDetail;
}

export type Reading = Either<ImportRefusal, Imported>;
