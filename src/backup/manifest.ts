import * as t from "io-ts";
import { integer } from "../model/codec.ts";
import { settings } from "../server/settings.ts";

export const backupFormat = 1;

const fileCodec = t.readonly(
  t.type({
    name: t.string,
    bytes: integer,
    /** In hexadecimal. */
    sha256: t.string,
  }),
);

/** A backup's manifest. It is the last file, so a truncated backup has none. */
export const manifestCodec = t.readonly(
  t.type({
    format: t.literal(backupFormat),
    created_at: t.string,
    /** The newest revision; 0 where nothing was saved yet. */
    rev: integer,
    files: t.readonlyArray(fileCodec),
    /** Stored plans, oldest first, the current one last, as in the log. */
    plans: t.readonlyArray(t.string),
    /** Second names of images: the name, and the file in this backup that it refers to. */
    links: t.readonlyArray(t.readonly(t.type({ name: t.string, of: t.string }))),
  }),
);

export type Manifest = t.TypeOf<typeof manifestCodec>;

export const manifestName = "manifest.json";

export const usersName = "users.json";

const MiB = 1024 * 1024;

/** A backup has no more files. */
export const maxFiles = 16_384;

/** The files that a backup may hold, and the largest size that any settings allow for each. */
const kinds: readonly (readonly [name: RegExp, maxBytes: number])[] = [
  [/^manifest\.json$/, 8 * MiB],
  [/^users\.json$/, 4 * MiB],
  // A plan follows a line with its summary.
  [/^plans\/\d{12}$/, settings.planBytes.max + 1024],
  [/^www\/[A-Za-z0-9_-]+\/[A-Za-z0-9_~-][A-Za-z0-9_.~-]*$/, settings.imageBytes.max],
];

const kindOf = (name: string) => kinds.find(([rule]) => rule.test(name));

/** Whether a backup may hold a file of that name, beside the manifest. No such name leads out of a folder. */
export const belongsInBackup = (name: string): boolean =>
  name !== manifestName && kindOf(name) !== undefined;

/** Why a backup cannot hold a file of that name and length after `others` files; undefined if it can. */
export const whyNotInBackup = (name: string, bytes: number, others: number): string | undefined => {
  const kind = kindOf(name);
  if (kind === undefined) return `"${name}" does not belong in a backup`;
  const [, most] = kind;
  if (bytes > most)
    return `"${name}" has ${bytes} bytes, and a backup at most ${most} of that kind`;
  return others < maxFiles ? undefined : `it holds more than ${maxFiles} files`;
};

export const isPlan = (name: string): boolean => name.startsWith("plans/");

export const isImage = (name: string): boolean => name.startsWith("www/");
