import { type KeyRange, withPrefix } from "./client/etcd.ts";

/** The format of a home's mark in etcd. */
export const homeFormat = 1;

/**
 * The formats of a plan's head that this code reads and writes: the kept plans are stored whole, or some as changes of
 * those before them.
 */
export const headFormats = { whole: 1, changes: 2 } as const;

const digits = 12;

/** A home's keys in etcd. Revisions sort numerically. */
export interface Keys {
  readonly all: KeyRange;
  /** The mark of a home: its format, and the import in progress. */
  readonly home: string;
  /** Under a lease, during an import. */
  readonly importLock: string;
  /** Identifies the home; created on demand. */
  readonly id: string;
  /** Under a lease, while a node makes a scheduled backup. */
  readonly backupLock: string;
  /** Under a lease, while a node is the one that tells others of the home. */
  readonly leader: string;
  /** Guards every save. */
  readonly head: string;
  readonly revisions: KeyRange;
  readonly revision: (rev: number) => string;
  /** The revision of such a key. */
  readonly revisionOf: (key: string) => number;
  readonly part: (upload: string, number: number) => string;
  readonly parts: (upload: string) => KeyRange;
  /** A small JSON document, such as the users. */
  readonly document: (name: string) => string;
  readonly images: KeyRange;
  /** A numbered image, by its file name. */
  readonly image: (file: string) => string;
  /** The version of the newest image there ever was: no other image gets it. */
  readonly newestImage: string;
  readonly backgrounds: KeyRange;
  /** The numbered image at a floor's plain path. */
  readonly background: (floor: string) => string;
  readonly nodes: KeyRange;
  readonly node: (id: string) => string;
}

/** The keys of a domain's home. */
export const keysOf = (domain: string): Keys => {
  const prefix = `/floorplan/${domain}/`;
  const counted = (at: string, number: number): string =>
    `${prefix}${at}/${String(number).padStart(digits, "0")}`;
  return {
    all: withPrefix(prefix),
    home: `${prefix}home`,
    importLock: `${prefix}filling`,
    id: `${prefix}id`,
    backupLock: `${prefix}copying`,
    leader: `${prefix}leader`,
    head: `${prefix}head`,
    revisions: withPrefix(`${prefix}rev/`),
    revision: (rev) => counted("rev", rev),
    revisionOf: (key) => Number(key.slice(-digits)),
    part: (upload, number) => counted(`part/${upload}`, number),
    parts: (upload) => withPrefix(`${prefix}part/${upload}/`),
    document: (name) => `${prefix}document/${name}`,
    images: withPrefix(`${prefix}image/`),
    image: (file) => `${prefix}image/${file}`,
    newestImage: `${prefix}newest-image`,
    backgrounds: withPrefix(`${prefix}background/`),
    background: (floor) => `${prefix}background/${floor}`,
    nodes: withPrefix(`${prefix}node/`),
    node: (id) => `${prefix}node/${id}`,
  };
};
