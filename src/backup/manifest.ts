import * as t from "io-ts";
import { integer } from "../model/codec.ts";
import { settings } from "../server/settings.ts";

/** The format of backups that this code writes and reads. */
export const backupFormat = 1;

const fileCodec = t.readonly(
  t.type({
    name: t.string,
    bytes: integer,
    /** In hexadecimal. */
    sha256: t.string,
  }),
);

/** What a backup holds; the last file in it, so that a backup that was cut off has none. */
export const manifestCodec = t.readonly(
  t.type({
    format: t.literal(backupFormat),
    created_at: t.string,
    /** The newest revision; 0 where nothing was saved yet. */
    rev: integer,
    files: t.readonlyArray(fileCodec),
    /** The stored plans, oldest first, the current one last, as the log keeps them. */
    plans: t.readonlyArray(t.string),
    /** Images that have two names: the second, and the file in this backup that it is a name of. */
    links: t.readonlyArray(t.readonly(t.type({ name: t.string, of: t.string }))),
  }),
);

export type Manifest = t.TypeOf<typeof manifestCodec>;

/** The manifest's name in the archive. */
export const manifestName = "manifest.json";

/** The users' name in the archive. */
export const usersName = "users.json";

const MiB = 1024 * 1024;

/** More files than these are in no backup. */
export const mostFiles = 16_384;

/** What can be in a backup, by its name, and how many bytes one of it has at most: as many as the settings allow anywhere. */
const kinds: readonly (readonly [name: RegExp, mostBytes: number])[] = [
  [/^manifest\.json$/, 8 * MiB],
  [/^users\.json$/, 4 * MiB],
  // In front of a plan stands the line that sums it up.
  [/^plans\/\d{12}$/, settings.planBytes.max + 1024],
  [/^www\/[A-Za-z0-9_-]+\/[A-Za-z0-9_~-][A-Za-z0-9_.~-]*$/, settings.imageBytes.max],
];

const kindOf = (name: string) => kinds.find(([rule]) => rule.test(name));

/** Whether a file of that name can be in a backup, beside the manifest. No such name leads out of a folder. */
export const belongsInBackup = (name: string): boolean =>
  name !== manifestName && kindOf(name) !== undefined;

/** Why no backup has a file of that name and length, or one after so many `others`; undefined where one can have it. */
export const whyNotInBackup = (name: string, bytes: number, others: number): string | undefined => {
  const kind = kindOf(name);
  if (kind === undefined) return `"${name}" does not belong in a backup`;
  const [, most] = kind;
  if (bytes > most)
    return `"${name}" has ${bytes} bytes, and a backup at most ${most} of that kind`;
  return others < mostFiles ? undefined : `it holds more than ${mostFiles} files`;
};

/** Whether a file of a backup is a plan. */
export const isPlan = (name: string): boolean => name.startsWith("plans/");

/** Whether a file of a backup is an image. */
export const isImage = (name: string): boolean => name.startsWith("www/");
