import * as t from "io-ts";
import { integer } from "../codec/basic.ts";

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

const ownName = /^(users\.json|plans\/\d{12}|www\/[A-Za-z0-9_-]+\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)$/;

/** Whether a file of that name can be in a backup, beside the manifest; none of these names leads out of a folder. */
export const belongsInBackup = (name: string): boolean => ownName.test(name);
