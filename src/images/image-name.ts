import { createHash } from "node:crypto";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { FileSystem } from "../../wal/index.ts";
import type { EventLoopTurns } from "../server/runtime/event-loop-turns.ts";

/** The file types of tracing images, with their media types. */
export const imageTypes = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  webp: "image/webp",
  svg: "image/svg+xml",
} as const;

export type ImageExtension = keyof typeof imageTypes;

/** An image of a floor; superseded and numbered images have a version. */
export interface ImageName {
  /** The floor's id as `floorName` encodes it. */
  readonly floor: string;
  readonly extension: ImageExtension;
  /** Upload time in milliseconds since 1970; undefined at the plain path, which has the newest image. */
  readonly version: number | undefined;
}

/** Whether a text is a floor's id: 1 to 64 characters, no control characters or lone surrogates. */
export const isLevel = (text: string): boolean => /^[^\p{Cc}\p{Cs}]{1,64}$/u.test(text);

/** What a limit of 255 bytes leaves for a floor. */
const longestFloor = 255 - "bg_.999999999999999.jpeg".length;

/**
 * Encodes a floor's id for file names, unambiguously: `A-Z a-z 0-9 _ -` stay, every other byte of its UTF-8 becomes `~`
 * and two hexadecimal digits. If that is too long it is `~~` and the id's SHA-256; no other encoding has two `~` in a
 * row.
 */
export const floorName = (level: string): string => {
  const name = Buffer.from(level)
    .toString("latin1")
    .replaceAll(/[^\w-]/g, (byte) => `~${byte.charCodeAt(0).toString(16)}`);
  return name.length > longestFloor
    ? `~~${createHash("sha256").update(level).digest("hex")}`
    : name;
};

const isFloorName = (name: string): boolean => {
  if (/^~~[0-9a-f]{64}$/.test(name)) return true;
  const bytes = name.replaceAll(/~([0-9a-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const level = Buffer.from(bytes, "latin1").toString();
  return isLevel(level) && floorName(level) === name;
};

const isExtension = (text: string): text is ImageExtension => Object.hasOwn(imageTypes, text);

/** The type by a file's extension, ignoring case; undefined if it is not supported. */
export const extensionOf = (fileName: string): ImageExtension | undefined => {
  const extension = /\.([A-Za-z]+)$/.exec(fileName)?.[1]?.toLowerCase();
  return extension !== undefined && isExtension(extension) ? extension : undefined;
};

/** `bg_<floor>.<ext>` for the newest, `bg_<floor>.<version>.<ext>` for a numbered one. */
export const imageFile = ({ floor, extension, version }: ImageName): string =>
  `bg_${floor}.${version === undefined ? "" : `${version}.`}${extension}`;

const fileRule = /^bg_([\w~-]+)\.(?:(0|[1-9]\d{0,14})\.)?([a-z]+)$/;

/** Undefined if the file is not one of our images; such a file is never touched. */
export const parseImageFile = (file: string): ImageName | undefined => {
  const [, floor = "", version, extension = ""] = fileRule.exec(file) ?? [];
  if (!isFloorName(floor) || !isExtension(extension)) return undefined;
  return { floor, extension, version: version === undefined ? undefined : Number(version) };
};

/** The URL that plans contain. */
export const imageUrl = (domain: string, { version, ...name }: ImageName): string =>
  `/local/${domain}/${imageFile({ ...name, version: undefined })}?v=${version}`;

/** The numbered image of a plan's URL, given the part behind `/local/<domain>/`; undefined if it is none. */
export const imageOfUrl = (tail: string): string | undefined => {
  const [, file = "", version] = /^([\w.~-]+)\?v=(\d{1,15})(?!\d)/.exec(tail) ?? [];
  const name = parseImageFile(file);
  return name && imageFile({ ...name, version: Number(version) });
};

/** Longer than that part ever is. */
export const longestUrlTail = 512;

/** First bytes of each type: PNG (ISO 15948, 5.2), JPEG (ISO 10918-1, B.1.1.3), RIFF with WEBP (RFC 9649, 2.4). */
const signatures: readonly (readonly [type: ImageExtension, is: (start: string) => boolean])[] = [
  ["png", (start) => start.startsWith("\x89PNG\r\n\x1a\n")],
  ["jpg", (start) => start.startsWith("\xff\xd8\xff")],
  ["webp", (start) => start.startsWith("RIFF") && start.startsWith("WEBP", 8)],
];

/**
 * The extension for an image's content: that of its name if both agree. Left: why it is not an image. An SVG is read
 * whole, in turns. Rejects with the system's error, or the signal's reason.
 */
export const extensionByContent = async (
  { disk, turns }: { readonly disk: FileSystem; readonly turns: EventLoopTurns },
  path: string,
  named: ImageExtension,
  signal: AbortSignal,
): Promise<Either<string, ImageExtension>> => {
  const file = await disk.open(path, "read");
  try {
    const bytes = Buffer.alloc(16);
    const start = bytes.toString("latin1", 0, await file.read(bytes, 0));
    const found = signatures.find(([, is]) => is(start))?.[0];
    if (found !== undefined) return right(imageTypes[named] === imageTypes[found] ? named : found);
    const { svgProblem } = await import("./svg-problem.ts");
    const problem = await svgProblem(file, turns, signal);
    return problem === undefined ? right("svg") : left(`is not a png, jpg or webp, and ${problem}`);
  } finally {
    await file.close();
  }
};
