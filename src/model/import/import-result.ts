import type { Either } from "fp-ts/lib/Either.js";
import type { JsonObject } from "../json.ts";

/** A file that somebody gives: its name, with folders or without, and its content. */
export interface GivenFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Whose files these are. */
export type Origin = "fns-floorplan" | "houseplan-card" | "sweet-home";

/** A tracing image that comes along. The plan names it under `backgrounds` of its level, with an empty `url`. */
export interface ImportedImage {
  readonly level: string;
  readonly file: GivenFile;
}

/** What of some files a plan may lack, or have changed. */
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
  // Of houseplan-card.
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
  | "materials"
  | "heights"
  | "cameras"
  | "lightSources"
  | "nestedGroups"
  | "hiddenLevels"
  | "degenerateRooms"
  | "openEdges"
  | "properties";

/** What of the files the plan will lack, or has changed: which words tell it, how often, and of which things by name. */
export interface Loss {
  readonly what: LossKind;
  readonly count: number;
  /** The first of them, as the files call them; empty where they have no names. */
  readonly names: readonly string[];
}

/** An earlier plan that the files hold. */
export interface EarlierPlan {
  readonly rev: number;
  /** With an offset, as the file has it; undefined where it has none. */
  readonly savedAt: string | undefined;
  readonly plan: JsonObject;
}

/** What some files are as one plan. */
export interface Imported {
  readonly origin: Origin;
  readonly plan: JsonObject;
  readonly images: readonly ImportedImage[];
  /** Oldest first; only where the files have a history. */
  readonly history: readonly EarlierPlan[];
  readonly losses: readonly Loss[];
}

/** Why files are refused. */
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
  | "circle";

/** Kinds of values that a file should have had, each with its words in every language. */
export type Expectation =
  | "an object"
  | "a list"
  | "a text"
  | "a number"
  | "true or false"
  | "a revision";

/** What goes into the words of a refusal; empty, or 0, where it says nothing. */
export interface RefusalDetail {
  /** Where in the file: a path such as `data.rooms.3`, a line and column, or the name of an entry. */
  readonly place: string;
  /** The limit that was reached, as it is called where it is set. */
  readonly limit: string;
  /** The most that it allows. */
  readonly most: number;
  /** What should have been there: an `Expectation`, or as the format calls it. */
  readonly expected: string;
}

/** Why files are refused, whole: which words tell it, in which file, and what goes into the words. */
export interface ImportRefusal {
  readonly why: RefusalKind;
  /** The name of the file, fit to be shown; empty where it is about all of them. */
  readonly file: string;
  readonly detail: RefusalDetail;
}

/** What reading gives. */
export type Reading = Either<ImportRefusal, Imported>;
